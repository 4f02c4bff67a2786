# What is a runner, and what only looks like one.
# RUN: %check_aoti_tidy %s aoti-raw-runner %t --torch=none

#---
# The bindings of runners are found.
import torch
r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so, which records no device and promises no compatibility; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and load it with 'torch._inductor.aoti_load_package' [aoti-raw-runner]
#---
import torch._C._aoti as aoti
aoti.AOTIModelContainerRunnerCuda(so, 1, 'cuda:0')
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTIModelContainerRunnerCuda' runs a raw .so
#---
from torch._C._aoti import AOTIModelContainerRunnerXpu
AOTIModelContainerRunnerXpu(so, 1, 'xpu')
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTIModelContainerRunnerXpu' runs a raw .so
#---
from torch._C import _aoti
_aoti.AOTIModelContainerRunnerMps(so, 1)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTIModelContainerRunnerMps' runs a raw .so
#---
import torch
Runner = torch._C._aoti.AOTIModelContainerRunnerCpu
def f(so):
    return Runner(so, 1)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so
getattr(torch._C._aoti, 'AOTIModelContainerRunnerCpu')(so, 1)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so

#---
# Others are not.
class AOTIModelContainerRunnerCpu: pass
AOTIModelContainerRunnerCpu()
#---
from mine import AOTIModelContainerRunnerCpu
AOTIModelContainerRunnerCpu('m.so', 1)
#---
import mine as torch
torch._C._aoti.AOTIModelContainerRunnerCpu('m.so', 1)
#---
import torch
torch._C._aoti.AOTIModelPackageLoader('m.pt2', 'model', False, 1, -1)
def f(r: torch._C._aoti.AOTIModelContainerRunnerCpu): r.run([])
class R(torch._C._aoti.AOTIModelContainerRunnerCpu): pass
isinstance(r, torch._C._aoti.AOTIModelContainerRunnerCpu)
s = 'torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)'
#---
import torch
torch._C._aoti.AOTIModelContainerRunnerCpu = Fake
r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)
#---
import torch
if hasattr(torch._inductor, 'aoti_load_package'):
    m = torch._inductor.aoti_load_package(p)
else:
    m = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)

#--- --torch-version=2.5
# Before there are packages it is the way.
import torch
torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)
#--- --torch-version=2.6
import torch
torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so
