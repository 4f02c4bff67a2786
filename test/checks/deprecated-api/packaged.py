# torch._export.aot_compile that makes the files of a package, and no raw .so.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none --any-fixes

#---
import os
import torch
from torch._inductor.package import package_aoti, load_package
so = torch._export.aot_compile(model, args=(x,), options={'aot_inductor.package': True})
# CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'torch._export.aot_compile' is deprecated since torch 2.6; call 'torch._inductor.aoti_compile_and_package(torch.export.export(...), package_path=...)', which does the work of 'package_aoti' behind it, too [aoti-deprecated-api]
runner = load_package(package_aoti(os.path.join(folder, 'm.pt2'), so))
#---
import torch
packaged = {'max_autotune': True, 'aot_inductor.package': True}
files = torch._export.aot_compile(model, (x,), options=packaged)
# CHECK-MESSAGES: :[[@LINE-1]]:9: warning: {{.*}}which does the work of 'package_aoti' behind it, too
#---
# A raw .so.
import torch
so = torch._export.aot_compile(model, (x,), options={'aot_inductor.package': False})
# CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
#---
import torch
so = torch._export.aot_compile(model, (x,), options={'aot_inductor.package_cpp_only': True})
# CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
#---
import torch
so = torch._export.aot_compile(model, (x,), options=given)
# CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
