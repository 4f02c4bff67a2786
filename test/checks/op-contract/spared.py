# RUN: %check_aoti_tidy %s aoti-op-contract %t --torch-version=2.13
# Nothing to find in these: what they do is what they say, or is not certain.
import torch
import triton
import triton.language as tl
from torch._inductor.lowering import register_lowering


@torch.library.custom_op("ok::declared", mutates_args={"out"})
def declared(x: torch.Tensor, out: torch.Tensor) -> None:
    out.copy_(x / x.norm())


@torch.library.custom_op("ok::own", mutates_args=())
def own(x: torch.Tensor) -> torch.Tensor:
    y = x.clone()
    y[0].zero_()
    return y


# Maybe a copy, maybe not.
@torch.library.custom_op("ok::maybe", mutates_args=())
def maybe(x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    y = x[mask]
    y.zero_()
    x = x.contiguous()
    x.add_(1)
    return x


@torch.library.custom_op("ok::rebound", mutates_args=())
def rebound(x: torch.Tensor, n: int) -> torch.Tensor:
    if n:
        x = x + 1
    x.mul_(2)
    n += 1
    return x


@torch.library.custom_op("ok::unknown", mutates_args="unknown")
def unknown(x: torch.Tensor) -> torch.Tensor:
    x.zero_()
    return x.clone()


NAMES = tuple(name for name in ("x",))


@torch.library.custom_op("ok::computed", mutates_args=NAMES)
def computed(x: torch.Tensor) -> None:
    x.zero_()


# Not a tensor.
@torch.library.custom_op("ok::numbers", mutates_args=())
def numbers(x: torch.Tensor, n: int, sizes: list[int]) -> int:
    n += 1
    sizes[0] = 2
    return n


# Its body is exported.
@torch.library.triton_op("ok::traced", mutates_args={})
def traced(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return x


# The schema says so.
torch.library.define("ok::inplace", "(Tensor(a!) x) -> Tensor(a!)")


@torch.library.impl("ok::inplace", "CPU")
def inplace(x):
    x.add_(1)
    return x


@torch.library.register_fake("ok::inplace")
def inplace_fake(x):
    return x


# Whose schema is not in sight.
@torch.library.register_fake("other::op")
def other_fake(x: torch.Tensor):
    return x


# Decomposed.
torch.library.define("ok::composite", "(Tensor x) -> Tensor")


@torch.library.impl("ok::composite", "CompositeImplicitAutograd")
def composite(x):
    return x


@triton.jit
def read_kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i))


@torch.library.custom_op("ok::launch", mutates_args={"y"})
def launch(x: torch.Tensor, y: torch.Tensor) -> None:
    read_kernel[(1,)](x, y, BLOCK=256)


# A helper's writes are the helper's.
def helper(x):
    x.add_(1)


@torch.library.custom_op("ok::inner", mutates_args=())
def inner(x: torch.Tensor) -> torch.Tensor:
    def later(y):
        y.add_(1)
        return x

    later(x.clone())
    return x.clone()


# The fake as the kernel.
@torch.library.custom_op("ok::half", mutates_args=())
def half(x: torch.Tensor) -> torch.Tensor:
    return x.half()


@half.register_fake
def _(x):
    return torch.empty_like(x, dtype=torch.float16)


# Back to the dtype it had.
@torch.library.custom_op("ok::back", mutates_args=())
def back(x: torch.Tensor) -> torch.Tensor:
    return (x.float() * 2).to(x.dtype)


@back.register_fake
def _(x):
    return torch.empty_like(x)


# For inputs of that dtype only, as far as is known.
@torch.library.custom_op("ok::same", mutates_args=())
def same(x: torch.Tensor) -> torch.Tensor:
    return torch.empty(x.shape, dtype=torch.bfloat16)


@same.register_fake
def _(x):
    return torch.empty_like(x)


@torch.library.custom_op("ok::part", mutates_args=())
def part(x: torch.Tensor, n: int) -> torch.Tensor:
    return x[:, :n].clone()


@part.register_fake
def _(x, n):
    return x.new_empty(x.shape[0], n)


# A view, which is no object of its own: right in the exported program.
@torch.library.custom_op("ok::view", mutates_args=())
def view(x: torch.Tensor) -> torch.Tensor:
    return x.view(-1).clone()


