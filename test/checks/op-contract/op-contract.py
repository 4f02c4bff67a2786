# RUN: %check_aoti_tidy %s aoti-op-contract %t --torch-version=2.13
# Kernels and fakes that do not do what the operator says.
import torch


# pytorch/pytorch#124933: eager gives 1.0, the package 0.0.
@torch.library.custom_op("kv::append", mutates_args=())
def append(cache: torch.Tensor, row: torch.Tensor) -> torch.Tensor:
    cache[0].copy_(row)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'kv::append' writes its argument 'cache' and does not say so: the package may lack the write; write mutates_args={"cache"} [aoti-op-contract]
    # CHECK-MESSAGES: :[[@LINE-4]]:2: note: the operator is defined here
    cache[1].copy_(row)
    return cache.sum(0)


@torch.library.custom_op("n::writes", mutates_args=("a",))
def writes(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor, d: torch.Tensor, e: torch.Tensor) -> None:
    a.add_(1)
    b += 1
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'n::writes' writes its argument 'b'
    c[:, 0] = 1
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'n::writes' writes its argument 'c'
    torch.add(a, a, out=d)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'n::writes' writes its argument 'd'
    rows = e.view(-1)
    rows.zero_()
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'n::writes' writes its argument 'e'


torch.library.define("n::scale", "(Tensor x, Tensor scale) -> Tensor")


@torch.library.impl("n::scale", "CUDA")
def scale_cuda(x, scale):
    scale.fill_(1)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'n::scale' writes its argument 'scale' and does not say so: {{.*}}; write 'Tensor(a!) scale' in the schema
    return x.t()
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'n::scale' returns 'x.t()', the memory of its argument 'x': the package may overwrite it; return a copy ('clone()')


# pytorch/pytorch#149425
@torch.library.custom_op("act::gate", mutates_args=())
def gate(x: torch.Tensor, on: bool) -> torch.Tensor:
    return x.relu() if on else x
    # CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'act::gate' returns its argument 'x': torch raises when it does; return a copy


@gate.register_fake
def _(x, on):
    return torch.empty_like(x)


@torch.library.custom_op("act::update", mutates_args={"x"})
def update(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return x
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'act::update' returns its argument 'x'


# Cornell-RelaxML/quip-sharp lib/utils/matmul_had.py
torch.library.define("quip_lib::hadamard", "(Tensor x, float scale) -> Tensor")


@torch.library.impl_abstract("quip_lib::hadamard")
def hadamard_abstract(x: torch.Tensor, scale: float) -> torch.Tensor:
    return x
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the fake of 'quip_lib::hadamard' returns 'x' itself: in the package, later uses of 'x' get the result; return 'torch.empty_like(x)'


@torch.library.impl("quip_lib::hadamard", "default")
def hadamard(x: torch.Tensor, scale: float) -> torch.Tensor:
    return x * scale


# pytorch-labs/segment-anything-fast flash_4.py
lib = torch.library.Library("customflash", "FRAGMENT")
lib.define("aligned(Tensor q, Tensor k) -> Tensor")


@torch.library.impl(lib, "aligned", "Meta")
def aligned_meta(q, k):
    return q.contiguous()
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the fake of 'customflash::aligned' returns 'q.contiguous()', which may be 'q' itself


# NVIDIA/nvalchemi-toolkit-ops rebuild_detection.py
@torch.library.custom_op("nl::rebuild", mutates_args=())
def rebuild(x: torch.Tensor) -> torch.Tensor:
    return x.sum().reshape(1) > 0


@rebuild.register_fake
def _(x):
    return torch.tensor([False], device=x.device, dtype=torch.bool)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the fake of 'nl::rebuild' returns the value 'torch.tensor([False])', by which export decides each 'if'; return 'torch.empty'


# Another dtype than the kernel's.
@torch.library.custom_op("q::dequant", mutates_args=())
def dequant(q: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
    return q.to(torch.float32) * s


@dequant.register_fake
def _(q, s):
    return torch.empty_like(q)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the fake of 'q::dequant' returns the dtype of 'q', its kernel float32: the package misreads the result
    # CHECK-MESSAGES: :[[@LINE-7]]:12: note: the kernel returns this


@torch.library.custom_op("q::count", mutates_args=())
def count(x: torch.Tensor) -> torch.Tensor:
    out = torch.empty(x.shape, dtype=torch.int32, device=x.device)
    return out


@count.register_fake
def _(x):
    return x.new_empty(x.shape, dtype=torch.int64)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the fake of 'q::count' returns int64, its kernel int32


# pytorch/pytorch#182328
@torch.library.custom_op("moe::forward", mutates_args=())
def moe_forward(hidden: torch.Tensor, width: int) -> torch.Tensor:
    return hidden[:, :width].clone()


@moe_forward.register_fake
def _(hidden, width):
    return torch.empty_like(hidden)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the fake of 'moe::forward' returns the sizes of 'hidden', its kernel a part of them: the package misreads the result


# pytorch/pytorch#182328, with a size that is a constant
@torch.library.custom_op("moe::counts", mutates_args=())
def counts(x: torch.Tensor, n: int) -> torch.Tensor:
    y = torch.zeros((n, 8), dtype=torch.int32)
    return y.contiguous()


@counts.register_fake
def _(x, n):
    return x.new_empty(n, 16, dtype=torch.int32)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the fake of 'moe::counts' returns a dimension of 16, its kernel 8


def all_gather(x: torch.Tensor, out: torch.Tensor) -> None:
    torch.distributed.all_gather_into_tensor(out, x)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'all_gather' writes its argument 'out'


# vllm-project/vllm
direct_register_custom_op(op_name="all_gather", op_func=all_gather, mutates_args=[], fake_impl=None)


# pytorch/pytorch test_export.py: kernel and fake return it, which is one mistake.
torch.library.define("testlib::foo", "(Tensor(a!) x) -> (Tensor, Tensor)")


@torch.library.impl("testlib::foo", "cpu")
def foo_impl(x):
    x.add_(5)
    return x, x + 1
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'testlib::foo' returns its argument 'x': the package may overwrite it; return a copy ('clone()')


@torch.library.register_fake("testlib::foo")
def foo_abstract(x):
    return x, x + 1


# pytorch/FBGEMM gen_ai/moe/gather_scatter.py: the kernel starts a Triton kernel.
torch.library.define("moe::scatter_add", "(Tensor out_tokens, Tensor in_tokens) -> None")
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'moe::scatter_add' returns nothing and does not say that it writes 'out_tokens': the package drops its calls; write 'Tensor(a!) out_tokens' in the schema


@torch.library.impl("moe::scatter_add", "CUDA")
def scatter_add_cuda(out_tokens, in_tokens):
    scatter_add_dense(out_tokens, in_tokens)


@torch.library.custom_op("moe::fill", mutates_args=())
def fill(x: torch.Tensor, out: torch.Tensor) -> None:
    # CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'moe::fill' returns nothing and does not say that it writes 'out': the package drops its calls; write mutates_args={"out"}
    # CHECK-MESSAGES: :[[@LINE-3]]:2: note: the operator is defined here
    fill_kernel[(1,)](x, out)
