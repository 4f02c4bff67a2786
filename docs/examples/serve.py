# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch

model = torch._inductor.aoti_load_package("ranker.pt2")


def rank(item_ids):
    ids = torch.tensor(item_ids, dtype=torch.int32)
    return model(ids, torch.zeros(len(item_ids), 32))
