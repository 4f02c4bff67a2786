# Devices of inputs of a package for the CPU.
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --input 'int64[s0:2..512]' --input 'float32[s0:2..512,32]' %t/out/ranker.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-device-mismatch %t/script --package=%t/out/ranker.pt2 --torch=none
import torch
m = torch._inductor.aoti_load_package('ranker.pt2')

#---
# Devices of inputs.
x = torch.arange(8, device='cuda')
m(x, torch.randn(8, 32))
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: input 0 is created on 'cuda', but 'ranker.pt2' was compiled for 'cpu' [aoti-device-mismatch]
# CHECK-MESSAGES: :[[@LINE-3]]:5: note: this creates it on 'cpu'
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: the model runs here; the kernel treats the pointer as its own device's memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here; it records AOTI_DEVICE_KEY "cpu"
# CHECK-FIXES-UNSAFE: x = torch.arange(8, device='cpu')
m(torch.arange(8).to('cuda:1'), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is moved to 'cuda:1', but 'ranker.pt2' was compiled for 'cpu'
# CHECK-MESSAGES: :[[@LINE-2]]:3: note: this moves it to 'cpu'
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: the model runs here; the kernel treats the pointer as its own device's memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here; it records AOTI_DEVICE_KEY "cpu"
# CHECK-FIXES-UNSAFE: m(torch.arange(8).to('cpu'), y)
m(torch.arange(8).cuda(), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is moved to 'cuda', but 'ranker.pt2' was compiled for 'cpu'
# CHECK-MESSAGES: :[[@LINE-2]]:3: note: this moves it to 'cpu'
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: the model runs here; the kernel treats the pointer as its own device's memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here; it records AOTI_DEVICE_KEY "cpu"
# CHECK-FIXES-UNSAFE: m(torch.arange(8).cpu(), y)
m(torch.arange(8, device=torch.device('cuda')), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is created on 'cuda', but 'ranker.pt2' was compiled for 'cpu'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; the kernel treats the pointer as its own device's memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here; it records AOTI_DEVICE_KEY "cpu"
