# Which of the packages that a script writes it loads.
# RUN: %check_aoti_tidy %s aoti-input-contract %t --torch=none
import torch
c = torch._inductor.aoti_compile_and_package
e = torch.export.export
l = torch._inductor.aoti_load_package

#---
# Which package is loaded.
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
m = l(p)
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but 'm.pt2' takes [3]: dimension 0 is the constant 3, not 4 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :[[@LINE-5]]:7: note: exported here, for inputs like its example inputs
#---
# Read, or written elsewhere.
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
upload('m.pt2')
q = c(e(model, (torch.randn(4),)), package_path='n.pt2')
c(ep)
m = l(p)
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but 'm.pt2' takes [3]
#---
# Another one may be there.
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
c(e(model, (torch.randn(4),)), package_path='m.pt2')
m = l(p)
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
if x:
  c(e(model, (torch.randn(4),)), package_path='m.pt2')
m = l(p)
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
import shutil
shutil.copy('n.pt2', 'm.pt2')
m = l(p)
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
from torch._inductor.package import package_aoti
package_aoti('m.pt2', files)
m = l(p)
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
m = l('m.pt2')
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but 'm.pt2' takes [3]
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
upload('m.pt2')
q = c(e(model, (torch.randn(4),)), package_path='n.pt2')
c(ep)
m = l('m.pt2')
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but 'm.pt2' takes [3]
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
c(e(model, (torch.randn(4),)), package_path='m.pt2')
m = l('m.pt2')
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
if x:
  c(e(model, (torch.randn(4),)), package_path='m.pt2')
m = l('m.pt2')
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
import shutil
shutil.copy('n.pt2', 'm.pt2')
m = l('m.pt2')
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
from torch._inductor.package import package_aoti
package_aoti('m.pt2', files)
m = l('m.pt2')
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
def f(path):
  c(ep, package_path=path)
f('m.pt2')
m = l('m.pt2')
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
m = torch._inductor.package.load_package(p, 'other')
m(torch.randn(4))
#---
p = c(e(model, (torch.randn(3),)), package_path='m.pt2')
m = torch._inductor.package.load_package(p, 'model')
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but 'm.pt2' takes [3]
#---
# Loaded before it is written.
m = torch._inductor.aoti_load_package('m.pt2')
m(torch.randn(4))
torch._inductor.aoti_compile_and_package(torch.export.export(model, (torch.randn(3),)), package_path='m.pt2')
#---
# The last of several in a row.
c(e(model, (torch.randn(3),)), package_path='m.pt2')
c(e(model, (torch.randn(4),)), package_path='m.pt2')
m = l('m.pt2')
m(torch.randn(4))
m(torch.randn(3))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [3], but 'm.pt2' takes [4]
#---
c(e(model, (torch.randn(3),)), package_path='m.pt2')
if x:
  c(e(model, (torch.randn(4),)), package_path='m.pt2')
m = l('m.pt2')
m(torch.randn(5))
#---
# From another folder, it is another one.
import os
c(e(model, (torch.randn(3),)), package_path='m.pt2')
os.chdir('old')
m = l('m.pt2')
m(torch.randn(5))
