# Inputs held against the package that lies beside the script.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %test_root/Inputs/make_package.py --input 'int64[s0:2..512]' --input 'float32[s0:2..512,32]' %t/ranker.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-input-contract %t/script
import torch

ranker = torch._inductor.aoti_load_package("ranker.pt2")


def types(features):
    ids = torch.zeros(8)
    # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: input 0 is 'float32', but 'ranker.pt2' takes 'int64' [aoti-input-contract]
    # CHECK-MESSAGES: :[[@LINE+3]]:12: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
    # CHECK-MESSAGES: :[[@LINE-7]]:10: note: 'ranker.pt2' is loaded here

    return ranker(ids, features)


def shapes():
    ranker(torch.arange(8), torch.randn(8, 32))
    ranker(torch.arange(8), torch.randn(8, 16))
    # CHECK-MESSAGES: :[[@LINE-1]]:29: warning: input 1 has shape [8, 16], but 'ranker.pt2' takes [2..512, 32]: dimension 1 is the constant 32, not 16
    ranker(torch.arange(1), torch.randn(1, 32))
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 0 has shape [1], but 'ranker.pt2' takes [2..512]: dimension 0 is at least 2
    ranker(torch.arange(8))
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'ranker.pt2' takes 2 inputs, and this call gives 1, on which it throws


def strides():
    ranker(torch.arange(8), torch.randn(32, 8).t())
    # CHECK-MESSAGES: :[[@LINE-1]]:29: warning: input 1 has stride 1 in dimension 0, but 'ranker.pt2' was compiled for 32; pass a contiguous tensor
    # CHECK-FIXES: ranker(torch.arange(8), torch.randn(32, 8).t().contiguous())


def unknown(ids, features, n):
    ranker(ids, torch.randn(8, 16))
    ranker(torch.arange(n), torch.randn(n, 32))
    ranker(*features)
    other = torch._inductor.aoti_load_package("other.pt2")
    other(torch.randn(1))
