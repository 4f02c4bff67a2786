# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes and reads an archive as torch 2.5 to 2.7 had it. Run before and after the
import is fixed, and the methods renamed as the note says, by
deprecated-names-run.test."""
import sys

from torch._inductor.package.package import PT2ArchiveReader, PT2ArchiveWriter
from torch._inductor.package import pt2_archive_constants

path = sys.argv[1] + "/archive.pt2"
name = pt2_archive_constants.EXTRA_DIR + "notes.txt"

with PT2ArchiveWriter(path) as writer:
    writer.writestr(name, "what it is for")
    writer.write_file(name + ".py", __file__)

with PT2ArchiveReader(path) as reader:
    print(reader.read(name))
    print(name in reader.get_file_names())
    print(reader.read(name + ".py").startswith(b"# SPDX"))
