# What neither check of inputs reports, with a package that takes int64 [2..512] and float32 [2..512, 32].
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --input 'int64[s0:2..512]' --input 'float32[s0:2..512,32]' %t/out/ranker.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-input-contract,aoti-device-mismatch %t/script --package=%t/out/ranker.pt2 --torch=none
import torch
m = torch._inductor.aoti_load_package('ranker.pt2')

#---
# What fits is silent.
m(torch.zeros(8, dtype=torch.int64), torch.randn(8, 32))
m(torch.arange(8), torch.randn(8, 16).repeat(1, 2))
m((torch.arange(8), [torch.randn((8, 32))]))
m(torch.arange(8), torch.randn(8, 32), None, 'x', 3)
x = torch.randn(8, 32, dtype=torch.float64).float()
m(torch.tensor([1, 2]), x[:2])

#---
# What is not known is silent.
# Parameters, other functions' results.
def f(x): m(x, x)
m(load(), torch.randn(1))
m(*inputs)
m(torch.randn(n, dtype=d), y)
m(x=torch.randn(1))
#---
x = torch.randn(8)
if c: x = x.long()
m(x, y)
#---
x = torch.randn(8)
x.data = z
m(x, y)
#---
x = torch.randn(1)
x.resize_(3, 4)
m(x, y)
m(torch.tensor(array), y)
m(torch.arange(8).to(device), y)
m(torch.arange(8).view(torch.int32)[0], y)
torch.set_default_dtype(torch.float64)
torch.set_default_device('cuda')
m(torch.arange(8), y)
with torch.device('cuda'):
  m(torch.arange(8), y)
# Another model.
n = other()
n(torch.randn(1))
#---
# No package.
m = wrap(m)
m(torch.randn(1))
#---
self.m(torch.randn(1))
#---
import mine as torch
m(torch.randn(1), y)
#---
with self.assertRaises(RuntimeError):
  m(torch.randn(1))
with pytest.raises(RuntimeError) as e, f():
  m(torch.randn(1), y)
