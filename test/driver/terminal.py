# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py COLUMNS COMMAND...: prints what a command writes to a terminal of that width."""
import fcntl
import os
import pty
import struct
import sys
import termios

pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execv(sys.argv[2], sys.argv[2:])
text = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    text += part
os.waitpid(pid, 0)
print(text.decode().replace("\x1b[K", "").replace("\r\n", "\n").replace("\r", "\n"))
