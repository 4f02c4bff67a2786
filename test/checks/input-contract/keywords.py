# Inputs by name: torch raises unless they are the export's kwargs, and sorts them.
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --input 'int64[s0:2..512]' --input 'float32[s0:2..512,32]' --keyword mask %t/out/ranker.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --input 'int64[s0:2..512]' --input 'float32[s0:2..512,32]' %t/out/old.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-input-contract %t/script --package=%t/out/ranker.pt2 --package=%t/out/old.pt2 --torch=none
import pytest
import torch
x = torch.randn(8, 10)
y = torch.randn(3)

#---
# The package says which.
m = torch._inductor.aoti_load_package('ranker.pt2')
m(torch.arange(8), mask=torch.randn(8, 32))
m(torch.arange(8), **{'mask': torch.randn(8, 32)})
m(torch.arange(8), mask=torch.randn(8, 16))
# CHECK-MESSAGES: :[[@LINE-1]]:25: warning: input 1 has shape [8, 16], but 'ranker.pt2' takes [2..512, 32]: dimension 1 is the constant 32, not 16 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here
m(torch.arange(8), torch.randn(8, 32))
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 'mask' by name, and this call gives no input by name, on which it throws [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-8]]:5: note: 'ranker.pt2' is loaded here
m(torch.arange(8), mask=torch.randn(8, 32), scale=2)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 'mask' by name, and this call gives 'mask' and 'scale' by name, on which it throws
m(torch.arange(8), attention_mask=unknown())
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 'mask' by name, and this call gives 'attention_mask' by name, on which it throws
m(torch.arange(8), torch.arange(8), mask=torch.randn(8, 32))
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 2 inputs, and this call gives 3, on which it throws
# Who knows what it has.
m(torch.arange(8), **batch())
m(torch.arange(8), mask=torch.randn(8, 32), **batch())
with pytest.raises(ValueError):
    m(torch.arange(8), torch.randn(8, 32))

#---
# One without a record of it.
m = torch._inductor.aoti_load_package('old.pt2')
m(torch.arange(8), mask=torch.randn(8, 16))
m(torch.arange(8), torch.randn(8, 32))

#---
# The script's own export: by position is by position.
ep = torch.export.export(model, (x, y))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x, y)
m(x, y=y)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: the package takes no input by name, and this call gives 'y' by name, on which it throws [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-5]]:6: note: exported here, for inputs like its example inputs
m(x=x, y=y)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: the package takes no input by name, and this call gives 'x' and 'y' by name, on which it throws

#---
# In any order, but all of them and no other.
ep = torch.export.export(model, (x,), {'mask': torch.zeros(4), 'y': y})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x, mask=torch.ones(4), y=y)
m(x, y=y, mask=torch.ones(4))
m(x, y=torch.randn(4), mask=torch.ones(4))
# CHECK-MESSAGES: :[[@LINE-1]]:8: warning: input 2 has shape [4], but the package takes [3]: dimension 0 is the constant 3, not 4
m(x, y=y)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: the package takes 'mask' and 'y' by name, and this call gives 'y' by name, on which it throws
batch = dict(mask=torch.ones(4), y=torch.ones(3, dtype=torch.int64))
m(x, **batch)
# CHECK-MESSAGES: :[[@LINE-2]]:36: warning: input 2 is 'int64', but the package takes 'float32'

#---
# A batch that is changed somewhere is not known.
ep = torch.export.export(model, (x,), {'mask': torch.zeros(4), 'y': y})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
batch = {'y': torch.ones(3)}
batch['mask'] = torch.ones(4)
m(x, **batch)
batch.update(more())
m(x, **batch)

#---
# dynamic_shapes by name: a keyword's is its own.
batch = torch.export.Dim('batch', max=64)
ep = torch.export.export(model, (), {'x': x, 'y': y}, dynamic_shapes={'y': None, 'x': {0: batch}})
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(x=torch.randn(5, 10), y=y)
m(y=torch.randn(5), x=torch.randn(5, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 1 has shape [5], but the package takes [3]: dimension 0 is the constant 3, not 5
m(y=y, x=torch.randn(65, 10))
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: input 0 has shape [65, 10], but the package takes [2..64, 10]: dimension 0 is at most 64

#---
# What the tensors are does not matter for that.
ep = torch.export.export(model, example_inputs())
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
m(input_ids=x)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: the package takes no input by name, and this call gives 'input_ids' by name, on which it throws
m(x, x)
ep = torch.export.export(model, (), kwargs=example_inputs())
n = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
n(input_ids=x)
n(**example_inputs())
ep = torch.export.export(model, args=(x,), kwargs=None)
o = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
o(x)
ep = torch.export.export(model, args=(x,), kwargs={})
o = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
o(x)
