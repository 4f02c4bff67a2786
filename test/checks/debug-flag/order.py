# Which of a flag and what reads it comes first.
# RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch=none
import os

#---
# A flag after the import that reads it.
import os, torch
ep = torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
torch._inductor.aoti_compile_and_package(ep)
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported: torch reads it once, at that import, so this changes nothing; set it before [aoti-debug-flag]
# CHECK-MESSAGES: :[[@LINE-4]]:6: note: 'torch._inductor.config' is imported from here
#---
import torch._inductor
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch._inductor.config as c
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
from torch._inductor import config
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
from torch import _inductor
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch._dynamo
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
from torch._dynamo import config
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
model = torch.compile(model)
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
torch._dynamo.config.suppress_errors = True
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
f = torch._inductor.aoti_load_package
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
from torch.export import export
export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
@torch.compile
def f(x): return x
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
with torch.no_grad():
  torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
class A:
  ep = torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
if torch.export.export(m, (x,)): pass
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch
try:
  torch.export.export(m, (x,))
finally:
  f()
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported

#---
# Every way to set is seen.
import torch._inductor
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
os.environ.setdefault("AOT_INDUCTOR_DEBUG_COMPILE", "1")
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
os.environ.update({"AOT_INDUCTOR_DEBUG_COMPILE": "1"})
# CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
os.environ.update(AOT_INDUCTOR_DEBUG_COMPILE="1")
# CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
os.environ |= {"AOT_INDUCTOR_DEBUG_COMPILE": "1"}
# CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
from os import environ
environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
e = os.environ
e["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
name = "AOT_INDUCTOR_DEBUG_COMPILE"
os.environ[name] = v
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
def f():
  os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
  # CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
if a:
  os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
  # CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
for a in b:
  os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
  # CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
import torch._inductor
a = os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
#---
os.putenv("AOT_INDUCTOR_DEBUG_COMPILE", "1")
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'os.putenv' does not change 'os.environ', where torch looks 'AOT_INDUCTOR_DEBUG_COMPILE' up, so this does nothing; set 'os.environ["AOT_INDUCTOR_DEBUG_COMPILE"]'

#---
# A flag that is in time.

os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
import torch
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
import torch.nn as nn
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
import torch.export
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
from torch.export import export, Dim
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
import torch._export
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
# May not have happened.
import torch
if a:
  torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch
for a in b:
  torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch
try:
  import torch._inductor
except ImportError: pass
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch
def f():
  torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch
f = lambda: torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch
ep = a and torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch
ep = [torch.export.export(m, (y,)) for y in z]
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch
with pytest.raises(E):
  torch.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
from typing import TYPE_CHECKING
if TYPE_CHECKING:
  import torch._inductor
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
# Makes a decorator only.
import torch
d = torch.compile(mode="max-autotune")
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
import mine
mine.export.export(m, (x,))
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
# Another process reads it.
import subprocess
import torch._inductor
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch._inductor, torch.multiprocessing as mp
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch._inductor
os.system("python export.py")
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import torch._inductor, importlib
importlib.reload(torch._inductor.config)
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
# The file itself reads it.
import torch._inductor
a = os.environ.get("AOT_INDUCTOR_DEBUG_COMPILE")
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
import torch._inductor
#---
# Read whenever it is needed.
import os, torch._inductor
os.environ["TORCHINDUCTOR_CACHE_DIR"] = d
#---
# Not of this process, or not set.
import os, torch._inductor
env = {**os.environ, "AOT_INDUCTOR_DEBUG_COMPILE": "1"}
#---
import os, torch._inductor
env = os.environ.copy()
env["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
#---
import os, torch._inductor
del os.environ["AOT_INDUCTOR_DEBUG_COMPILE"]
#---
import torch._inductor
def test(monkeypatch):
  monkeypatch.setenv("AOT_INDUCTOR_DEBUG_COMPILE", "1")
#---
import os, torch._inductor
os.environ["HOME"] = "1"
#--- --torch-version=2.5
# What older ones import is not known.
import os, torch._inductor
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"

#---
# Of the clauses of a match one runs.
import os, torch
match a:
  case 1: import torch._inductor
  case _: os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
match a:
  case 1 if torch._inductor.x: pass
os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
match torch._inductor.x:
  case 1: os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
          # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported
match a:
  case 1:
    import torch._inductor
    os.environ["AOT_INDUCTOR_DEBUG_COMPILE"] = "1"
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is set after 'torch._inductor.config' was imported

#---
# Logs after the import.
import torch
os.environ["TORCH_LOGS"] = "output_code"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCH_LOGS' is set after torch has read it, at its import: it changes no log, and disables 'torch._logging.set_logs'; set it before, or call that
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: torch is imported here
#---
# What raises when it is set in time is no advice.
import torch
os.environ["TORCH_LOGS"] = "aot_inductor,output_code"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCH_LOGS' is set after torch has read it, at its import: it changes no log, and disables 'torch._logging.set_logs'; set it before, or call that
#---
import torch
os.environ["TORCH_LOGS"] = "DEBUG"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCH_LOGS' is set after torch has read it, at its import: it changes no log, and disables 'torch._logging.set_logs'; set it before, or call that
#---
import torch._inductor.config
os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "true"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is set after 'torch._inductor.config' was imported: torch reads it once, at that import, so this changes nothing; set it before, and to '1'
#---
from torch import nn
os.environ["TORCH_TRACE"] = d
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'TORCH_TRACE' is set after torch has read it, at its import: it changes nothing; set it before
#---
os.environ["TORCH_LOGS"] = "output_code"
import torch
#---
import os, torch, subprocess
os.environ["TORCH_LOGS"] = "output_code"
#---
import os, torch
os.environ["TORCH_LOGS_OUT"] = "f"
torch._logging.set_logs(dynamo=10)
#---
import os, pytorch_lightning
os.environ["TORCH_LOGS"] = "output_code"
#---
def f():
  os.environ["TORCH_LOGS"] = "output_code"
import torch
