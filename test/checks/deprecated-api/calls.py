# What reaches the deprecated functions, and what does not.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none

#---
# Names are followed.
import torch._export as E
E.aot_load(p, d)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so, which records no device; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package' [aoti-deprecated-api]
#---
from torch import _export
_export.aot_load(p, d)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
import torch
load = torch._export.aot_load
load(p, d)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
getattr(torch._export, 'aot_load')(p, d)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
map(torch._export.aot_load, ps)
#---
def f():
  from torch._export import aot_load
  return aot_load(p, d)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so

#---
# Look alikes are silent.
def aot_compile(m): pass
aot_compile(m)
#---
from net import aot_load
aot_load(p, 'cpu')
#---
import torch
c = torch.compile(f)
c.aot_compile((x,))
torch.compile(f).aot_compile((x,))
s = 'torch._export.aot_load(p, d)'
# torch._export.aot_load(p, d)
exec('''
auto f = torch._export.aot_load(p, d);'''
)
torch._inductor.aot_compile(gm, (x,))
torch._inductor.aoti_load_package(p)
hasattr(torch._export, 'aot_load')
#---
import torch
torch._export.aot_load = mine
#---
import mine as torch
torch._export.aot_load(p, d)
#---
def f(torch):
  torch._export.aot_load(p, d)
#---
from ai_edge_litert.aot import aot_compile as aot
aot.aot_compile(m)
#---
import torch
class H:
  def aot_load(self): pass
  def f(self): self.aot_load()
#---
from torch._dynamo.aot_compile import aot_compile_fullgraph
#---
import torch
from unittest import mock
with mock.patch('torch._export.aot_load'): pass

#---
# Code that picks by version is silent.
import torch
if hasattr(torch._inductor, 'aoti_load_package'):
  m = torch._inductor.aoti_load_package(p)
else:
  m = torch._export.aot_load(q, 'cpu')
#---
import torch
if torch.__version__ < '2.6':
  m = torch._export.aot_load(q, 'cpu')
else:
  m = torch._inductor.aoti_load_package(p)
#---
import torch
NEW = parse(torch.__version__) >= parse('2.6')
m = (torch._inductor.aoti_load_package(p) if NEW else
     torch._export.aot_load(q, 'cpu'))
#---
import torch
try:
  m = torch._inductor.aoti_load_package(p)
except AttributeError:
  m = torch._export.aot_load(q, 'cpu')
def load(p):
  if TORCH_VERSION >= (2, 6):
    return torch._inductor.aoti_load_package(p)
  return torch._export.aot_load(p, 'cpu')
#---
def load(p):
  try:
    from torch._inductor import aoti_load_package
    return aoti_load_package(p)
  except ImportError:
    pass
  try:
    from torch._export import aot_load
    return aot_load(p, 'cuda')
  except ImportError:
    raise
#---
import torch
try:
  from torch._inductor import aoti_load_package
except ImportError:
  aoti_load_package = None
def load(p):
  if aoti_load_package:
    return aoti_load_package(p)
  return torch._export.aot_load(p, 'cuda')
#---
import torch
try:
  from torch._inductor import aoti_load_package
  modern = True
except ImportError:
  modern = False
def load(p):
  if modern:
    return torch._inductor.aoti_load_package(p)
  else:
    return torch._export.aot_load(p, 'cuda')
#---
# Another error, or a path that is tried in both ways.
import torch
def load(p):
  try:
    return torch._inductor.aoti_load_package(p)
  except RuntimeError:
    pass
  return torch._export.aot_load(p, 'cuda')
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
import torch
def load(p):
  if not p.endswith('.pt2'):
    return torch._export.aot_load(p, 'cuda')
  try:
    return torch._inductor.aoti_load_package(p)
  except AttributeError:
    return None
    # CHECK-MESSAGES: :[[@LINE-5]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# Not by version: both are used.
if args.dso_path:
  m = torch._export.aot_load(args.dso_path, 'cpu')
elif args.package_path:
  m = torch._inductor.aoti_load_package(p)
  # CHECK-MESSAGES: :[[@LINE-3]]:7: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
import torch
PT23 = torch.__version__ > '2.2'
if path.endswith('.so') and PT23:
  m = torch._export.aot_load(path, 'cpu')

#--- --torch-version=2.5
# Older torch has nothing else.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_load('m.so', 'cpu')
#--- --torch-version=2.6
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_load('m.so', 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so

#---
# Half typed files still have their findings.
import torch
m = torch._export.aot_load(p, 'cpu')
y = m(
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:1: error: this is not understood as Python
