# What forward() returns, paths that are no strings, and metadata.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch=none
import pathlib
import typing
from pathlib import Path

import pytest
import torch
from torch._inductor import aoti_compile_and_package

x = torch.rand(3, 4)


# Measured with torch 2.13: 'No registered serialization name for
# <class 'torch.return_types.max'> found'.
#---
class Best(torch.nn.Module):
    def forward(self, x):
        return torch.max(x, 1)


aoti_compile_and_package(torch.export.export(Best(), (x,)), package_path="m.pt2")
# CHECK-MESSAGES: :[[@LINE-4]]:16: warning: 'torch.max(...)' is a named tuple, which no package can return: the compile raises NotImplementedError; return tuple(...) of it [aoti-loader-arguments]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the program is compiled here

#---
class Retrieval(torch.nn.Module):
    def forward(self, scores):
        result = scores.topk(2, dim=-1)
        return result


class Pair(torch.nn.Module):
    def forward(self, x):
        return x * 2, torch.sort(x)


model = Retrieval().eval()
ep = torch.export.export(model, (x,))
aoti_compile_and_package(ep, package_path="m.pt2")
# CHECK-MESSAGES: :[[@LINE-12]]:18: warning: 'scores.topk(...)' is a named tuple
aoti_compile_and_package(torch.export.export(Pair(), (x,)))
# CHECK-MESSAGES: :[[@LINE-8]]:23: warning: 'torch.sort(...)' is a named tuple

#---
class Boxes(typing.NamedTuple):
    boxes: torch.Tensor
    scores: torch.Tensor


class Detector(torch.nn.Module):
    def forward(self, x):
        return Boxes(x, x.sum(1))


aoti_compile_and_package(torch.export.export(Detector(), (x,)), package_path="m.pt2")
# CHECK-MESSAGES: :[[@LINE-4]]:16: warning: 'Boxes' is a named tuple, which no package can return: the compile raises NotImplementedError; return a tuple or a dict

# Silent.
#---
class Kept(torch.nn.Module):
    def topk(self, k):
        return k

    def forward(self, x, other):
        return self.topk(2)


class Values(torch.nn.Module):
    def forward(self, x, other):
        values, indices = torch.max(x, 1)
        if other is None:
            return torch.max(x, 1)
        return tuple(torch.topk(x, 2)), values, indices, torch.max(x, 1).values


class Largest(torch.nn.Module):
    def forward(self, x, other):
        return torch.max(x, other), torch.max(x), x.max(), torch.max(x, 1)[0]


class Own(torch.nn.Module):
    def forward(self, x, other):
        x = other.queue
        return x.sort()


class Checked(torch.nn.Module):
    def forward(self, x, other):
        return torch.max(x, 1)


for_eager = Checked()
aoti_compile_and_package(torch.export.export(Kept(), (x, x)))
aoti_compile_and_package(torch.export.export(Values(), (x, x)))
aoti_compile_and_package(torch.export.export(Largest(), (x, x)))
aoti_compile_and_package(torch.export.export(Own(), (x, x)))
with pytest.raises(NotImplementedError):
    aoti_compile_and_package(torch.export.export(Checked(), (x, x)))

# The program tells torch how to write it.
#---
class Boxes(typing.NamedTuple):
    boxes: torch.Tensor


class Detector(torch.nn.Module):
    def forward(self, x):
        return Boxes(x)


torch.utils._pytree._register_namedtuple(Boxes, serialized_type_name="Boxes")
aoti_compile_and_package(torch.export.export(Detector(), (x,)))

# Measured with torch 2.13: it compiles, writes the package, and then raises.
#---
ep = torch.export.export(m, (x,))
folder = Path("out")
aoti_compile_and_package(ep, package_path=folder / "m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path is a pathlib.Path, on which the call raises AssertionError, in most versions after the whole compile; pass it as a string
# CHECK-FIXES: aoti_compile_and_package(ep, package_path=str(folder / "m.pt2"))
aoti_compile_and_package(ep, package_path=Path("m.pt2"))
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path is a pathlib.Path
# CHECK-FIXES: aoti_compile_and_package(ep, package_path=str(Path("m.pt2")))
aoti_compile_and_package(ep, package_path=pathlib.Path(__file__).resolve().parent / "a" / "m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path is a pathlib.Path
aoti_compile_and_package(ep, package_path=folder.joinpath("m").with_suffix(".pt2"))
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: package_path is a pathlib.Path

# Silent.
#---
ep = torch.export.export(m, (x,))
folder = Path("out")
aoti_compile_and_package(ep, package_path=str(folder / "m.pt2"))
aoti_compile_and_package(ep, package_path=(folder / "m.pt2").as_posix())
aoti_compile_and_package(ep, package_path=folder.name + ".pt2")
aoti_compile_and_package(ep, package_path=f"{folder}/m.pt2")
aoti_compile_and_package(ep, package_path=place / "m.pt2")
aoti_compile_and_package(ep, package_path=place.parent)
aoti_compile_and_package(ep, package_path=(folder / "m.pt2").open("wb"))


def export(path: Path):
    aoti_compile_and_package(ep, package_path=path)


# 'Metadata must only contain strings'
#---
ep = torch.export.export(m, (x,))
aoti_compile_and_package(ep, inductor_configs={"aot_inductor.metadata": {"kind": "ner", "cutoff": 5.0}})
# CHECK-MESSAGES: :[[@LINE-1]]:99: warning: metadata '5.0' is no string, and the compile raises 'Metadata must only contain strings'; pass it as a string
types = ["H", "O"]
aoti_compile_and_package(
    ep,
    inductor_configs={
        "aot_inductor.metadata": {
            "types": types,
            # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: metadata 'types' is no string
            "big": True,
            # CHECK-MESSAGES: :[[@LINE-1]]:20: warning: metadata 'True' is no string
            "name": str(types),
            "cutoff": f"{cutoff}",
            "r_max": "5.0",
            "both": " ".join(types),
            "version": version,
        }
    },
)

# 'Failed to find a generated cpp file or so file for model 'ranker'': a package of
# one model calls it 'model', whatever the file is called.
#---
from torch._inductor.package import load_package

ep = torch.export.export(m, (x,))
aoti_compile_and_package(ep, package_path="ranker.pt2")
load_package("ranker.pt2", "ranker")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'aoti_compile_and_package' calls the model 'model', not 'ranker', and the call raises RuntimeError; drop the name
# CHECK-MESSAGES: :[[@LINE-3]]:1: note:
# CHECK-FIXES: load_package("ranker.pt2")

# Silent.
#---
from torch._inductor.package import load_package, package_aoti

ep = torch.export.export(m, (x,))
aoti_compile_and_package(ep, package_path="ranker.pt2")
load_package("ranker.pt2", "model")
load_package("ranker.pt2", name)
load_package("other.pt2", "ranker")
package_aoti("several.pt2", {"ranker": files})
load_package("several.pt2", "ranker")
with pytest.raises(RuntimeError):
    load_package("ranker.pt2", "ranker")
