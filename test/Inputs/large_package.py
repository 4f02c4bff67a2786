# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a package of 4.5 GiB, of zeros that take no space on the disk, before the model.

usage: large_package.py OUT WRAPPER_AND_KERNEL

Of the model there are WRAPPER_AND_KERNEL.wrapper.cpp and .kernel.cpp.
"""
import os
import sys
import zipfile

out, model = sys.argv[1:]
FOLDER = "model/data/aotinductor/model/"
PIECE = bytes(16 << 20)


class Sparse:
    """A file in which a piece of zeros is a hole."""

    def __init__(self, path):
        self.file = open(path, "w+b")

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, data):
        if data is PIECE:
            self.file.seek(len(data), os.SEEK_CUR)
            return len(data)
        return self.file.write(data)


sparse = Sparse(out)
with zipfile.ZipFile(sparse, "w") as package:
    with package.open("model/data/weights/weight_0", "w", force_zip64=True) as weights:
        for _ in range(288):
            weights.write(PIECE)
    for name, part in (("c1.wrapper.cpp", "wrapper.cpp"), ("c2.kernel.cpp", "kernel.cpp")):
        with open(f"{model}.{part}") as f:
            package.writestr(FOLDER + name, f.read())
    package.writestr(FOLDER + "c1.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu"}')
    package.writestr("model/archive_format", "pt2")
sparse.close()
