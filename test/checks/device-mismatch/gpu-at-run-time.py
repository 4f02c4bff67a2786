# What 'torch.cuda.is_available()' chooses: on the machines that have a GPU, the
# input of a model for the CPU is there.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %test_root/Inputs/make_package.py --input 'float32[s0:2..64,16]' %t/cpu.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --input 'float32[s0:2..64,16]' %t/cuda.pt2 model=cuda
# RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host --package=%t/cpu.pt2 --package=%t/cuda.pt2 --torch=none
import torch

#---
device = "cuda" if torch.cuda.is_available() else "cpu"
run = torch._inductor.aoti_load_package("cpu.pt2")
run(torch.randn(8, 16, device=device))
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 is created on 'cuda', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: this happens on every machine with a GPU, because the program tests 'torch.cuda.is_available()'
run(torch.randn(8, 16, device=device).cpu())
right = torch._inductor.aoti_load_package("cuda.pt2")
right(torch.randn(8, 16, device=device))
#---
device = torch.device("cuda:0" if (torch.cuda.is_available()) else "cpu")
run = torch._inductor.aoti_load_package("cpu.pt2")
run(torch.randn(8, 16).to(device))
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 is moved to 'cuda:0', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
#---
# It may only get there without a GPU.
import sys
device = "cuda" if torch.cuda.is_available() else "cpu"
if torch.cuda.is_available():
    sys.exit()
run = torch._inductor.aoti_load_package("cpu.pt2")
run(torch.randn(8, 16, device=device))
#---
# The package is chosen, too.
use_cuda = torch.cuda.is_available()
device = "cuda" if use_cuda else "cpu"
run = torch._inductor.aoti_load_package("cuda.pt2" if use_cuda else "cpu.pt2")
run(torch.randn(8, 16, device=device))
#---
# Another question.
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", action="store_true")
device = "cuda" if parser.parse_args().gpu else "cpu"
run = torch._inductor.aoti_load_package("cpu.pt2")
run(torch.randn(8, 16, device=device))
run(torch.randn(8, 16, device="cpu" if torch.cuda.is_available() else "cuda"))
