# Dicts held against the in_spec of a package.
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --input 'float32[4]' --input 'float32[4]' --key mask --key ids %t/out/ranker.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-input-order %t/script --package=%t/out/ranker.pt2 --torch=none
import torch
m = torch._inductor.aoti_load_package('ranker.pt2')

#---
m({"ids": torch.ones(4), "mask": torch.ones(4)})
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ids' is taken for 'mask': 'ranker.pt2' goes by the order of the example's keys, 'mask', 'ids' [aoti-input-order]
# CHECK-MESSAGES: :6:5: note: 'ranker.pt2' is loaded here
m({"mask": torch.ones(4), "id": torch.ones(4)})
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'id' is taken for 'ids'
m({"mask": torch.ones(4), "ids": torch.ones(4)})
m([torch.ones(4), torch.ones(4)])
