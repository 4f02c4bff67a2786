# Devices of inputs, held against what the script itself exports.
# RUN: %check_aoti_tidy %s aoti-device-mismatch %t --torch=none
import torch

#---
# A scripts own export is the contract.
x = torch.randn(8, 10)
ep = torch.export.export(model, (x,))
p = torch._inductor.aoti_compile_and_package(ep, package_path='a/m.pt2')
m = torch._inductor.aoti_load_package(p)
m(x)
m(x.to('cuda'))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is moved to 'cuda', but 'm.pt2' is exported for 'cpu' [aoti-device-mismatch]
# CHECK-MESSAGES: :[[@LINE-2]]:3: note: this moves it to 'cpu'
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: the model runs here; the kernel treats the pointer as its own device's memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws
# CHECK-MESSAGES: :[[@LINE-8]]:6: note: exported here, with an example input on 'cpu'
# CHECK-FIXES-UNSAFE: m(x.to('cpu'))

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
m(x.cuda())
#---
x = torch.randn(8)
ep = torch.export.load('m.pt2')
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x.cuda())
