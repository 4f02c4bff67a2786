# Dicts among the inputs, whose keys torch does not look at.
# RUN: %check_aoti_tidy %s aoti-input-order %t --torch=none
import torch
class Fuse(torch.nn.Module):
    def forward(self, batch): return batch["left"] - batch["right"]
example = {"left": torch.randn(4), "right": torch.randn(4)}
ep = torch.export.export(Fuse(), (example,))
torch._inductor.aoti_compile_and_package(ep, package_path="fuse.pt2")
run = torch._inductor.aoti_load_package("fuse.pt2")
l, r = torch.ones(4), torch.ones(4)

#---
# Another order (pytorch#118470), other keys.
run({"right": torch.ones(4), "left": torch.ones(4)})
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'right' is taken for 'left': 'fuse.pt2' goes by the order of the example's keys, 'left', 'right' [aoti-input-order]
# CHECK-MESSAGES: :[[@LINE-2]]:15: note: this one
# CHECK-MESSAGES: :7:6: note: exported here
run(dict(right=r, left=l))
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'right' is taken for 'left'
run({"left": unknown(), "rigth": unknown()})
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'rigth' is taken for 'right': 'fuse.pt2' goes by the order of the keys, and the example has 'left', 'right'
row = {}
row["right"] = torch.randn(4)
row["left"] = torch.randn(4)
run(row)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'right' is taken for 'left'
#---
# In order; not known.
run({"left": torch.ones(4), "right": torch.ones(4)})
src = {"right": torch.randn(4), "left": torch.randn(4)}
run({k: src[k] for k in ("left", "right")})
run({**src})
run(batch())
ep.module()({"right": torch.randn(4), "left": torch.randn(4)})
import pytest
with pytest.raises(ValueError): run(src)
row = {}
row["left"] = torch.randn(4)
row["right"] = torch.randn(4)
run(row)
late = {}
if l.numel(): late["right"] = l
late["left"] = l
late["right"] = l
run(late)
#---
# Another number of keys, and of another shape: aoti-input-contract says it.
run({"left": torch.ones(4)})
run({"right": torch.ones(4), "left": torch.ones(5)})
#---
# Keywords, which torch reorders.
class Named(torch.nn.Module):
    def forward(self, *, left, right): return left - right
ep2 = torch.export.export(Named(), (), {"left": torch.randn(4), "right": torch.randn(4)})
torch._inductor.aoti_compile_and_package(ep2, package_path="named.pt2")
named = torch._inductor.aoti_load_package("named.pt2")
named(right=torch.randn(4), left=torch.randn(4))
#---
# In a list, by keyword.
class Deep(torch.nn.Module):
    def forward(self, rows): return rows[1]["a"] - rows[1]["b"]
ep3 = torch.export.export(Deep(), (), {"rows": [torch.ones(2), {"a": torch.ones(2), "b": torch.ones(2)}]})
torch._inductor.aoti_compile_and_package(ep3, package_path="deep.pt2")
deep = torch._inductor.aoti_load_package("deep.pt2")
deep(rows=[torch.ones(2), {"b": torch.ones(2), "a": torch.ones(2)}])
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'b' is taken for 'a'
# CHECK-MESSAGES: :[[@LINE-2]]:33: note: this one
#---
# Variables that are named as the arguments of forward(), in another order: both
# have one shape, so nothing refuses them.
class Masked(torch.nn.Module):
    def forward(self, ids, mask): return ids * 2 + mask
ids, mask = torch.ones(4), torch.zeros(4)
ep4 = torch.export.export(Masked(), (ids, mask))
torch._inductor.aoti_compile_and_package(ep4, package_path="masked.pt2")
masked = torch._inductor.aoti_load_package("masked.pt2")
masked(mask, ids)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'mask' is taken for 'ids': 'masked.pt2' takes its inputs in the order ids, mask [aoti-input-order]
# CHECK-MESSAGES: :[[@LINE-5]]:7: note: exported here
#---
class Masked(torch.nn.Module):
    def forward(self, ids, mask): return ids * 2 + mask
ids, mask = torch.ones(4), torch.zeros(4)
ep4 = torch.export.export(Masked(), (ids, mask))
torch._inductor.aoti_compile_and_package(ep4, package_path="masked.pt2")
masked = torch._inductor.aoti_load_package("masked.pt2")
# Both orders, on purpose: it is in order elsewhere.
def both(ids, mask):
    return masked(ids, mask) - masked(mask, ids)
# In order; by keyword; other names; one of them twice.
masked(ids, mask)
masked(mask=mask, ids=ids)
a, b = mask, ids
masked(a, b)
masked(mask, mask)
masked(mask, torch.ones(4))
# The names have been exchanged.
def exchanged(ids, mask):
    ids, mask = mask, ids
    return masked(mask, ids)
def turned(ids, mask):
    kept = ids
    ids = mask
    mask = kept
    return masked(mask, ids)
# The keys say which is which.
left, right = l, r
run({"left": right, "right": left})
