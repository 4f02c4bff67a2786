# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys

from aoti_tidy import _main

sys.exit(_main())
