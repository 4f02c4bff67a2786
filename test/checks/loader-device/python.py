# Loaders that are told no index, beside a device that is chosen at run time.
# RUN: %check_aoti_tidy %s aoti-loader-device %t --torch-version=2.13

#---
# A keyword of the constructor, weights and inputs of other methods: DeepFin.
import torch
class Evaluator:
    def __init__(self, paths, *, device: str = "cuda"):
        self.device = str(device)
        def load(path):
            return torch._inductor.aoti_load_package(str(path))
            # CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'aoti_load_package' loads on the current GPU, which need not be that of 'self.device'; pass its index as device_index [aoti-loader-device]
            # CHECK-MESSAGES: :[[@LINE-5]]:34: note: the device, which may have any index
            # CHECK-MESSAGES: :[[@LINE-3]]:20: note: unless the index is that of the current device, the model's kernels read the memory of another GPU than their own, and fail with an illegal memory access
        self.models = [load(p) for p in paths]
    def evaluate(self, x):
        return self.models[0](x.to(device=self.device, dtype=torch.bfloat16))
#---
# A parameter that one way of loading uses and the other drops: MACE-ICTD.
import torch
def load(path, device):
    try:
        from torch._inductor import aoti_load_package
        return aoti_load_package(path)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'aoti_load_package' loads on the current GPU, which need not be that of 'device'
    except ImportError:
        from torch._export import aot_load
        return aot_load(path, device)
def main():
    args = parser.parse_args()
    device = torch.device(args.device)
    run = load(args.path, device)
#---
# An argument of the command line, compiled for and loaded by one function: MACE-ICTD.
import torch
def main():
    ap.add_argument("--device", default="cuda")
    args = ap.parse_args()
    device = torch.device(args.device)
    x = make_inputs(64, device)
    ep = torch.export.export(net, x)
    torch._inductor.aoti_compile_and_package(ep, package_path=pkg)
    runner = torch._inductor.aoti_load_package(pkg)
    # CHECK-MESSAGES: :[[@LINE-1]]:14: warning: {{.*}} need not be that of 'device'
    # CHECK-MESSAGES: :[[@LINE-6]]:27: note: the device
    runner(*x)
#---
# A parameter of a class method, handed on: deepmd-kit.
import torch
from torch._inductor import aoti_load_package
class Wrapper:
    @classmethod
    def load(cls, checkpoint, device="cpu", **kwargs):
        device = torch.device(device) if isinstance(device, str) else device
        return cls._from_pt2(checkpoint, device, **kwargs)
    @classmethod
    def _from_pt2(cls, path, device: torch.device, **kwargs):
        self = cls.__new__(cls)
        self.runner = aoti_load_package(str(path))
        # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: {{.*}} need not be that of 'device'
        self.configure(device=device)
        return self
#---
# One of three ways: aoti_mlip's wrapper for TorchSim.
import torch
class Model(torch.nn.Module):
    def __init__(self, model_path: str, *, device: torch.device | str | None = None) -> None:
        if device is None:
            resolved = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        elif isinstance(device, str):
            resolved = torch.device(device)
        else:
            resolved = device
        self._device = resolved
        self.model = torch._inductor.aoti_load_package(model_path)
        # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} need not be that of 'self._device'
    def forward(self, state):
        return self.model(*unpack(state.to(self._device)))
#---
# A parameter for which the model is prepared: nequip.
import torch
def export_model(model, device, data, path):
    traced = prepare(model, device)
    out = torch._inductor.aoti_compile_and_package(torch.export.export(traced, data), package_path=path)
    check(torch._inductor.aoti_load_package(out), model, data)
    # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: {{.*}} need not be that of 'device'
#---
# Ranks and texts with one, at the top of a script; two loaders are one finding.
import os, torch
rank = int(os.environ["LOCAL_RANK"])
a = torch._inductor.aoti_load_package("a.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: {{.*}} need not be that of 'f"cuda:{rank}"'
b = torch._inductor.aoti_load_package("b.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:5: note: so does this one
b(a(x.to(f"cuda:{rank}")))
#---
import torch
def serve(path, gpu_id=None):
    m = torch._inductor.aoti_load_package(path)
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: {{.*}} need not be that of 'torch.device("cuda", gpu_id)'
    return m(torch.zeros(2, device=torch.device("cuda", gpu_id)))
#---
import torch
def main(args):
    device = torch.device(args.device if torch.cuda.is_available() else "cpu")
    m = torch._inductor.aoti_load_package(args.path)
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: {{.*}} need not be that of 'device'
    m(load_image(args.image).to(device))
#---
# An index that is not the first one.
import torch
m = torch._inductor.aoti_load_package("m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: {{.*}} need not be that of '"cuda:1"'
m(torch.randn(2, device="cuda:1"))

#---
# Of all the calls of a function that calls itself one passes any device.
import torch
def walk(node, path, device):
    if node.leaf:
        return torch._inductor.aoti_load_package(path)(node.x.to(device))
        # CHECK-MESSAGES: :[[@LINE-1]]:16: warning: {{.*}} need not be that of 'device'
    return walk(node.one, path, device) + walk(node.two, path, device)
walk(root, "m.pt2", "cuda:1")
#---
# A rank that is a device's, and one of a process.
import torch
def run(path, x, rank):
    return torch._inductor.aoti_load_package(path)(x.to(rank))
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} need not be that of 'rank'
#---
import torch, torch.distributed as dist
def run(path, x, rank):
    dist.init_process_group("nccl", rank=rank)
    return torch._inductor.aoti_load_package(path)(x.cuda())
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} need not be that of 'rank'
#---
import torch
def run(path, x, local_rank):
    return torch._inductor.aoti_load_package(path)(x.cuda())
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} need not be that of 'local_rank'
#---
# Not the CPU's branch.
import torch
def run(path, x, device):
    if device.type != "cuda":
        raise ValueError(device)
    return torch._inductor.aoti_load_package(path)(x.to(device))
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} need not be that of 'device'
#---
# The audio comes from a file.
import torch, torchaudio
def transcribe(path, wav, device_id):
    run = torch._inductor.aoti_load_package(path)
    # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: {{.*}} need not be that of 'device_id'
    return run(torchaudio.load(wav)[0].to(device_id))

#--- --torch-version=2.7
# The loader has no device_index yet.
import torch
def load(path, device):
    return torch._inductor.aoti_load_package(path)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'aoti_load_package' loads on the current GPU, which need not be that of 'device'; make it the current one with torch.cuda.set_device before [aoti-loader-device]
