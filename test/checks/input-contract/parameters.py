# Paths that are parameters, and dynamic_shapes by the names of the parameters of
# forward().
# RUN: %check_aoti_tidy %s aoti-input-contract %t --torch=none
import torch

#---
# A parameter is one path in its function.
def go(path, other):
  ep = torch.export.export(model, (torch.randn(3),))
  torch._inductor.aoti_compile_and_package(ep, package_path=path)
  m = torch._inductor.aoti_load_package(path)
  m(torch.randn(4))
  # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 has shape [4], but the package takes [3]: dimension 0 is the constant 3, not 4 [aoti-input-contract]
  # CHECK-MESSAGES: :[[@LINE-2]]:3: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
  # CHECK-MESSAGES: :[[@LINE-6]]:8: note: exported here, for inputs like its example inputs
#---
def go(path, other):
  ep = torch.export.export(model, (torch.randn(3),))
  torch._inductor.aoti_compile_and_package(ep, package_path=path)
  m = torch._inductor.aoti_load_package(other)
  m(torch.randn(4))
#---
def go(path, other):
  ep = torch.export.export(model, (torch.randn(3),))
  torch._inductor.aoti_compile_and_package(ep, package_path=path)
  path = path + 'x'
  m = torch._inductor.aoti_load_package(path)
  m(torch.randn(4))
#---
def go(path, other):
  ep = torch.export.export(model, (torch.randn(3),))
  torch._inductor.aoti_compile_and_package(ep, package_path=path)
def run(path):
  m = torch._inductor.aoti_load_package(path)
  m(torch.randn(4))

#---
# Shapes by the names of forward.
class M(torch.nn.Module):
  def forward(self, x, y): return x
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(M(), (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
# CHECK-MESSAGES: :[[@LINE-1]]:19: warning: input 1 has shape [1, 3], but the package takes [2..8, 3]: dimension 0 is at least 2, since torch compiles sizes 0 and 1 as constants
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment; otherwise nothing is checked, and whether the size works depends on its kernels
#---
class M(torch.nn.Module):
  def forward(self, x, y): return x
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(M().eval().to('cpu'), (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
# CHECK-MESSAGES: :[[@LINE-1]]:19: warning: input 1 has shape [1, 3], but the package takes [2..8
#---
class M(torch.nn.Module):
  def forward(self, x: T, y: T = 0): pass
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(M(), (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
# CHECK-MESSAGES: :[[@LINE-1]]:19: warning: input 1 has shape [1, 3], but the package takes [2..8
#---
# Names that are others', and a forward() that is not seen.
class M(torch.nn.Module):
  def forward(self, x, z): pass
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(M(), (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
#---
class M(torch.nn.Module):
  def forward(self, *xs): pass
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(M(), (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
#---
class M(torch.nn.Module):
  pass
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(M(), (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
#---
class M(torch.nn.Module):
  def forward(self, x, y): return x
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(model, (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
#---
class M(torch.nn.Module):
  def forward(self, x, y): return x
b = torch.export.Dim('b', min=1, max=8)
mod = M()
mod.forward = other
ep = torch.export.export(mod, (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
#---
class M(torch.nn.Module):
  def forward(self, x, y): pass
  def forward(self, y, x): pass
b = torch.export.Dim('b', min=1, max=8)
ep = torch.export.export(M(), (torch.randn(4), torch.randn(5, 3)),
    dynamic_shapes={'y': {0: b}, 'x': None})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(4), torch.randn(1, 3))
