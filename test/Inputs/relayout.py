#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites a package of torch 2.13 to what an older torch would have written.

    relayout.py LAYOUT IN.pt2 OUT.pt2 [--without-source] [--debug-compile]

LAYOUT is 2.5, 2.6, 2.7, 2.8 or 2.10. Both the places of the files and the emitted
code are rewritten: the C interface that was there, its input checks, the
assertions, the includes. --debug-compile: with the input checks that torch 2.6
and older emit for AOT_INDUCTOR_DEBUG_COMPILE=1.
"""
import argparse
import json
import re
import zipfile

p = argparse.ArgumentParser()
p.add_argument("layout", choices=["2.5", "2.6", "2.7", "2.8", "2.10"])
p.add_argument("package")
p.add_argument("out")
p.add_argument("--without-source", action="store_true")
p.add_argument("--debug-compile", action="store_true")
args = p.parse_args()
version = tuple(map(int, args.layout.split(".")))

SINCE = {
    (2, 6): "GetConstantType",
    (2, 7): "RunSingleThreaded",
    (2, 8): "ExtractConstantsMap|FreeInactive|GetConstantDataSize|UserManagedConstantBuffer",
    (2, 10): "GetConstantsBlobSize|Pairs|FromBlob",
    (2, 13): "GetLastError|MapEntries|FromCpu|V2",
}


def rewrite_source(text):
    for since, names in SINCE.items():
        if version < since:
            text = re.sub(rf"AOTIRuntimeError (\w*({names})\w*)\(", r"int not_yet(", text)
    text = re.sub(r".*assert_size_stride\(.*\n", "", text)
    if version < (2, 8):
        # One function for all inputs, and nothing about devices.
        checks = re.findall(r"check_input_\d+\(\s*AtenTensorHandle\* input_handles\s*\) \{\n(.*?)^\}$", text,
                            re.DOTALL | re.MULTILINE)
        checks = [re.sub(r"    int32_t \w+_device_type;.*", "", c, flags=re.DOTALL) for c in checks]
        text = re.sub(r"AOTI_NOINLINE static void check_input_\d+\(.*?^\}$", "", text, flags=re.DOTALL | re.MULTILINE)
        text = re.sub(r"^    check_input_\d+\(input_handles\);\n", "", text, flags=re.MULTILINE)
        text = text.replace("        return;\n    }\n", "        return;\n    }\n" + "".join(checks), 1)
    if version < (2, 7):
        device = re.search(r"aoti_include/(\w+)\.h", text).group(1)
        text = text.replace(f"aoti_include/{device}.h", f"aoti_torch/generated/c_shim_{device}.h")
        text = re.sub(r"    if \(!_check_aoti_runtime_check_inputs_env\(\)\)\{\s*return;\s*\}\n", "", text)
        text = re.sub(r"static bool _check_aoti.*?^\}$", "", text, flags=re.DOTALL | re.MULTILINE)
        if not args.debug_compile:
            text = re.sub(r"AOTI_NOINLINE static void __check_inputs_outputs\(.*?^\}$", "", text,
                          flags=re.DOTALL | re.MULTILINE)
            text = text.replace("    __check_inputs_outputs(input_handles, output_handles);\n", "")
    return text


def rewrite_name(name):
    if version >= (2, 8):
        return name
    name = name.split("/", 1)[1]
    if name == "archive_version":
        return "version"
    if name in (".data/version", ".data/serialization_id", "byteorder") or (version < (2, 7) and ".kernel" in name):
        return None
    if version < (2, 7):
        name = name.replace(".wrapper_metadata", "_metadata").replace(".wrapper", "")
    if version < (2, 6):
        if name.endswith("_metadata.json"):
            return None
        name = re.sub(r"data/aotinductor/[^/]+/", "data/aotinductor/", name)
    return name


with zipfile.ZipFile(args.package) as old, zipfile.ZipFile(args.out, "w") as new:
    for name in old.namelist():
        content = old.read(name)
        if name.endswith("wrapper.cpp"):
            content = rewrite_source(content.decode()).encode()
        if name.endswith("_metadata.json") and version < (2, 10):
            content = json.dumps({"AOTI_DEVICE_KEY": json.loads(content)["AOTI_DEVICE_KEY"]})
        renamed = rewrite_name(name)
        if renamed and not (args.without_source and renamed.endswith(".cpp")):
            new.writestr(renamed, content)
