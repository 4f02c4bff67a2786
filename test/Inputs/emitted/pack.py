#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs emitted code as torch 2.13 does: pack.py OUT [WRAPPER [KERNELS]]"""
import pathlib
import sys
import zipfile

out, sources = pathlib.Path(sys.argv[1]), sys.argv[2:]
folder = f"{out.stem}/data/aotinductor/model/"
with zipfile.ZipFile(out, "w") as archive:
    for name, source in zip(("c1.wrapper.cpp", "c2.kernel.cpp"), sources):
        archive.write(source, folder + name)
    archive.writestr(folder + "c1.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu"}')
    archive.writestr(folder + "c1.wrapper.so", "\x7fELF")
    archive.writestr(f"{out.stem}/archive_format", "pt2")
    archive.writestr(f"{out.stem}/archive_version", "0")
