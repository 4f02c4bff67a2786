# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,10]' %t/cpu.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,10]' --input 'int64[1]@cpu' %t/cuda.pt2 model=cuda
# RUN: %python %test_root/Inputs/make_package.py %t/bare_cuda.pt2 model=cuda
# RUN: %check_aoti_tidy %s aoti-device-mismatch %t/script --unsafe-fixes
import torch


def on_cpu():
    run = torch._inductor.aoti_load_package("cpu.pt2")
    run(torch.zeros(8, 10, device="cuda"))
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is created on 'cuda', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
    # CHECK-MESSAGES: :[[@LINE-2]]:9: note: this creates it on 'cpu'
    # CHECK-MESSAGES: :[[@LINE-3]]:5: note: the model runs here; the kernel treats the pointer as its own device's memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws
    # CHECK-MESSAGES: :[[@LINE-5]]:11: note: 'cpu.pt2' is loaded here; it records AOTI_DEVICE_KEY "cpu"
    # CHECK-FIXES: run(torch.zeros(8, 10, device="cpu"))
    run(torch.zeros(8, 10).cuda().cpu())
    run(torch.zeros(8, 10, device=torch.device("cuda", index=1)))
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is created on 'cuda:1', but 'cpu.pt2' was compiled for 'cpu'
    # CHECK-MESSAGES: note: the model runs here
    # CHECK-MESSAGES: note: 'cpu.pt2' is loaded here


def on_cuda():
    run = torch._inductor.aoti_load_package("cuda.pt2")
    x = torch.randn(8, 10)
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda'
    # CHECK-FIXES: x = torch.randn(8, 10, device="cuda")
    run(x, torch.tensor([1]))
    run(torch.randn(8, 10).to("cuda:1"), torch.tensor([1]))
    run(torch.ones(8, 10), torch.tensor([1]))
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda'
    # CHECK-FIXES: run(torch.ones(8, 10, device="cuda"), torch.tensor([1]))


# That its inputs must be on the GPU, this package does not say.
def without_source():
    torch._inductor.aoti_load_package("bare_cuda.pt2")(torch.randn(8, 10))


def exported_here(model):
    x = torch.randn(8, 10)
    package = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,)), package_path="mine.pt2")
    run = torch._inductor.aoti_load_package("mine.pt2")
    run(x)
    run(x.to("cuda"))
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is moved to 'cuda', but 'mine.pt2' is exported for 'cpu'
    # CHECK-FIXES: run(x.to("cpu"))
    return package


# A tensor has no method mps().
def exported_for_mps(model):
    x = torch.randn(8, 10, device="mps")
    run = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,))))
    run(torch.randn(8, 10).cuda())
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is moved to 'cuda', but the package is exported for 'mps'
    run(torch.randn(8, 10).to("cuda"))
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is moved to 'cuda', but the package is exported for 'mps'
    # CHECK-FIXES: run(torch.randn(8, 10).to("mps"))


def exported_for_xpu(model):
    x = torch.randn(8, 10, device="xpu")
    run = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,))))
    run(torch.randn(8, 10).cuda())
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is moved to 'cuda', but the package is exported for 'xpu'
    # CHECK-FIXES: run(torch.randn(8, 10).xpu())
