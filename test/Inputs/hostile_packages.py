#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds 'aoti-tidy package' against packages that were made to hurt.

    hostile_packages.py AOTI_TIDY SEED.pt2

Each must end with one line on standard error and exit code 2, or with a page and
0, in seconds and in less than 200 MB, and write nothing.
"""
import os
import struct
import subprocess
import sys
import warnings
import zipfile

warnings.simplefilter("ignore")  # of duplicate names
tool, seed = sys.argv[1:]
FOLDER = "m/data/aotinductor/model/"
META = (FOLDER + "c.wrapper_metadata.json", b'{"AOTI_DEVICE_KEY": "cpu"}')
with zipfile.ZipFile(seed) as z:
    WRAPPER = next(z.read(n) for n in z.namelist() if n.endswith("wrapper.cpp"))


def write(path, entries, how=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", how) as z:
        for name, content in entries:
            z.writestr(zipfile.ZipInfo(name), content, how)
    return path


def write_repeated(path, text, megabytes):
    """A wrapper of so much of one text; in pieces, as what a child takes is measured."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr(*META)
        with z.open(FOLDER + "c.wrapper.cpp", "w") as entry:
            for _ in range(megabytes):
                entry.write(text * ((1 << 20) // len(text)))
    return path


def sparse(path):
    """2 GB of zeros in front of the entries, as large weights would be."""
    write("small.zip", [META, (FOLDER + "c.wrapper.cpp", WRAPPER)])
    with open("small.zip", "rb") as f:
        small = bytearray(f.read())
    gap = 2 << 30
    end = small.rfind(b"PK\5\6")
    start = struct.unpack_from("<I", small, end + 16)[0]
    at = start
    while small[at:at + 4] == b"PK\1\2":
        offset, = struct.unpack_from("<I", small, at + 42)
        struct.pack_into("<I", small, at + 42, offset + gap)
        name, extra, comment = struct.unpack_from("<HHH", small, at + 28)
        at += 46 + name + extra + comment
    struct.pack_into("<I", small, end + 16, start + gap)
    with open(path, "wb") as f:
        f.seek(gap)
        f.write(small)
    return path


def flip(path, offset_of):
    write(path, [META, (FOLDER + "c.wrapper.cpp", WRAPPER)])
    with open(path, "r+b") as f:
        f.seek(f.read().index(offset_of))
        f.write(b"\xff\xff\xff\xff")
    return path


def truncated(path, size):
    with open(seed, "rb") as f, open(path, "wb") as out:
        out.write(f.read()[:size])
    return path


size = os.path.getsize(seed)
INPUTS = b"".join(b'inputs_info_[%d].name = "x";\n' % i for i in range(1 << 19))
ARRAYS = b"void M::run_impl(AtenTensorHandle* h) {\n" + b"".join(b"int64_t a%d[]={8L};" % i for i in range(1 << 20))
KERNELS = b"".join(b'extern "C" void k%d();' % i for i in range(1 << 20))
# name: (path, whether it is read, a word of the sentence)
CASES = {
    "sparse": (sparse("sparse.pt2"), True, None),
    "zeros": (write_repeated("zeros.pt2", b"\0", 31), True, None),
    "bomb": (write_repeated("bomb.pt2", b" ", 100), True, None),
    "nested": (write_repeated("nested.pt2", b"({[", 30), True, None),
    "blocks": (write_repeated("blocks.pt2", b"{", 30), True, None),
    "arrays": (write("arrays.pt2", [META, (FOLDER + "c.wrapper.cpp", ARRAYS)], zipfile.ZIP_DEFLATED), True, None),
    "kernels": (write("kernels.pt2", [META, (FOLDER + "c.wrapper.cpp", KERNELS)], zipfile.ZIP_DEFLATED), True, None),
    "inputs": (write("inputs.pt2", [META, (FOLDER + "c.wrapper.cpp", WRAPPER + INPUTS)]), True, None),
    "entries": (write("entries.pt2", [META] + [(f"m/extra/{i}", b"") for i in range(60_000)]), True, None),
    "duplicates": (write("duplicates.pt2", [META, META, META]), True, None),
    "parents": (write("parents.pt2", [META, ("../../escaped.so", b"x"), ("/escaped.cpp", b"x")]), True, None),
    "bytes": (write("bytes.pt2", [META, (FOLDER + "\udcff.so".encode("utf-8", "surrogateescape").decode("latin-1"),
                                         b"x"), ("m/\x1b[31m", b"")]), True, None),
    "json": (write("json.pt2", [(META[0], b"[" * 1_000_000)]), False, "nested too deeply"),
    "type": (write("type.pt2", [(META[0], b'{"AOTI_DEVICE_KEY": 1}')]), False, "not a string"),
    "crc": (flip("crc.pt2", b"AOTIRuntimeError"), False, "is damaged"),
    "directory": (flip("directory.pt2", b"PK\1\2"), False, "cannot be read as a zip file"),
    "half": (truncated("half.pt2", size // 2), False, "cannot be read as a zip file"),
    "end": (truncated("end.pt2", size - 1), False, ""),
    "first": (truncated("first.pt2", 30), False, ""),
}

# In a process of its own: what this one takes counts for its children, too.
MEASURE = """
import os, resource, subprocess, sys
done = subprocess.run(sys.argv[2:])
os.write(int(sys.argv[1]), str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024).encode())
sys.exit(done.returncode)
"""
before = sorted(os.listdir("."))
for case, (path, is_read, words) in CASES.items():
    read, write_end = os.pipe()
    done = subprocess.run([sys.executable, "-c", MEASURE, str(write_end), tool, "package", path],
                          capture_output=True, timeout=30, pass_fds=[write_end])
    os.close(write_end)
    with os.fdopen(read) as f:
        peak = int(f.read())
    expected = 0 if is_read else 2
    error = done.stderr.decode()
    assert done.returncode == expected, (case, done.returncode, error)
    if is_read:
        assert not error and done.stdout, (case, error)
        assert b"\x1b" not in done.stdout, case
    else:
        assert not done.stdout and error.count("\n") == 1 and words in error, (case, error)
        assert error.startswith(f"aoti-tidy: '{path}'"), (case, error)
    print(f"{case}: exit {done.returncode}, {peak} MB")
    assert "ASAN_OPTIONS" in os.environ or peak < 200, (case, peak)
assert sorted(os.listdir(".")) == before
