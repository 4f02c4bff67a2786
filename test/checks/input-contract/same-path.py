# Which export a script loads when only the way its paths are made is known.
# RUN: %check_aoti_tidy %s aoti-input-contract %t --torch=none
import os, pathlib, tempfile, torch
from pathlib import Path
ep = torch.export.export(model, (torch.randn(3),))

#---
# One path that is made twice.
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(os.getcwd(), 'm.pt2'))
m = torch._inductor.aoti_load_package(os.path.join(os.getcwd(), 'm.pt2'))
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]: dimension 0 is the constant 3, not 4 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
d = folder()
a = d
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(a, 'm.pt2'))
m = torch._inductor.aoti_load_package(os.path.join(d, 'm.pt2'))
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=str(d / 'm.pt2'))
m = torch._inductor.aoti_load_package(d / 'm.pt2')
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=f'{d}/m.pt2')
m = torch._inductor.aoti_load_package(f"{d}/m.pt2")
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but 'm.pt2' takes [3]
#---
d = folder()
n = 'm'
torch._inductor.aoti_compile_and_package(ep, package_path=d + n + '.pt2')
m = torch._inductor.aoti_load_package(d + 'm' + '.pt2')
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
p = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=p)
m = torch._inductor.aoti_load_package(str(p))
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
args = parser.parse_args()
torch._inductor.aoti_compile_and_package(ep, package_path=args.out)
m = torch._inductor.aoti_load_package(args.out)
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
args = parser.parse_args()
if args.out: print(args.out == 'x')
ep = torch.export.export(model, (torch.randn(3),))
torch._inductor.aoti_compile_and_package(ep, package_path=str(args.out))
m = torch._inductor.aoti_load_package(args.out)
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
torch._inductor.aoti_compile_and_package(ep, package_path=Path(__file__).parents[1] / 'm.pt2')
m = torch._inductor.aoti_load_package(Path(__file__).parents[1] / 'm.pt2')
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
d = tempfile.mkdtemp()
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(d, 'm.pt2'))
m = torch._inductor.aoti_load_package(os.path.join(d, 'm.pt2'))
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]
#---
p = Path(x)
torch._inductor.aoti_compile_and_package(ep, package_path=p.with_suffix('.pt2'))
m = torch._inductor.aoti_load_package(p.with_suffix('.pt2'))
m(torch.randn(4))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [4], but the package takes [3]

#---
# Paths that may differ.
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(os.getcwd(), 'm.pt2'))
os.chdir('out')
m = torch._inductor.aoti_load_package(os.path.join(os.getcwd(), 'm.pt2'))
m(torch.randn(4))
#---
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(tempfile.mkdtemp(), 'm.pt2'))
m = torch._inductor.aoti_load_package(os.path.join(tempfile.mkdtemp(), 'm.pt2'))
m(torch.randn(4))
#---
a = folder()
b = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(a, 'm.pt2'))
m = torch._inductor.aoti_load_package(os.path.join(b, 'm.pt2'))
m(torch.randn(4))
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(d, 'm.pt2'))
d = folder()
m = torch._inductor.aoti_load_package(os.path.join(d, 'm.pt2'))
m(torch.randn(4))
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(d, 'm.pt2'))
m = torch._inductor.aoti_load_package(os.path.join(d, 'n', 'm.pt2'))
m(torch.randn(4))
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=f'{d}/m.pt2')
m = torch._inductor.aoti_load_package(f'{d!r}/m.pt2')
m(torch.randn(4))
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=f'{d}/m.pt2')
m = torch._inductor.aoti_load_package(f'{d:>8}/m.pt2')
m(torch.randn(4))
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=f'{d}/m.pt2')
m = torch._inductor.aoti_load_package(f'{d=}/m.pt2')
m(torch.randn(4))
#---
args = parser.parse_args()
torch._inductor.aoti_compile_and_package(ep, package_path=args.out)
args.out = other()
m = torch._inductor.aoti_load_package(args.out)
m(torch.randn(4))
#---
args = parser.parse_args()
torch._inductor.aoti_compile_and_package(ep, package_path=args.out)
m = torch._inductor.aoti_load_package(args.checkpoint)
m(torch.randn(4))
#---
args = parser.parse_args()
torch._inductor.aoti_compile_and_package(ep, package_path=args.out)
args.out, rest = other()
m = torch._inductor.aoti_load_package(args.out)
m(torch.randn(4))
#---
args = parser.parse_args()
torch._inductor.aoti_compile_and_package(ep, package_path=args.out)
for args.out in names: pass
m = torch._inductor.aoti_load_package(args.out)
m(torch.randn(4))
#---
args = parser.parse_args()
torch._inductor.aoti_compile_and_package(ep, package_path=args.out)
setattr(args, 'out', other())
m = torch._inductor.aoti_load_package(args.out)
m(torch.randn(4))
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=d / 'm.pt2')
import shutil
shutil.copy(other, d / 'm.pt2')
m = torch._inductor.aoti_load_package(d / 'm.pt2')
m(torch.randn(4))
#---
d = folder()
torch._inductor.aoti_compile_and_package(ep, package_path=os.path.join(d, 'm.pt2'))
torch._inductor.aoti_compile_and_package(other, package_path=name())
m = torch._inductor.aoti_load_package(os.path.join(d, 'm.pt2'))
m(torch.randn(4))
#---
torch._inductor.aoti_compile_and_package(ep, package_path=next(names))
m = torch._inductor.aoti_load_package(next(names))
m(torch.randn(4))
