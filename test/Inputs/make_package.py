#!/usr/bin/env python3
"""Writes a package as torch does, without a model in it.

    make_package.py [--layout 2.6|2.7|2.13] [--deflate] [--folder] OUT MODEL=DEVICE...

2.6: no root folder, <hash>_metadata.json. 2.7: the metadata of the wrapper and of
the kernel. 2.13: all in a folder named after the package. --folder: unpacked.
"""
import argparse
import json
import pathlib
import zipfile

p = argparse.ArgumentParser()
p.add_argument("--layout", default="2.13", choices=["2.6", "2.7", "2.13"])
p.add_argument("--deflate", action="store_true")
p.add_argument("--folder", action="store_true")
p.add_argument("out", type=pathlib.Path)
p.add_argument("models", nargs="+", metavar="MODEL=DEVICE")
args = p.parse_args()

root = args.out.stem + "/" if args.layout == "2.13" else ""
files = {}
for model in args.models:
    name, device = model.split("=")
    folder = f"{root}data/aotinductor/{name}/"
    record = {"AOTI_DEVICE_KEY": device}
    if args.layout == "2.13":
        record |= {"AOTI_PLATFORM": "linux", "AOTI_MACHINE": "x86_64", "AOTI_CPU_ISA": "AVX2",
                   "AOTI_COMPUTE_CAPABILITY": ""}
    if args.layout == "2.6":
        files |= {folder + "cwrap.cpp": "// emitted", folder + "cwrap_metadata.json": json.dumps(record),
                  folder + "cwrap.so": "\x7fELF"}
    else:
        files |= {folder + "cwrap.wrapper.cpp": "// emitted", folder + "ckern.kernel.cpp": "// emitted",
                  folder + "cwrap.wrapper_metadata.json": json.dumps(record),
                  folder + "ckern.kernel_metadata.json": json.dumps(record),
                  folder + "cwrap.wrapper.so": "\x7fELF"}
files[root + "archive_format"] = "pt2"
if args.layout == "2.13":
    files |= {root + "archive_version": "0", root + ".data/version": "6\n", root + "byteorder": "little"}
else:
    files["version"] = "0"

if args.folder:
    for name, text in files.items():
        file = args.out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
else:
    args.out.parent.mkdir(parents=True, exist_ok=True)
    how = zipfile.ZIP_DEFLATED if args.deflate else zipfile.ZIP_STORED
    with zipfile.ZipFile(args.out, "w", how) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
