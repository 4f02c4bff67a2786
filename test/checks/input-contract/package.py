# Inputs held against a package that takes int64 [2..512] and float32 [2..512, 32].
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --input 'int64[s0:2..512]' --input 'float32[s0:2..512,32]' %t/out/ranker.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-input-contract %t/script --package=%t/out/ranker.pt2 --torch=none
import torch
m = torch._inductor.aoti_load_package('ranker.pt2')

#---
# Each property of an input.
x = torch.randn(8)
m(x, torch.randn(8, 32))
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: input 0 is 'float32', but 'ranker.pt2' takes 'int64' [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here
# One mistake.
m(torch.randn(8, 32), torch.arange(8))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: inputs 0 and 1 are swapped: 'ranker.pt2' takes int64 [2..512], then float32 [2..512, 32] [aoti-input-contract]
m(torch.arange(8), torch.randn(8, 16))
# CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 1 has shape [8, 16], but 'ranker.pt2' takes [2..512, 32]: dimension 1 is the constant 32, not 16
m(torch.arange(8), torch.randn(9, 32))
# CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 1 has shape [9, 32], but 'ranker.pt2' takes [2..512, 32]: dimension 0 must be 8, as dimension 0 of input 0
m(torch.arange(8).unsqueeze(0), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1, 8], but 'ranker.pt2' takes [2..512]: 1 dimension, not 2
m(torch.tensor([7]))
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 2 inputs, and this call gives 1, on which it throws
m(torch.tensor([7]), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1], but 'ranker.pt2' takes [2..512]: dimension 0 is at least 2, since torch compiles sizes 0 and 1 as constants
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment; otherwise nothing is checked, and whether the size works depends on its kernels
m(torch.arange(600), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [600], but 'ranker.pt2' takes [2..512]: dimension 0 is at most 512
m(torch.arange(8).half(), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is 'float16', but 'ranker.pt2' takes 'int64'
m(torch.arange(8).to(torch.int32), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is 'int32', but 'ranker.pt2' takes 'int64'
m(torch.arange(8) / 2, y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is 'float32', but 'ranker.pt2' takes 'int64'

#---
# A transposed input is made contiguous.
m(torch.arange(8), torch.randn(32, 8).t())
# CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 1 has stride 1 in dimension 0, but 'ranker.pt2' was compiled for 32; pass a contiguous tensor
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here
# CHECK-FIXES: m(torch.arange(8), torch.randn(32, 8).t().contiguous())

#---
# A file that may write the package says nothing of the one that is there.
build('ranker.pt2')
m(torch.randn(1))
#---
with open('ranker.pt2', 'wb') as f: pass
m(torch.randn(1))
#---
import os
print(os.path.exists('ranker.pt2'))
m(torch.randn(1))
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 2 inputs, and this call gives 1, on which it throws
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here

#---
# What factories make.
# Each is what torch 2.13 makes of it.
m(torch.arange(2, end=10), y)
m(torch.randint(3, 5, size=(8,)), y)
m(torch.randint(3, high=5, size=(8,)), y)
m(torch.tensor([1,  # one
  2]), y)
m(torch.arange(8).div(2, rounding_mode='floor'), y)
m(torch.arange(8), torch.cat((torch.randn(8, 16), torch.randn(8, 16)), axis=1))
m(torch.arange(8), torch.cat([torch.randn(8, 16)], unknown=1))
m(torch.arange(2, end=3), y)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1], but 'ranker.pt2' takes [2..512]
m(torch.tensor([1j, 2j]), y)
m(torch.full((8,), 2.5j), y)
