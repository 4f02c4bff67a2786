# Example inputs that make another package than its calls need.
# RUN: %check_aoti_tidy %s aoti-example-inputs %t --torch=none
import torch
from torch.export import export
class Gain(torch.nn.Module):
    def forward(self, wave, gain, mode="sum"): return wave * gain
class Two(torch.nn.Module):
    def forward(self, a, b): return a + 2 * b
x = torch.randn(4)

#---
# A number is compiled in (pytorch#135796).
ep = torch.export.export(Gain(), (torch.ones(16), 2.0))
torch._inductor.aoti_compile_and_package(ep, package_path="gain.pt2")
run = torch._inductor.aoti_load_package("gain.pt2")
run(torch.ones(16), 3.0)
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'gain' is 3.0 here, but 'gain.pt2' was compiled for 2.0 and ignores it; export it as 'torch.tensor(2.0)' [aoti-example-inputs]
# CHECK-MESSAGES: :13:6: note: exported here
louder = -1.5
run(torch.ones(16), louder)
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'gain' is -1.5 here
for factor in (2.0, 4.0):
    run(x, factor)
# CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'gain' is 4.0 here
run(torch.ones(16), None)
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'gain' is None here
# The same.
run(torch.ones(16), 2.0)
run(torch.ones(16), 2)
run(torch.ones(16), 4.0 / 2)
run(torch.ones(16), unknown())
ep.module()(torch.ones(16), 3.0)
import pytest
with pytest.raises(RuntimeError):
    run(torch.ones(16), 3.0)
#---
# Other kinds, by keyword, in a dict.
ep = torch.export.export(Gain(), (x, torch.tensor(2.0)), {"mode": "mean"})
torch._inductor.aoti_compile_and_package(ep, package_path="mode.pt2")
run = torch._inductor.aoti_load_package("mode.pt2")
run(x, torch.tensor(3.0), mode="sum")
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'mode' is 'sum' here, but 'mode.pt2' was compiled for 'mean' and ignores it; compile a package for each value
run(x, torch.tensor(3.0), mode="mean")
#---
ep = torch.export.export(Two(), ({"x": x, "scale": True}, [x.clone(), 1]))
torch._inductor.aoti_compile_and_package(ep, package_path="two.pt2")
run = torch._inductor.aoti_load_package("two.pt2")
run({"x": x, "scale": False}, [x, 1])
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'a['scale']' is False here, but 'two.pt2' was compiled for True and ignores it
run({"x": x, "scale": True}, [x, 2])
# CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'b[1]' is 2 here, but 'two.pt2' was compiled for 1 and ignores it; export it as 'torch.tensor(1)'
#---
# One package for each value.
packages = {}
for k in (1, 2):
    e = torch.export.export(Gain(), (torch.ones(4), k))
    packages[k] = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e, package_path=f"k{k}.pt2"))
packages[2](torch.ones(4), 2)
#---
# The example's own name.
k = 3
e = torch.export.export(Gain(), (torch.ones(4), k))
run = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e))
run(torch.ones(4), k)

