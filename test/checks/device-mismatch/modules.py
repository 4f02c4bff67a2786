# Example inputs of an export for aoti_compile_and_package, on another device than
# the module. That torch.export raises, or does not, was seen with torch 2.13 and
# fake tensors on 'cuda'.
# RUN: %check_aoti_tidy %s aoti-device-mismatch %t --torch=none
import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x):
        return self.fc(x)
e = torch.export.export
x = torch.randn(2, 3)

#---
# An example on another device.
e(M().to('cuda'), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda', on which torch.export raises [aoti-device-mismatch]
# CHECK-MESSAGES: :13:5: note: this creates it on 'cuda'
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: exported here; a layer of the module combines the input with its parameters
# CHECK-MESSAGES: :[[@LINE-4]]:3: note: the module is moved to 'cuda' here
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
m = M()
m.eval()
e(m, (x.to('cuda:1'),))
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: example input 0 is moved to 'cuda:1', but the module is on 'cpu', on which torch.export raises
# CHECK-MESSAGES: :[[@LINE-2]]:7: note: this moves it to 'cpu'
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: exported here; a layer of the module combines the input with its parameters
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: the module is created on 'cpu' here
# CHECK-FIXES-UNSAFE: e(m, (x.to('cpu'),))

#---
# Ways to move a module.
m = M().cuda()
e(m, (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
m = M()
m.cuda()
e(m, (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
m = M()
m = m.to(device='cuda', dtype=torch.float16)
e(m, (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
m = M().eval().to(torch.device('cuda', 1)).half()
e(mod=m, args=(x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
device = 'cuda'
m = M()
m.load_state_dict(s)
m.to(device)
print(m, m(x.cuda()), m.training)
e(m, (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
def main():
  m = M().cuda()
  with torch.no_grad():
    e(m, [x])
  return m
  # CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
  # CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
m = M()
m.to('cuda').eval()
m.to('cuda')
e(m, (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
e(torch.nn.Linear(3, 4).cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
e(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(3, 4)).cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
import tempfile
with tempfile.TemporaryDirectory() as d, torch.no_grad():
  m = M().cuda()
  e(m, (x,))
  # CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
  # CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
n = sum(p.numel() for p in m.parameters())
e(M().xpu(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'xpu'
# CHECK-MESSAGES: :13:5: note: this creates it on 'xpu'
# CHECK-MESSAGES: :[[@LINE-3]]:3: note: the module is moved to 'xpu' here
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="xpu")

#---
# A library is loaded for its device.
so = torch._export.aot_compile(M(), (x,))
m = torch._export.aot_load(so, 'cuda:0')
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'aot_load' runs the model on 'cuda', but it is compiled for 'cpu'
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: compiled here, from a module and example inputs on 'cpu'
#---
m = M().cuda()
so = torch._export.aot_compile(m, (x.cuda(),))
torch._export.aot_load(so, device='cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aot_load' runs the model on 'cpu', but it is compiled for 'cuda'
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: compiled here, from a module and example inputs on 'cuda'
from torch._export import aot_compile, aot_load
p = 'm.so'
aot_compile(M(), (x,), options={'aot_inductor.output_path': p})
aot_load(p, 'cuda')
# CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'aot_load' runs the model on 'cuda', but it is compiled for 'cpu'
#---
device = 'cuda'
with torch.no_grad():
  so = torch._export.aot_compile(M(), args=(x,))
torch._export.aot_load(so, device)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aot_load' runs the model on 'cuda', but it is compiled for 'cpu'
#---
so = torch._export.aot_compile(M(), (x,))
torch._export.aot_load(so, 'cpu')
#---
so = torch._export.aot_compile(M().cuda(), (x.cuda(),))
torch._export.aot_load(so, 'cuda:1')
#---
# Somewhere, or not both there.
so = torch._export.aot_compile(M().to(d), (x,))
torch._export.aot_load(so, 'cuda')
#---
so = torch._export.aot_compile(m, (x,))
torch._export.aot_load(so, 'cuda')
#---
so = torch._export.aot_compile(M(), (x.to(d),))
torch._export.aot_load(so, 'cuda')
#---
so = torch._export.aot_compile(M(), args)
torch._export.aot_load(so, 'cuda')
#---
so = torch._export.aot_compile(M(), (x,), kwargs)
torch._export.aot_load(so, 'cuda')
#---
so = torch._export.aot_compile(M(), (x,), **more)
torch._export.aot_load(so, 'cuda')
#---
# Something else is loaded, or one of several.
so = torch._export.aot_compile(M(), (x,))
torch._export.aot_load(other, 'cuda')
#---
so = torch._export.aot_compile(M(), (x,))
if c: so = torch._export.aot_compile(M().cuda(), (x.cuda(),))
torch._export.aot_load(so, 'cuda')
#---
o = {'aot_inductor.output_path': 'm.so'}
torch._export.aot_compile(M(), (x,), options=o)
torch._export.aot_compile(M().cuda(), (x.cuda(),), options=o)
torch._export.aot_load('m.so', 'cuda')
#---
# The device is chosen, or it is to fail.
so = torch._export.aot_compile(M(), (x,))
torch._export.aot_load(so, device)
#---
so = torch._export.aot_compile(M(), (x,))
with pytest.raises(RuntimeError):
  torch._export.aot_load(so, 'cuda')
#---
torch.set_default_device('cuda')
so = torch._export.aot_compile(M(), (x,))
torch._export.aot_load(so, 'cuda')

#---
# The unsafe fix moves the example.
e(M().cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-MESSAGES: :13:5: note: this creates it on 'cuda'
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: exported here; a layer of the module combines the input with its parameters
# CHECK-MESSAGES: :[[@LINE-4]]:3: note: the module is moved to 'cuda' here
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")

#---
# Where a module is may be unknown.
# Another device, or none that is known.
e(M().to('cuda'), (x.cuda(),))
e(M(), (x,))
e(M().to(device), (x,))
e(M().cuda().cpu(), (x,))
d = 'cuda' if torch.cuda.is_available() else 'cpu'
e(M().to(d), (x,))
#---
d = torch.device('cuda') if c else torch.device('cpu')
e(M().to(d), (x,))
e(M().to(args.device), (x,))
e(M().to('cuda:0'), (torch.randn(2, 3, device='cuda:1'),))
e(M().half().to(torch.float64), (x,))
# Numbers may stay on the CPU.
e(M().cuda(), (torch.tensor(1.0),))
e(M().cuda(), (1.0, torch.tensor(n)))
# Moved later, or perhaps.
m = M()
e(m, (x,))
m.cuda()
#---
m = M()
if c:
  m.cuda()
e(m, (x,))
#---
m = M().cuda()
if c: m.cpu()
e(m, (x,))
#---
m = M().cuda()
m.to(d)
e(m, (x,))
#---
# Others may move it, or a part of it.
m = M()
move(m)
e(m, (x.cuda(),))
#---
m = M()
m.fc.to('cuda')
e(m, (x.cuda(),))
#---
m = M()
m.fc = f
e(m, (x.cuda(),))
#---
m = M()
m.apply(f)
e(m, (x.cuda(),))
#---
m = M()
for p in m.parameters():
  p.data = p.data.cuda()
e(m, (x.cuda(),))
#---
m = M()
m.load_state_dict(s, assign=True)
e(m, (x.cuda(),))
#---
m = M()
all = [m]
e(m, (x.cuda(),))
#---
m = M()
n = m.eval()
move(n)
e(m, (x.cuda(),))
self.m = M()
e(self.m, (x.cuda(),))
e(get(), (x.cuda(),))
#---
def f(m): e(m, (x.cuda(),))
e(torch.nn.Linear(3, 4, device='cuda'), (x,))
e(torch.nn.Linear(3, 4, device='cuda'), (x.cuda(),))
l = torch.nn.Linear(3, 4).cuda()
e(torch.nn.Sequential(l), (x.cuda(),))
e(torch.nn.Sequential(*ls), (x.cuda(),))
#---
class M(torch.nn.Module):
  def __init__(self, device): pass
e(M(), (x.cuda(),))
#---
torch.set_default_device('cuda')
e(M(), (x.cpu(),))
#---
dev = torch.device('cuda')
with dev:
  m = M()
e(m, (torch.zeros(2, 3, device='cuda'),))
#---
with where:
  m = M()
e(m, (x.cuda(),))
#---
with accelerate.init_empty_weights():
  m = M()
e(m, (x.cuda(),))
#---
with contextlib.ExitStack() as s:
  s.enter_context(c)
  m = M()
  e(m, (x.cuda(),))
#---
with self.context():
  m = M()
e(m, (x.cuda(),))
#---
M.forward = another
e(M().cuda(), (x,))
#---
m = M().cuda()
m.forward = another
e(m, (x,))
#---
m = M().cuda()
m.register_forward_pre_hook(move)
e(m, (x,))
# It is meant to fail; another export.
with pytest.raises(RuntimeError):
  e(M().cuda(), (x,))
export(M().cuda(), (x,))
e(M().cuda(), args)
e(*a, **k)

#---
# What forward does with the input.
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return torch.relu(self.fc(x))
e(N().cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        h = torch.flatten(x, 1)
        with torch.no_grad():
            h = self.fc(h.relu())
        return h
e(N().cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
# Of a convolution alone, export says nothing.
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.nn.Conv2d(3, 4, 3)
        self.n = torch.nn.BatchNorm2d(4)
    def forward(self, x, y=None):
        x = self.c(x)
        return self.n(x)
e(N().cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(3, 4))
    def forward(self, x, y=None):
        if y is not None:
            x2 = y
        return self.net(x)
e(N().cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
    def forward(self, x, y=None):
        return self.m(x)
e(N().cuda(), (x,))
# CHECK-MESSAGES: :13:5: warning: example input 0 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return self.fc(y)
e(N().cuda(), (x.cuda(), x))
# CHECK-MESSAGES: :13:5: warning: example input 1 is created on 'cpu', but the module is on 'cuda'
# CHECK-FIXES-UNSAFE: x = torch.randn(2, 3, device="cuda")
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.nn.Conv2d(3, 4, 3)
    def forward(self, x, y=None):
        return self.c(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x, y=None):
        return x + 1
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.LayerNorm(3, 1e-5, False)
    def forward(self, x, y=None):
        return self.fc(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.BatchNorm1d(3, affine=False)
    def forward(self, x, y=None):
        return self.fc(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return self.fc(x.to(self.fc.weight))
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        x = move(x)
        return self.fc(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return self.fc(y)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        if c:
            return x
        return self.fc(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        if c:
            x = self.fc(x)
        return x
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return self.fc(x) if c else x
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return c and self.fc(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return lambda: self.fc(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        @torch.no_grad()
        def f():
            return self.fc(x)
        return f
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
        self.fc = wrap(self.fc)
    def forward(self, x, y=None):
        return self.fc(x)
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return self.fc(x)
    def __call__(self, x):
        return 0
e(N().cuda(), (x,))
#---
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x, y=None):
        return self.fc(x)
    def _apply(self, f):
        return self
e(N().cuda(), (x,))
