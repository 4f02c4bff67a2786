# Arguments of what compiles, and of what loads.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch=none
import torch
from torch._inductor import aot_compile
from torch._inductor import aoti_compile_and_package
from torch._inductor import aoti_load_package
from torch._inductor.package import load_package
from torch._inductor.package import package_aoti
from torch._export import aot_load
ep = torch.export.export(m, (x,))

#---
# Right calls are silent.
aoti_compile_and_package(ep)
aoti_compile_and_package(ep, package_path="m.pt2")
aoti_compile_and_package(ep, package_path=f"{name}.pt2")
aoti_compile_and_package(ep, package_path=path)
aoti_compile_and_package(ep, package_path=buffer)
aoti_compile_and_package(ep, package_path=None)
aoti_compile_and_package(ep, package_path=prefix + "t2")
aoti_compile_and_package(ep, package_path="m.pt2" if a else None)
aoti_compile_and_package(ep, inductor_configs={"max_autotune": True})
aoti_compile_and_package(ep, **options)
aoti_compile_and_package(program, package_path="m.pt2")
aoti_load_package("m.pt2")
aoti_load_package("m.pt2", True)
aoti_load_package("m.pt2", False, 1)
aoti_load_package("m.pt2", 1)
aoti_load_package("m.pt2", run_single_threaded=True)
aoti_load_package("m.pt2", device_index=1)
aoti_load_package("m.pt2", device_index=index)
aoti_load_package(path, flag)
aoti_load_package("model")
aoti_load_package("model.zip")
aoti_load_package("/.so")
aoti_load_package("m.so" if old else "m.pt2")
load_package("m.pt2", "model")
load_package("m.pt2", "model_cpu")
load_package("m.pt2", name)
load_package("m.pt2", "model", True)
load_package("m.pt2", num_runners=2)
load_package("m.pt2", num_runners=n, run_single_threaded=True)
aot_load("m.so", "cpu")
aot_load("m.so", "cuda")
aot_load("m.so", "cuda:1")
aot_load("m.so", device)
aot_load("m.so", device.type)
aot_compile(ep.module(), (x,))
aot_compile(gm, (x,), {"scale": y})
aot_compile(gm, [x])
aot_compile(gm, (x,), options={"max_autotune": True})
aot_compile(gm, (x,), options={"aot_inductor.output_path": "a.so"})
torch._export.aot_compile(m, (x,))

