# RUN: split-file %s %t
# RUN: not aoti-tidy --no-cache --torch-version=2.13 --checks='-*,aoti-dynamic-shapes' %t 2>&1 | FileCheck %s
# By whatever name the file calls torch.export.export: it is parsed.
# CHECK-DAG: as.py:8:{{[0-9]+}}: warning: forward() has no argument 'y'
# CHECK-DAG: list.py:7:{{[0-9]+}}: warning: forward() has no argument 'y'
# CHECK-DAG: module.py:8:{{[0-9]+}}: warning: forward() has no argument 'y'
# CHECK: 3 findings in 3 files

#--- as.py
import torch
from torch.export import export as trace


class One(torch.nn.Module):
    def forward(self, x):
        return x * 2
trace(One(), (torch.ones(2),), dynamic_shapes={"y": None})

#--- module.py
import torch
import torch.export as te


class One(torch.nn.Module):
    def forward(self, x):
        return x * 2
te.export(One(), (torch.ones(2),), dynamic_shapes={"y": None})

#--- list.py
import torch
from torch.export import export
class One(torch.nn.Module):
    def forward(self, x):
        return x * 2

programs = [export(One(), (torch.ones(2),), dynamic_shapes={"y": None})]