#---
# One tensor for two inputs (pytorch#139805).
ep = export(Two(), (x, x))
# CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'x' is both 'a' and 'b' in the example, so export takes them for one, and the package reads only the last; clone it for one of them [aoti-example-inputs]
torch._inductor.aoti_compile_and_package(ep, package_path="a.pt2")
#---
torch._inductor.aoti_compile_and_package(export(Two(), tuple([x] * 2)))
# CHECK-MESSAGES: :[[@LINE-1]]:63: warning: 'x' is both 'a' and 'b' in the example
torch._inductor.aoti_compile_and_package(export(Two(), (x,), {"b": x}), package_path="b.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:68: warning: 'x' is both 'a' and 'b' in the example
y = torch.ones(2)
z = y
torch._inductor.aoti_compile_and_package(export(Two(), (y, z)), package_path="c.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:60: warning: 'z' is both 'a' and 'b' in the example
run = torch._inductor.aoti_load_package("c.pt2")
run(y, y)
run(torch.ones(2), torch.zeros(2))
#---
# Copies, others, views; tensors of which nothing is known.
torch._inductor.aoti_compile_and_package(export(Two(), (x, x.clone())), package_path="a.pt2")
torch._inductor.aoti_compile_and_package(export(Two(), (x, torch.zeros_like(x))), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(export(Two(), (x, x[:])), package_path="c.pt2")
torch._inductor.aoti_compile_and_package(export(Two(), (torch.randn(4), torch.randn(4))), package_path="d.pt2")
def build(n): torch._inductor.aoti_compile_and_package(export(Two(), (n, n)), package_path="e.pt2")
torch._inductor.aoti_compile_and_package(export(Two(), (2, 2)), package_path="f.pt2")
#---
# Each call passes one tensor, too: self-attention.
run = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(export(Two(), (x, x))))
z = torch.randn(4)
run(z, z)
run(*batch())

#---
# A dynamic number has no input in the package.
from torch.export import Dim
ep = export(Gain(), (x, 3), dynamic_shapes=({0: Dim("b")}, Dim.DYNAMIC))
# CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'gain' is a dynamic number, for which a package has no input: what a call passes is ignored; take it from the size of a tensor [aoti-example-inputs]
torch._inductor.aoti_compile_and_package(ep, package_path="a.pt2")
ep = export(Gain(), (x, 3), dynamic_shapes={"gain": Dim("g", min=2), "wave": None})
# CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'gain' is a dynamic number
torch._inductor.aoti_compile_and_package(ep, package_path="b.pt2")
ep = export(Gain(), (x, 3), dynamic_shapes=({0: Dim("b")}, None))
torch._inductor.aoti_compile_and_package(ep, package_path="c.pt2")
ep = export(Gain(), (x, x.clone()), dynamic_shapes=({0: Dim.AUTO}, {0: Dim.AUTO}))
torch._inductor.aoti_compile_and_package(ep, package_path="d.pt2")

#---
# 'args' is no tuple.
export(Two(), x)
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: export raises: 'args' is a tensor, not a tuple of the inputs; write '(x,)' [aoti-example-inputs]
export(Two(), (torch.randn(2)))
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: export raises: 'args' is a tensor
export(Two(), [x, x])
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: export raises: 'args' is a list, not a tuple of the inputs; make it a tuple
torch.export.export(Two(), args={"a": x})
# CHECK-MESSAGES: :[[@LINE-1]]:33: warning: export raises: 'args' is a dict, not a tuple of the inputs; pass it as 'kwargs', or in a tuple
export(Two(), tuple([x, x.clone()]))
export(Two(), (), {"a": x})
export(Two(), examples)
export(Two(), None)
def make(args): return export(Two(), args)
with pytest.raises(Exception): export(Two(), [x])

#---
# A ScriptModule, a function, in a script that writes a package.
from torch._inductor import aoti_compile_and_package
export(torch.jit.script(Two()), (x, x.clone()))
# CHECK-MESSAGES: :[[@LINE-1]]:8: warning: export raises: 'torch.jit.script' makes a ScriptModule; export the torch.nn.Module itself [aoti-example-inputs]
net = torch.jit.trace(Two(), (x, x)).eval()
torch.export.export(net, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: export raises: 'torch.jit.trace' makes a ScriptModule
export(lambda a: a, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:8: warning: export raises: it takes a torch.nn.Module, and this is a function; call it in the forward() of a module
def double(a): return a * 2
export(double, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:8: warning: export raises: it takes a torch.nn.Module, and this is a function
@as_module
def triple(a): return a * 3
export(triple, (x,))
export(torch.compile(Two()), (x, x.clone()))
export(Two().eval(), (x, x.clone()))
export(Two, (x,)) if False else None

#---
# torch.export.save writes no package.
torch.export.save(export(Two(), (x, x.clone())), "net.pt2")
run = torch._inductor.aoti_load_package("net.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'net.pt2' holds an exported program, not a package, on which this raises; write it with 'torch._inductor.aoti_compile_and_package' [aoti-example-inputs]
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: saved here
torch.export.load("net.pt2")
torch._inductor.aoti_load_package("other.pt2")
#---
ep = export(Two(), (x, x.clone()))
torch.export.save(ep, "net.pt2")
torch._inductor.aoti_compile_and_package(ep, package_path="net.pt2")
torch._inductor.aoti_load_package("net.pt2")

#---
# Autocast around a run (pytorch#110490).
ep = torch.export.export(Two(), (x, x.clone()))
torch._inductor.aoti_compile_and_package(ep, package_path="net.pt2")
run = torch._inductor.aoti_load_package("net.pt2")
with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: autocast has no effect on a package: its dtypes were fixed by the export, which is the place for it [aoti-example-inputs]
# CHECK-MESSAGES: :[[@LINE-5]]:6: note: exported here
    y = run(x, torch.randn(4))
with torch.autocast("cpu", enabled=False):
    run(x, torch.randn(4))
with torch.autocast("cpu"):
    want = eager(x, x.clone())
    run(x, torch.randn(4))
#---
with torch.amp.autocast("cpu"):
    ep = torch.export.export(Two(), (x, x.clone()))
torch._inductor.aoti_compile_and_package(ep, package_path="net.pt2")
run = torch._inductor.aoti_load_package("net.pt2")
with torch.amp.autocast("cpu"):
    run(x, torch.randn(4))

# torch.autograd.grad under no_grad (pytorch#187907, pytorch#125984).
#---
class Forces(torch.nn.Module):
    def forward(self, pos):
        pos = pos.requires_grad_(True)
        return torch.autograd.grad((pos**2).sum(), pos)[0]


class Enabled(torch.nn.Module):
    def forward(self, pos):
        with torch.enable_grad():
            pos = pos.requires_grad_(True)
            return torch.autograd.grad((pos**2).sum(), pos)[0]


with torch.no_grad():
    torch.export.export(Forces(), (torch.randn(4, 3),))
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: export raises: forward() calls 'torch.autograd.grad', and 'torch.no_grad' is entered here; export outside of it [aoti-example-inputs]
    # CHECK-MESSAGES: :[[@LINE-13]]:16: note: in forward()
    torch.export.export(Enabled(), (torch.randn(4, 3),))
    with torch.enable_grad():
        torch.export.export(Forces(), (torch.randn(4, 3),))
torch.export.export(Forces(), (torch.randn(4, 3),))