#---
# Parameters that do not exist.
aoti_load_package("m.pt2", device="cuda")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'device', and the call raises TypeError; drop it, the device comes from the package [aoti-loader-arguments]
# CHECK-FIXES: aoti_load_package("m.pt2")
aoti_load_package("m.pt2", device="cuda:1")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'device', and the call raises TypeError; the device comes from the package, and its index from 'device_index=1'
# CHECK-FIXES: aoti_load_package("m.pt2", device_index=1)
aoti_load_package("m.pt2", device=torch.device("cuda", 1))
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'device'
# CHECK-FIXES: aoti_load_package("m.pt2", device_index=1)
aoti_load_package("m.pt2", device="cpu:0")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'device'
# CHECK-FIXES: aoti_load_package("m.pt2")
# What index that is nobody knows.
aoti_load_package("m.pt2", device=d)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'device'
aoti_compile_and_package(ep, options=o)
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' has no parameter 'options', and the call raises TypeError; pass it as 'inductor_configs'
# CHECK-FIXES: aoti_compile_and_package(ep, inductor_configs=o)
aoti_compile_and_package(ep, packagepath="m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' has no parameter 'packagepath', and the call raises TypeError; did you mean 'package_path'?
aot_compile(gm, (x,), inductor_configs=o)
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'aot_compile' has no parameter 'inductor_configs', and the call raises TypeError; pass it as 'options'
aoti_load_package("m.pt2", model_name="a")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'model_name', and the call raises TypeError; call 'torch._inductor.package.load_package', which has it
load_package("m.pt2", device="cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'load_package' has no parameter 'device' since torch 2.6
# CHECK-FIXES: load_package("m.pt2")
#--- --torch-version=2.5
load_package("m.pt2", device="cpu")

#--- --torch-version=2.7
# Parameters that came later.
aoti_load_package("m.pt2", device_index=1)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'device_index' before torch 2.8, and the call raises TypeError; drop it
aoti_load_package("m.pt2", True, 1)
# CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'aoti_load_package' takes at most 2 positional arguments, and the call raises TypeError
#--- --torch-version=2.8
aoti_load_package("m.pt2", device_index=1)
#---
# Nothing is known of the torch, and some have it.
aoti_load_package("m.pt2", num_runners=2)
#--- --torch-version=2.14
aoti_load_package("m.pt2", num_runners=2)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_load_package' has no parameter 'num_runners' before torch 2.15
#--- --torch-version=2.5
# A torch that has no such function at all.
aoti_load_package("m.pt2", device="cpu")
#--- --torch-version=2.6
aoti_load_package(*args)

#---
# A path that is ignored.
aoti_compile_and_package(ep, "m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' ignores its second positional argument, and writes the package to a cache folder; pass it as 'package_path'
# CHECK-FIXES: aoti_compile_and_package(ep, package_path="m.pt2")
aoti_compile_and_package(ep, f"{d}/m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' ignores its second positional argument
# CHECK-FIXES: aoti_compile_and_package(ep, package_path=f"{d}/m.pt2")
import os
aoti_compile_and_package(ep, os.path.join(d, "m.pt2"))
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' ignores its second positional argument
# CHECK-FIXES: aoti_compile_and_package(ep, package_path=os.path.join(d, "m.pt2"))
p = "m.pt2"
aoti_compile_and_package(ep, p)
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' ignores its second positional argument
# CHECK-FIXES: aoti_compile_and_package(ep, package_path=p)
# Another finding then.
aoti_compile_and_package(ep, "m.so")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' ignores its second positional argument
#---
aoti_compile_and_package(ep, "a.pt2", package_path=p)
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' ignores its second positional argument; drop it, 'package_path' is given
# CHECK-FIXES: aoti_compile_and_package(ep, package_path=p)
aoti_compile_and_package(ep, {"max_autotune": True})
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'aoti_compile_and_package' ignores its second positional argument; pass it as 'inductor_configs'
# CHECK-FIXES: aoti_compile_and_package(ep, inductor_configs={"max_autotune": True})
# Those are aoti-deprecated-api's.
aoti_compile_and_package(ep, (x,))
aoti_compile_and_package(ep, args, {"scale": y})
aoti_compile_and_package(ep, path)

#---
# A path that is none.
aoti_compile_and_package(ep, package_path="m.so")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path must end in '.pt2', not in '.so', and the call raises AssertionError; write a '.pt2'
# CHECK-MESSAGES: :[[@LINE-2]]:45: note: what loads the package must say so, too
# CHECK-FIXES-UNSAFE: aoti_compile_and_package(ep, package_path="m.pt2")
# What is before the extension stays as it is written.
aoti_compile_and_package(ep, package_path="C:\\new\\table.so")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path must end in '.pt2', not in '.so'
# CHECK-FIXES-UNSAFE: aoti_compile_and_package(ep, package_path="C:\\new\\table.pt2")
aoti_compile_and_package(ep, package_path=f"a{{b}}.so")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path must end in '.pt2', not in '.so'
# CHECK-FIXES-UNSAFE: aoti_compile_and_package(ep, package_path=f"a{{..}}b{{..}}.pt2")
aoti_compile_and_package(ep, package_path="out")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path must end in '.pt2', and the call raises AssertionError; write a '.pt2'
aoti_compile_and_package(ep, package_path=d + "m.pt")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path must end in '.pt2', not in '.pt'

#---
# A program that is none.
aoti_compile_and_package(ep.module())
# CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'aoti_compile_and_package' takes the ExportedProgram itself, and raises ValueError on its module; drop '.module()'
# CHECK-FIXES: aoti_compile_and_package(ep)
aoti_compile_and_package(torch.nn.Linear(2, 2))
# CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'aoti_compile_and_package' takes an ExportedProgram, and raises ValueError on a module; pass 'torch.export.export(module, args)'
aot_compile(ep, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'aot_compile' takes a GraphModule, and raises on an ExportedProgram; pass its '.module()'
aot_compile(torch.nn.Linear(2, 2), (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'aot_compile' takes a GraphModule, and raises AttributeError on another module; pass 'torch.export.export(module, args).module()'
class M(torch.nn.Module): pass
model = M().eval().to("cuda")
aot_compile(model, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'aot_compile' takes a GraphModule, and raises AttributeError on another module
aot_compile(ep.module().to("cuda"), (x,))
import copy
aot_compile(copy.deepcopy(ep.module()), (x,))
#---
aot_compile(torch.fx.GraphModule(m, g), (x,))
aot_compile(torch.fx.symbolic_trace(m), (x,))
class G(torch.fx.GraphModule): pass
aot_compile(G(m, g), (x,))
torch._export.aot_compile(torch.nn.Linear(2, 2), (x,))
# Its call belongs to aoti-deprecated-api.
torch._export.aot_compile(ep, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'aot_compile' takes a module or a function, and raises on an ExportedProgram; pass its '.module()'

#---
# Options that become inputs.
aot_compile(gm, [x], {"aot_inductor.package": True})
# CHECK-MESSAGES: :[[@LINE-1]]:22: warning: the third parameter of 'aot_compile' is 'kwargs' since torch 2.4, so these options are taken for inputs of the model; pass them as 'options'
aot_compile(gm, [x, y], {"max_autotune": True})
# CHECK-MESSAGES: :[[@LINE-1]]:25: warning: the third parameter of 'aot_compile' is 'kwargs' since torch 2.4
aot_compile(ep.module(), [x])
# CHECK-MESSAGES: :[[@LINE-1]]:26: warning: the inputs of an exported program's module are a tuple, and 'aot_compile' raises ValueError on a list; pass a tuple
aot_compile(ep.module(), [])
# CHECK-MESSAGES: :[[@LINE-1]]:26: warning: the inputs of an exported program's module are a tuple
#--- --torch-version=2.3
aot_compile(gm, [x], {"max_autotune": True})

#---
# Output paths.
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.output_path": "m.so"})
# CHECK-MESSAGES: :[[@LINE-1]]:48: warning: 'aoti_compile_and_package' raises RuntimeError on 'aot_inductor.output_path'; pass a .pt2 as 'package_path'
aot_compile(gm, (x,), options={"aot_inductor.output_path": f"{d}/m.pt2"})
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'aot_compile' writes a .so, and raises AssertionError on an output path that ends in '.pt2'; call 'torch._inductor.aoti_compile_and_package'
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.output_path": ""})
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.output_path": None})
def f(ep, path=None):
  aoti_compile_and_package(ep, inductor_configs={"aot_inductor.output_path": path})

#---
# Config keys.
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.debug_compil": True})
# CHECK-MESSAGES: :[[@LINE-1]]:48: warning: torch._inductor.config has no 'aot_inductor.debug_compil', and this raises AttributeError; did you mean 'aot_inductor.debug_compile'?
# CHECK-MESSAGES: :[[@LINE-2]]:48: note: this is the key 'aot_inductor.debug_compile'
# CHECK-FIXES-UNSAFE: aoti_compile_and_package(ep, inductor_configs={"aot_inductor.debug_compile": True})
aot_compile(gm, (x,), options={"output_path": p})
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: torch._inductor.config has no 'output_path', and this raises AttributeError; did you mean 'aot_inductor.output_path'?
# CHECK-MESSAGES: :[[@LINE-2]]:32: note: this is the key 'aot_inductor.output_path'
# CHECK-FIXES-UNSAFE: aot_compile(gm, (x,), options={"aot_inductor.output_path": p})
aot_compile(gm, (x,), options={"aotinductor.debug_compile": True})
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: torch._inductor.config has no 'aotinductor.debug_compile'
# CHECK-FIXES-UNSAFE: aot_compile(gm, (x,), options={"aot_inductor.debug_compile": True})
o = {"aot_inductor.packge": 1}
aot_compile(gm, (x,), options=o)
aot_compile(gn, (x,), options=o)
# CHECK-MESSAGES: :[[@LINE-3]]:6: warning: torch._inductor.config has no 'aot_inductor.packge', and this raises AttributeError; did you mean 'aot_inductor.package'?
# CHECK-MESSAGES: :[[@LINE-4]]:6: note: this is the key 'aot_inductor.package'
# CHECK-FIXES-UNSAFE: o = {"aot_inductor.package": 1}
import torch._inductor.config as config
config.aot_inductor.debug_compil = True
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: torch._inductor.config has no 'aot_inductor.debug_compil'
torch._inductor.config.patch("aot_inductor.debug_compil", True)
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: torch._inductor.config has no 'aot_inductor.debug_compil'
# CHECK-FIXES-UNSAFE: torch._inductor.config.patch("aot_inductor.debug_compile", True)
torch.compile(m, options={"aot_inductor.packge": True})
# CHECK-MESSAGES: :[[@LINE-1]]:27: warning: torch._inductor.config has no 'aot_inductor.packge', and this raises RuntimeError; did you mean 'aot_inductor.package'?
# CHECK-FIXES-UNSAFE: torch.compile(m, options={"aot_inductor.package": True})
# With a known torch what it has is known.
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.something_new": True})
aoti_compile_and_package(ep, inductor_configs={"triton.x": 1})
aoti_compile_and_package(ep, inductor_configs={"max_autotun": 1})
aoti_compile_and_package(ep, inductor_configs={key: 1})
# aoti-deprecated-api's
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.package_constants_on_disk": True})
aot_compile(gm, (x,), options={"abi_compatible": True})
#---
torch._inductor.config.max_autotune = True
#---
torch._inductor.config.aot_inductor.debug_compile = True
#--- --torch-version=2.8
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.enable_lto": True})
# CHECK-MESSAGES: :[[@LINE-1]]:48: warning: torch._inductor.config of torch 2.8 has no 'aot_inductor.enable_lto', which came with torch 2.9, and this raises AttributeError; drop it
#--- --torch-version=2.13
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.something_new": True})
# CHECK-MESSAGES: :[[@LINE-1]]:48: warning: torch._inductor.config has no 'aot_inductor.something_new', and this raises AttributeError
#--- --torch-version=2.16
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.something_new": True})

#---
# Names that no torch has.
m = torch._inductor.aoti_load("m.so", "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: no torch has 'torch._inductor.aoti_load'; it is 'torch._inductor.aoti_load_package'
from torch._inductor import aoti_compile
aoti_compile(ep)
# CHECK-MESSAGES: :[[@LINE-2]]:29: warning: no torch has 'torch._inductor.aoti_compile'; it is 'torch._inductor.aoti_compile_and_package'
import torch._inductor as I
I.aoti_compile(ep)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: no torch has 'torch._inductor.aoti_compile'
try:
  from torch._inductor import aoti_load
except ImportError:
  pass
#---
if hasattr(torch._inductor, "aoti_load"):
  torch._inductor.aoti_load(p)
#---
from mine._inductor import aoti_load
aoti_load(p)
