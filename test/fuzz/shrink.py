#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a seed of a real package: shrink.py PACKAGE.pt2 OUT.pt2

Libraries become a few bytes, and sources lose what is the same in all of them:
the bodies of the C interface and the compile commands.
"""
import re
import sys
import zipfile


def shrink_source(text):
    # The C interface: its declarations tell the release of torch.
    body = re.compile(r"^(AOTIRuntimeError \w+\([^{;]*\)) \{.*?^\}$", re.DOTALL | re.MULTILINE)
    start = text.find('extern "C" {')
    end = text.find('} // extern "C"')
    if 0 <= start < end:
        text = text[:start] + body.sub(r"\1 {\n}", text[start:end]) + text[end:]
    # Both name folders of the machine that compiled it.
    text = re.sub(r"// Compile cmd.*", "", text, flags=re.DOTALL)
    text = re.sub(r"^// Triton kernels are embedded .*\n", "", text)
    return re.sub(r"^\s+\w+_spec_ = .*$", "", text, flags=re.MULTILINE)


def main(package, out):
    with zipfile.ZipFile(package) as read, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as write:
        for name in read.namelist():
            content = read.read(name)
            if name.endswith(".cpp"):
                content = shrink_source(content.decode()).encode()
            elif name.endswith(".so"):
                content = content[:64]
            write.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main(*sys.argv[1:])
