# Names that are not torch's.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch=none

#---
# Others of the same name are silent.
from mine import aoti_load_package
aoti_load_package("m.pt2", device="cuda")
#---
def aoti_load_package(path, device): pass
aoti_load_package("m.so", device="cuda")
#---
def f(torch):
  return torch._inductor.aoti_load_package("m.so")
#---
class A:
  def aot_compile(self, *a): pass
  def f(self): self.aot_compile(1, 2, 3, 4, options=2)
#---
s = 'torch._inductor.aoti_load(1)'  # torch._inductor.aoti_load
#---
import torch
torch._inductor.aoti_load_package = f
torch._inductor.aoti_load_package("m.so", device="cuda")
