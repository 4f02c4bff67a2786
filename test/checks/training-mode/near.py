# RUN: %check_aoti_tidy %s aoti-training-mode %t --torch-version=2.13
# Nothing to find in these.
import copy
import timm
import torch
from torch import nn
import torch.nn.functional as F
import torchvision
from transformers import AutoModelForMaskedLM
from somewhere import Strange, prepare_there

x = torch.randn(2, 8)


def package(program):
    torch._inductor.aoti_compile_and_package(program, package_path="a.pt2")


def compile(model):
    torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,)), package_path="a.pt2")


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.norm = nn.LayerNorm(8)

    def forward(self, x):
        return self.norm(self.fc(x))


torch._inductor.aoti_compile_and_package(torch.export.export(Plain(), (x,)), package_path="a.pt2")


class Net(nn.Module):
    def __init__(self, p=0.1):
        super().__init__()
        self.drop = nn.Dropout(p)

    def forward(self, x):
        return self.drop(x)


def prepare(m):
    m.train(False)
    return m


def build():
    m = Net()
    m.eval()
    return m


torch._inductor.aoti_compile_and_package(torch.export.export(prepare(Net()), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(prepare_there(Net()), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(build(), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(Net().eval().to("cpu"), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(Net().train(mode=False), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(copy.deepcopy(Net().eval()), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(Net(0.0), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(Net(p=rate), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(Strange(Net()), (x,)), package_path="b.pt2")
torch._inductor.aoti_compile_and_package(torch.export.export(nn.Sequential(prepare(Net()), nn.Linear(8, 8)), (x,)), package_path="b.pt2")

m1 = Net()
prepare(m1)
torch._inductor.aoti_compile_and_package(torch.export.export(m1, (x,)), package_path="c.pt2")
m2 = Net()
for part in m2.modules():
    part.eval()
torch._inductor.aoti_compile_and_package(torch.export.export(m2, (x,)), package_path="c.pt2")
m3 = Net()
m3.drop.eval()
torch._inductor.aoti_compile_and_package(torch.export.export(m3, (x,)), package_path="c.pt2")
m4 = Net()
m4.drop = nn.Identity()
torch._inductor.aoti_compile_and_package(torch.export.export(m4, (x,)), package_path="c.pt2")
m5 = Net()
m5 = m5.to("cpu")
m5.eval()
torch._inductor.aoti_compile_and_package(torch.export.export(m5, (x,)), package_path="c.pt2")
m6 = Net()
if torch.cuda.is_available():
    m6 = m6.cuda()
m6.eval()
torch._inductor.aoti_compile_and_package(torch.export.export(m6, (x,)), package_path="c.pt2")
for m7 in (Net(), Plain()):
    m7.eval()
    torch._inductor.aoti_compile_and_package(torch.export.export(m7, (x,)), package_path="c.pt2")


class MonteCarlo(nn.Module):
    def forward(self, x):
        return F.dropout(x, 0.1, training=True)


torch._inductor.aoti_compile_and_package(torch.export.export(MonteCarlo(), (x,)), package_path="d.pt2")


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.1)
        self.eval()

    def forward(self, x):
        return self.drop(x)


torch._inductor.aoti_compile_and_package(torch.export.export(Frozen(), (x,)), package_path="e.pt2")


class Unused(nn.Module):
    def __init__(self, use):
        super().__init__()
        self.drop = nn.Dropout(0.1)
        self.other = nn.Dropout(0.1) if use else nn.Identity()
        self.norm = nn.BatchNorm1d(8, track_running_stats=False)

    def forward(self, x):
        return self.norm(self.other(x))


torch._inductor.aoti_compile_and_package(torch.export.export(Unused(True), (x,)), package_path="f.pt2")
bert = AutoModelForMaskedLM.from_pretrained("bert-base-uncased")
torch._inductor.aoti_compile_and_package(torch.export.export(bert, (x,)), package_path="g.pt2")
vit = timm.create_model("vit_base_patch16_224")
torch._inductor.aoti_compile_and_package(torch.export.export(vit, (x,)), package_path="h.pt2")
resnet = torchvision.models.resnet50(weights="DEFAULT").eval()
torch._inductor.aoti_compile_and_package(torch.export.export(resnet, (x,)), package_path="i.pt2")
later = Net()


def export_later():
    torch._inductor.aoti_compile_and_package(torch.export.export(later, (x,)), package_path="j.pt2")


later.eval()
export_later()
# Not compiled.
torch.export.export(Net(), (x,))

#---
import torch
from torchao.quantization.pt2e import allow_exported_model_train_eval

m = torch.export.export(torch.nn.Linear(2, 2), (torch.randn(1, 2),)).module()
allow_exported_model_train_eval(m)
m.eval()
torch._inductor.aot_compile(m, (torch.randn(1, 2),))

# The second of two calls in a row: nvidia's and torchvision's examples.
row = Net()
row.to("cpu").eval()
torch._inductor.aoti_compile_and_package(torch.export.export(row, (x,)), package_path="row.pt2")

frozen = Net()
frozen.requires_grad_(False).eval()
torch._inductor.aoti_compile_and_package(torch.export.export(frozen, (x,)), package_path="frozen.pt2")
