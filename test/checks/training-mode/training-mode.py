# RUN: %check_aoti_tidy %s aoti-training-mode %t --torch-version=2.13
# The forms of pytorch/pytorch#103681 and #151726, deepmodeling/deepmd-kit#4402.
import torch
from torch import nn
import torch.nn.functional as F
import torchvision


class Net(nn.Module):
    def __init__(self, rate=0.3):
        super().__init__()
        self.fc = nn.Linear(16, 16)
        self.drop = nn.Dropout(rate)
        self.norm = nn.BatchNorm1d(16)

    def forward(self, x):
        return self.norm(self.drop(self.fc(x)))


x = torch.randn(4, 16)
net = Net()
net.load_state_dict(torch.load("net.pth"))
with torch.no_grad():
    program = torch.export.export(net, (x,))
    # CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'net' is exported in training mode, and its Dropout and BatchNorm1d train in the package; call 'eval()' before the export [aoti-training-mode]
    # CHECK-MESSAGES: note: this drops values at random in each run of the package
    # CHECK-MESSAGES: note: this normalizes by each batch, not by what was learned
    torch._inductor.aoti_compile_and_package(program, package_path="net.pt2")

#---
import torch

net = torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.Dropout(0.3))
program = torch.export.export(net, (torch.randn(4, 16),))
# CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'net' is exported in training mode, and its Dropout trains in the package
# CHECK-MESSAGES: note: this comes after the export, and does not change its program
module = program.module()
module.eval()
# CHECK-MESSAGES: :[[@LINE-1]]:1: note: this comes after the export, too, and raises NotImplementedError: the module of an exported program has no 'eval()'
net.eval()
torch._inductor.aoti_compile_and_package(program, package_path="net.pt2")

#---
import torch
from somewhere import net

program = torch.export.export(net, (torch.randn(4, 16),))
program.module().eval()
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: an exported program's module raises NotImplementedError on 'eval()'; call 'eval()' on the model before the export
torch._inductor.aoti_compile_and_package(program, package_path="net.pt2")

#---
import torch
import torchvision
from torch import nn
import torch.nn.functional as F
from torch.export import export


class Block(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Dropout(p)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return F.dropout(x, 0.1, training=self.training)


x = torch.randn(4, 4)
a = Block(0.5)
a.eval()
a.train()
pa = export(a, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'a' is exported in training mode, and its Dropout and F.dropout train in the package
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: this puts the model back into training mode
torch._inductor.aoti_compile_and_package(pa, package_path="a.pt2")

b = Block(p=0.25)
b.training = False
pb = export(b, (x,))
# CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'b' is exported in training mode
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: this sets the outermost module alone; its children still train
torch._inductor.aoti_compile_and_package(pb, package_path="b.pt2")

c = torchvision.models.resnet18(weights="DEFAULT").to("cpu")
pc = export(c, (torch.randn(1, 3, 224, 224),))
# CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'c' is exported in training mode, and its BatchNorm2d trains in the package
torch._inductor.aoti_compile_and_package(pc.run_decompositions(), package_path="c.pt2")


class Wrapper(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)


torch._inductor.aoti_compile_and_package(export(Wrapper(Block(0.5)), (x,)), package_path="d.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:49: warning: the model is exported in training mode

again = Block(0.5).eval()
again.to("cpu").train()
torch._inductor.aoti_compile_and_package(export(again, (x,)), package_path="again.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'again' is exported in training mode
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: this puts the model back into training mode
