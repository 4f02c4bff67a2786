# Inputs held against what the script itself exports.
# RUN: %check_aoti_tidy %s aoti-input-contract %t --torch=none
import torch
batch = torch.export.Dim('batch', min=1, max=64)

#---
# A scripts own export is the contract.
x = torch.randn(8, 10)
ep = torch.export.export(model, (x,))
p = torch._inductor.aoti_compile_and_package(ep, package_path='a/m.pt2')
m = torch._inductor.aoti_load_package(p)
m(x)
m(torch.zeros(8, 10))
m(torch.randn(4, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4, 10], but 'm.pt2' takes [8, 10]: dimension 0 is the constant 8, not 4 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :[[@LINE-8]]:6: note: exported here, for inputs like its example inputs
m(x.half())
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is 'float16', but 'm.pt2' takes 'float32'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment
# CHECK-MESSAGES: :[[@LINE-12]]:6: note: exported here, for inputs like its example inputs

#---
# A dimension that is asked for from one starts at two.
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes={'x': {0: batch}})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(5, 10))
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes={'x': {0: batch}})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(1, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1, 10], but the package takes [2..64, 10]: dimension 0 is at least 2, since torch compiles sizes 0 and 1 as constants
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment; otherwise nothing is checked, and whether the size works depends on its kernels
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes={'x': {0: batch}})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(65, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [65, 10], but the package takes [2..64, 10]: dimension 0 is at most 64
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=({0: batch},))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(5, 10))
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=({0: batch},))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(1, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1, 10], but the package takes [2..64
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=({0: batch},))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(65, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [65, 10], but the package takes [2..64
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=[(batch, None)])
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(5, 10))
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=[(batch, None)])
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(1, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1, 10], but the package takes [2..64
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=[(batch, None)])
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(65, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [65, 10], but the package takes [2..64
#---
# Nothing is known of these but the rank.
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=shapes())
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(1, 10))
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes={'x': d, 'y': e})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(1, 10))
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(1, 10))
#---
ep = torch.export.export(model, (torch.randn(8, 10),), dynamic_shapes=({0: batch, 1: torch.export.Dim.AUTO},))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(5, 1))

#---
# An example that the range does not hold.
# torch.export raises on an example of size 1 with a Dim.
ep = torch.export.export(model, (torch.randn(1, 10),), dynamic_shapes=({0: torch.export.Dim('b')},))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(torch.randn(1, 10))

#---
# Exports that say nothing.
# The program is another one by then.
x = torch.randn(8)
ep = torch.export.export(model, (x,))
torch.export.passes.move_to_device_pass(ep, 'cuda')
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x.cuda())
#---
x = torch.randn(8)
ep = torch.export.export(model, inputs)
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x.cuda())
#---
x = torch.randn(8)
ep = torch.export.export(model, (x,), {'y': y})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x.cuda(), y=unknown())
#---
x = torch.randn(8)
ep = torch.export.load('m.pt2')
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x.cuda())

#---
# A size that is not known is a constant all the same.
def export(batch=8):
    ep = torch.export.export(model, (torch.randn(batch, 10),))
    return torch._inductor.aoti_compile_and_package(ep, package_path='e.pt2')
m = torch._inductor.aoti_load_package('e.pt2')
m(torch.randn(4, 10))
m(torch.randn(8, 11))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [8, 11], but 'e.pt2' takes [?, 10]: dimension 1 is the constant 10, not 11

#---
# Lists, dicts and numbers among the example inputs.
x = torch.randn(8, 10)
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(torch.export.export(model, ([x, x], {'a': x}))))
m([x, x], {'a': x})
m([x, x, x], {'a': x})
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: the package takes 3 inputs, and this call gives 4
m([x], {'a': x})
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: the package takes 3 inputs, and this call gives 2
m((x, x), {'a': torch.randn(8, 11)})
# CHECK-MESSAGES: :[[@LINE-1]]:17: warning: input 2 has shape [8, 11]
m([x, x], unknown)
#---
x = torch.randn(8, 10)
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(torch.export.export(model, (x, 3, torch.ones(8, 10)))))
m(x, 3, torch.ones(8, 10))
m(x, 3)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: the package takes 2 inputs, and this call gives 1
#---
n = torch.export.Dim('n', min=2, max=16)
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(torch.export.export(model, (3, torch.ones(8, 10)), dynamic_shapes=(None, {0: n}))))
m(3, torch.ones(4, 10))
m(3, torch.ones(40, 10))
