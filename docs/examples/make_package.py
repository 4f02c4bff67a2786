#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a small ranking model to an AOTInductor package.

    make_package.py [PACKAGE.pt2]

The package is for the CPU and takes 2 to 512 candidates at a time: export takes
a size of 1 for a constant, never for an instance of a dynamic one.
"""
import sys

import torch
from torch import nn


class Ranker(nn.Module):
    """Scores candidate items by their id and a vector of features."""

    def __init__(self, items=1000, embedding=16, features=32, hidden=64):
        super().__init__()
        self.embedding = nn.Embedding(items, embedding)
        self.score = nn.Sequential(
            nn.Linear(embedding + features, hidden),
            nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, item_ids, features):
        x = torch.cat([self.embedding(item_ids), features], dim=1)
        return torch.sigmoid(self.score(x)).squeeze(1)


def main(package):
    torch.manual_seed(0)
    candidates = torch.export.Dim("candidates", min=2, max=512)
    example = (torch.randint(1000, (8,)), torch.randn(8, 32))
    program = torch.export.export(
        Ranker().eval(),
        example,
        dynamic_shapes={"item_ids": {0: candidates}, "features": {0: candidates}},
    )
    torch._inductor.aoti_compile_and_package(program, package_path=package)
    print(f"wrote {package}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "ranker.pt2")
