# RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch-version=2.13 --any-fixes
import os
from os import environ as env

env["TORCH_LOGS"] = "+aot_inductor"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'import torch' raises ValueError on TORCH_LOGS '+aot_inductor': there is no log 'aot_inductor'; did you mean 'inductor'? [aoti-debug-flag]
# CHECK-MESSAGES: note: to log 'inductor', set '+inductor'
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "true"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCHINDUCTOR_NAN_ASSERTS' set to 'true' means off: torch takes only '1' for on; set '1'
# CHECK-MESSAGES: note: to turn it on, set '1'
os.environ.setdefault("AOTI_RUNTIME_CHECK_INPUTS", "off")
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'off' turns the input checks on: packages compiled with torch 2.8 and newer take every value that does not begin with '0' for on; set '0' instead
# CHECK-MESSAGES: note: to turn the checks off, set '0'
os.environ.update({"AOT_INDUCTOR_DEBUG_COMPLIE": "1", "AOTINDUCTOR_REPRO_LEVEL": "all"})
# CHECK-MESSAGES: :[[@LINE-1]]:20: warning: no torch reads 'AOT_INDUCTOR_DEBUG_COMPLIE': unless something else does, setting it does nothing; did you mean 'AOT_INDUCTOR_DEBUG_COMPILE'?
# CHECK-MESSAGES: :[[@LINE-2]]:55: warning: 'AOTINDUCTOR_REPRO_LEVEL' set to 'all' raises ValueError when 'torch._inductor.config' is imported; set a whole number
os.putenv("DUMP_AOTI_MINIFIER", "1")
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'os.putenv' does not change 'os.environ', where torch looks 'DUMP_AOTI_MINIFIER' up, so this does nothing; set 'os.environ["DUMP_AOTI_MINIFIER"]'
os.environ["TORCHINDUCTOR_ABI_COMPATIBLE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: torch 2.13 does not read 'TORCHINDUCTOR_ABI_COMPATIBLE', which was last read by torch 2.5, so setting it does nothing; remove it

# In time.
os.environ["AOT_INDUCTOR_DEBUG_SYMBOLS"] = "1"
os.environ["TORCH_TRACE"] = "trace"

import torch

os.environ["TORCH_LOGS"] = "output_code"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCH_LOGS' is set after torch has read it, at its import: it changes no log, and disables 'torch._logging.set_logs'; set it before, or call that
# CHECK-MESSAGES: note: torch is imported here
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"

with torch.no_grad():
    ep = torch.export.export(model, (x,))

env["AOT_INDUCTOR_ENABLE_LTO"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_ENABLE_LTO' is set after 'torch._inductor.config' was imported: torch reads it once, at that import, so this changes nothing; set it before
# CHECK-MESSAGES: :[[@LINE-4]]:10: note: 'torch._inductor.config' is imported from here


def later():
    os.environ |= {"DUMP_AOTI_MINIFIER": "1"}
    # CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'DUMP_AOTI_MINIFIER' is set after 'torch._inductor.config' was imported
    # CHECK-MESSAGES: note:


# Nothing to find in these.
os.environ["TORCHINDUCTOR_CACHE_DIR"] = "cache"
os.environ["MY_OWN_FLAG"] = "true"
child = {**os.environ, "AOT_INDUCTOR_DEBUG_COMPILE": "1"}
del os.environ["TORCHINDUCTOR_NAN_ASSERTS"]


def test(monkeypatch):
    monkeypatch.setenv("AOT_INDUCTOR_DEBUG_COMPILE", "true")
