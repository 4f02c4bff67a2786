#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cut_package.py FOLDER WRAPPER KERNELS: packages with two models of which the second
is cut (cut.pt2), has its metadata only (lost.pt2), two wrappers (several.pt2) or
metadata that is cut (metadata.pt2)."""
import pathlib
import sys
import zipfile

folder, wrapper, kernels = (pathlib.Path(a) for a in sys.argv[1:])
wrapper, kernels = wrapper.read_text(), kernels.read_text()
whole = {"c1.wrapper.cpp": wrapper, "c2.kernel.cpp": kernels}
seconds = {
    "cut": {"c1.wrapper.cpp": wrapper[:len(wrapper) * 9 // 10], "c2.kernel.cpp": kernels},
    "lost": {},
    "several": whole | {"c3.wrapper.cpp": wrapper},
    "metadata": whole | {"c4.wrapper_metadata.json": '{"AOTI_DEVICE_KEY": "cp'},
}
for name, second in seconds.items():
    with zipfile.ZipFile(folder / f"{name}.pt2", "w") as archive:
        for model, files in (("a", whole), ("b", second)):
            for file, text in files.items():
                archive.writestr(f"{name}/data/aotinductor/{model}/{file}", text)
            archive.writestr(f"{name}/data/aotinductor/{model}/c1.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu"}')
