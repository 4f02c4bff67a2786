# What looks like a loader on another device than its inputs, and is none.
# RUN: %check_aoti_tidy %s aoti-loader-device %t --torch-version=2.13

#---
# The index is given: TorchEasyRec, transformers.
import torch
def load(path, device: torch.device):
    return torch._inductor.aoti_load_package(path, device_index=device.index)
def load_any(source, device):
    index = torch.device(device).index if device is not None else None
    return torch._inductor.aoti_load_package(source, device_index=-1 if index is None else index)
def load_with(path, device, **options):
    return torch._inductor.aoti_load_package(path, **options)
#---
# Or in one of two ways.
import torch
def load(path, device):
    if device.index is None:
        return torch._inductor.aoti_load_package(path)
    return torch._inductor.aoti_load_package(path, device_index=device.index)
#---
import torch
def load(path, device):
    try:
        return torch._inductor.aoti_load_package(path, device_index=device.index)
    except TypeError:
        return torch._inductor.aoti_load_package(path)
#---
# The device is made the current one: torchchat's ranks.
import torch
def load(path, rank):
    torch.cuda.set_device(rank % torch.cuda.device_count())
    return torch._inductor.aoti_load_package(path)
#---
import torch
def load(path, device):
    with torch.cuda.device(device):
        return torch._inductor.aoti_load_package(path)
#---
import torch
def load(path, device, stream):
    with torch.cuda.stream(stream):
        return torch._inductor.aoti_load_package(path)