@view.register_fake
def _(x):
    return x.view(-1)


@torch.library.custom_op("ok::scalar", mutates_args=())
def scalar(x: torch.Tensor, n: int) -> torch.Tensor:
    return x.sum()


@scalar.register_fake
def _(x, n):
    return torch.full((), n, dtype=x.dtype)


# Ascend/pytorch npu_fusion_attention_graph.py: a tensor without data.
@torch.library.custom_op("ok::meta", mutates_args=())
def meta(x: torch.Tensor) -> torch.Tensor:
    return x + 1


@meta.register_fake
def _(x):
    return torch.tensor([0], device="meta")


# pytorch/torchtitan fused_mla.py, for a torch that has the tag.
@torch.library.custom_op("ok::tagged_", mutates_args={"x"}, tags=torch.Tag.inplace)
def tagged(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return x


@tagged.register_fake
def _(x):
    return x


# The sizes that it is made with aren't those that it is returned with.
@torch.library.custom_op("ok::reshaped", mutates_args=())
def reshaped(x: torch.Tensor, n: int) -> torch.Tensor:
    y = x.new_zeros(8, 2)
    return y.view(16, 1)


@reshaped.register_fake
def _(x, n):
    return x.new_empty(16, 1)


# Sizes that nobody knows, and the value of full().
@torch.library.custom_op("ok::filled", mutates_args=())
def filled(x: torch.Tensor, n: int) -> torch.Tensor:
    return torch.full((4, n), 7.0)


@filled.register_fake
def _(x, n):
    return x.new_empty([4, 8], dtype=torch.float32)


@torch.library.custom_op("ok::like_a_list", mutates_args=())
def like_a_list(x: torch.Tensor, shape: list[int]) -> torch.Tensor:
    return torch.full(shape, 7)


@like_a_list.register_fake
def _(x, shape):
    return torch.full(shape, 0)


# pytorch/executorch, extension/llm/custom_ops/custom_ops.py: the package has what
# the lowering makes, and never calls the operator.
@torch.library.custom_op("ok::lowered", mutates_args=())
def lowered(value: torch.Tensor, cache: torch.Tensor) -> torch.Tensor:
    cache[0].copy_(value)
    return cache


@register_lowering(torch.ops.ok.lowered.default)
def lowering(value, cache):
    return cache


# Samsung/TICO, tico/utils/register_custom_op.py: operators that never run.
@torch.library.custom_op("ok::logical", mutates_args=())
def logical(x: torch.Tensor, axis: int) -> torch.Tensor:
    raise RuntimeError("for export alone")


@torch.library.register_fake("ok::logical")
def _(x: torch.Tensor, axis: int) -> torch.Tensor:
    return x


@torch.library.custom_op("ok::nothing", mutates_args=())
def nothing(x: torch.Tensor) -> torch.Tensor:
    return None


@nothing.register_fake
def _(x):
    return x


# What returns nothing, and says what it writes, or has nothing named for a result.
torch.library.define("quiet::declared", "(Tensor x, Tensor(a!) out) -> ()")


@torch.library.impl("quiet::declared", "CUDA")
def declared_cuda(x, out):
    launch(x, out)


torch.library.define("quiet::trace", "(Tensor x, str key) -> ()")


@torch.library.impl("quiet::trace", "CUDA")
def trace_cuda(x, key):
    launch(x, key)


torch.library.define("quiet::no_kernel", "(Tensor x, Tensor out) -> ()")


@torch.library.custom_op("quiet::named", mutates_args={"out"})
def named(x: torch.Tensor, out: torch.Tensor) -> None:
    launch(x, out)


@torch.library.custom_op("quiet::to_file", mutates_args=())
def to_file(x: torch.Tensor, output: str) -> None:
    launch(x, output)


@torch.library.custom_op("quiet::unknown", mutates_args="unknown")
def unknown(x: torch.Tensor, out: torch.Tensor) -> None:
    launch(x, out)


# What only reads its argument, whatever its name.
@torch.library.custom_op("quiet::show", mutates_args=())
def show(output: torch.Tensor) -> None:
    print(output)
    assert not torch.isnan(output).any()
