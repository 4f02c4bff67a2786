# What a loop takes from a list of tensors.
# RUN: %check_aoti_tidy %s aoti-input-contract %t --torch=none
import torch
x = torch.randn(4, 8)
ep = torch.export.export(model, (x,))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
#---
# A list, a tuple: what all of it have in common.
for each in [torch.randn(4, 9), torch.randn(4, 9)]:
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:14: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
# Sizes that differ are not known, the others are.
for each in (torch.randn(5, 8), torch.randn(5, 9)):
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:14: warning: input 0 has shape [5, ?], but the package takes [4, 8]: dimension 0 is the constant 4, not 5 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
for each in (torch.zeros(4, 8, dtype=torch.int64), torch.ones(4, 8, dtype=torch.int64)):
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:14: warning: input 0 is 'int64', but the package takes 'float32' [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
# By a name, in a comprehension, of a comprehension.
inputs = [torch.randn(4, 9)] * 3
for each in inputs:
    m(each)
# CHECK-MESSAGES: :[[@LINE-3]]:11: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
outputs = [m(each) for each in [torch.randn(4, 9)]]
# CHECK-MESSAGES: :[[@LINE-1]]:33: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:12: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
for each in [torch.randn(4, 9) for _ in range(3)]:
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:14: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
# Several targets.
for i, each in enumerate([torch.randn(4, 9)]):
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:27: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
for name, each in zip(names, [torch.randn(4, 9)]):
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:31: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
for name, each in [('a', torch.randn(4, 9))]:
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:26: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
# One of them fits, or may.
for each in [torch.randn(4, 9), torch.randn(4, 8)]:
    m(each)
#---
for each in [torch.randn(4, 9), unknown()]:
    m(each)
#---
# What is done depends on it.
for each in [torch.randn(4, 9)]:
    if each.shape[1] != 8:
        continue
    m(each)
#---
[m(each) for each in [torch.randn(4, 9)] if each.shape[1] == 8]
#---
# It is another one by then, or the list is.
for each in [torch.randn(4, 9)]:
    each = each[:, :8]
    m(each)
#---
for each in [torch.randn(4, 9)]:
    each.resize_(4, 8)
    m(each)
#---
inputs = [torch.randn(4, 9)]
inputs.append(torch.randn(4, 8))
for each in inputs:
    m(each)
#---
inputs = [torch.randn(4, 9)]
inputs[0] = torch.randn(4, 8)
for each in inputs:
    m(each)
#---
inputs = [torch.randn(4, 9)]
prepare(inputs)
for each in inputs:
    m(each)
#---
# The other target, another function of that name.
for each, other in zip([torch.randn(4, 8)], [torch.randn(4, 9)]):
    m(each)
#---
def f(zip):
    for each, other in zip([torch.randn(4, 9)], [torch.randn(4, 8)]):
        m(each)
#---
# Its size depends on the loop.
inputs = [torch.randn(4, n) for n in sizes]
for each in inputs:
    m(each)
#---
# Nothing is taken.
for each in []:
    m(each)