#---
import os, torch
def load(path, gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
    return torch._inductor.aoti_load_package(path)
#---
# The inputs go to the current one: NVIDIA's recsys-examples.
import torch
def run(path, batch, rank):
    batch = batch.to(device=torch.cuda.current_device())
    return torch._inductor.aoti_load_package(path)(batch)
#---
# The package's device is compared with the host's: nequip, torchchat.
import torch
def load(path, device):
    model = torch._inductor.aoti_load_package(path)
    if torch.device(model.get_metadata()["AOTI_DEVICE_KEY"]) != torch.device(device):
        raise RuntimeError(device)
    return model
#---
# Devices without an index: PyTorch's TensorRT example, Triton's models, flux2.
import torch
device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch._inductor.aoti_load_package("model.pt2")
model(torch.randn(8, 10, device=device))
#---
import torch
class Run:
    def __init__(self, path):
        self.device = torch.device("cuda")
        self.model = torch._inductor.aoti_load_package(path)
    def __call__(self, x):
        return self.model(x.to(self.device))
#---
import torch
def one(path):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch._inductor.aoti_load_package(path)(torch.zeros(2, device=device))
def two(path):
    device = "cuda:0" if torch.cuda.is_available() else "cpu"
    return torch._inductor.aoti_load_package(path)(torch.zeros(2, device=device))
def three(path, x, use_gpu):
    device = "cuda" if use_gpu else "mps"
    return torch._inductor.aoti_load_package(path)(x.to(device))
#---
# So are those that the file's calls pass.
import torch
def bench(path, device="cuda"):
    return torch._inductor.aoti_load_package(path)(torch.zeros(2, device=device))
bench("a.pt2")
bench("b.pt2", "cuda:0")
bench("c.pt2", device="cpu")
#---
import argparse, torch
parser = argparse.ArgumentParser()
parser.add_argument("--device", choices=["cpu", "cuda"])
args = parser.parse_args()
m = torch._inductor.aoti_load_package("m.pt2")
m(torch.zeros(2, device=args.device))
#---
# On the CPU.
import torch
def load(path, device):
    if device == "cpu":
        return torch._inductor.aoti_load_package(path)
    return load_engine(path, device)
#---
import torch
def load(path, device):
    if device.type != 'cpu':
        raise ValueError(device)
    return torch._inductor.aoti_load_package(path)
#---
import torch
def check(device):
    x = torch.zeros(2, 4)
    ep = torch.export.export(torch.nn.Linear(4, 4).eval(), (x,))
    run = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
    compare(run(x), device)
#---
# The device is that of results, of an eager model, or of no tensor.
import torch
def predict(path, x, device):
    run = torch._inductor.aoti_load_package(path)
    return run(x).to(device)
def reference(path, x, device):
    eager = torch.nn.Linear(4, 4).to(device)
    return torch._inductor.aoti_load_package(path)
#---
import torch
class Host:
    def __init__(self, path, device):
        self.device = device
        self.run = torch._inductor.aoti_load_package(path)
    def __call__(self, x):
        return self.run(x)[0].to(self.device)
#---
import cv2, torch
def watch(path, device_id, output_device):
    camera = cv2.VideoCapture(device_id)
    return torch._inductor.aoti_load_package(path)(frame(camera)).to(output_device)
#---
import torch
def run(path, x, weight):
    return torch._inductor.aoti_load_package(path)(x.to(weight.device))
#---
# Compiled for a known device by the same function.
import torch
def check(path):
    x = torch.zeros(2, device="cuda:1")
    torch._inductor.aoti_compile_and_package(torch.export.export(net, (x,)), package_path=path)
    return torch._inductor.aoti_load_package(path)(x)
#---
# No device of any name: mattersim, deepmd-kit's DEVICE.
import torch
from env import DEVICE
def load(path, dtype, device_type):
    return torch._inductor.aoti_load_package(path)
class Host:
    def __init__(self, path, dtype):
        self.output_dtype = dtype
        self.model = torch._inductor.aoti_load_package(path)
    def run(self, x):
        return self.model(x.to(self.output_dtype).to(DEVICE))
#---
# A function that calls itself, and functions that call the next several times: what
# each passes on is decided once.
import torch
def walk(node, path, device):
    if node.leaf:
        return torch._inductor.aoti_load_package(path)(node.x.to(device))
    a = walk(node.one, path, device)
    b = walk(node.two, path, device)
    c = walk(node.three, path, device)
    return a + b + c + walk(node.four, path, device) + walk(node.five, path, device)
walk(root, "m.pt2", "cuda")
#---
import torch
def load(device):
    return torch._inductor.aoti_load_package("m.pt2")(torch.ones(3).to(device))
def step0(device):
    return [load(device), load(device), load(device), load(device), load(device), load(device)]
def step1(device):
    return [step0(device), step0(device), step0(device), step0(device), step0(device), step0(device)]
def step2(device):
    return [step1(device), step1(device), step1(device), step1(device), step1(device), step1(device)]
def step3(device):
    return [step2(device), step2(device), step2(device), step2(device), step2(device), step2(device)]
def step4(device):
    return [step3(device), step3(device), step3(device), step3(device), step3(device), step3(device)]
def step5(device):
    return [step4(device), step4(device), step4(device), step4(device), step4(device), step4(device)]
def step6(device):
    return [step5(device), step5(device), step5(device), step5(device), step5(device), step5(device)]
def step7(device):
    return [step6(device), step6(device), step6(device), step6(device), step6(device), step6(device)]
step7("cpu")
#---
# The rank of a tensor or of an adapter.
import torch
def adapt(path, lora_rank):
    return torch._inductor.aoti_load_package(path), make_adapters(lora_rank)
def search(path, x, max_rank=10):
    return torch._inductor.aoti_load_package(path)(x)[:max_rank]
def flat(path, x, rank):
    return torch._inductor.aoti_load_package(path)(x.reshape([1] * rank))
def low(path, x, low_rank):
    return torch._inductor.aoti_load_package(path)(x, low_rank)
#---
# Other ways to say that it is on the CPU.
import torch
def by_type(x, device):
    if device.type != "cuda":
        return torch._inductor.aoti_load_package("cpu.pt2")(x.to(device))
def by_match(x, device):
    match device:
        case "cpu":
            return torch._inductor.aoti_load_package("cpu.pt2")(x.to(device))
def by_flag(x, device):
    is_cpu = device.type == "cpu"
    if is_cpu:
        return torch._inductor.aoti_load_package("cpu.pt2")(x.to(device))
#---
# What is done with the results.
import torch
def run(x, gpu_id):
    runner = torch._inductor.aoti_load_package("cpu.pt2")
    y = runner(x)
    return draw(y, gpu_id)
#---
import sounddevice, torch
def listen(path, device_id):
    with sounddevice.InputStream(device=device_id) as stream:
        return torch._inductor.aoti_load_package(path)(read(stream))
#---
# Types of devices only, as options, tests and annotations list them.
import torch
parser.add_argument("-d", "--device", choices=["cpu", "cuda"])
args = parser.parse_args()
m = torch._inductor.aoti_load_package("m.pt2")
m(x.to(args.device))
#---
import pytest, torch
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_model(device):
    assert torch._inductor.aoti_load_package("m.pt2")(x.to(device)) is not None
#---
from typing import Literal
import torch
def run(x, device: Literal["cpu", "cuda"]):
    return torch._inductor.aoti_load_package("m.pt2")(x.to(device))
#---
# Who asks for the index may have seen to it.
import torch
def refused(x, device):
    if device != "cuda":
        raise ValueError(device)
    return torch._inductor.aoti_load_package("m.pt2")(x.to(device))
def listed(x, device):
    if device not in {"cuda", "cuda:0"}:
        raise ValueError(device)
    return torch._inductor.aoti_load_package("m.pt2")(x.to(device))
def first(x, device):
    assert torch.device(device).index in (None, 0)
    return torch._inductor.aoti_load_package("m.pt2")(x.to(device))
def type_only(x, device):
    return torch._inductor.aoti_load_package("m.pt2")(x.to(torch.device(device).type))
def flag(x, gpu=False):
    return torch._inductor.aoti_load_package("m.pt2")(x.cuda() if gpu else x)
#---
# Results, each by a name of its own.
import torch
def each(x, device):
    outs = torch._inductor.aoti_load_package("m.pt2")(x)
    return [o.to(device) for o in outs]
def taken_apart(x, device):
    boxes, scores = torch._inductor.aoti_load_package("m.pt2")(x)
    return boxes.to(device), scores
#---
import torch
def run(x, device):
    torch.accelerator.set_device_index(device)
    return torch._inductor.aoti_load_package("m.pt2")(x.to(device))
