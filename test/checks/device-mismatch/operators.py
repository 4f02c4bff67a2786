# Results of operators are where their operands are.
# RUN: %check_aoti_tidy %s aoti-device-mismatch %t --torch=none
import torch

#---
x = torch.randn(8, 10)
ep = torch.export.export(model, (x,))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep, package_path='a/m.pt2'))
m(torch.softmax(x.to('cuda'), 1))
# CHECK-MESSAGES: :[[@LINE-1]]:17: warning: input 0 is moved to 'cuda', but 'm.pt2' is exported for 'cpu' [aoti-device-mismatch]
# CHECK-FIXES-UNSAFE: m(torch.softmax(x.to('cpu'), 1))
m(x.to('cuda').softmax(dim=-1).mean(1, keepdim=True))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is moved to 'cuda', but 'm.pt2' is exported for 'cpu' [aoti-device-mismatch]
# CHECK-FIXES-UNSAFE: m(x.to('cpu').softmax(dim=-1).mean(1, keepdim=True))
m(x.to('cuda').matmul(weights))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is moved to 'cuda', but 'm.pt2' is exported for 'cpu' [aoti-device-mismatch]
# No edit leaves the weights behind.
# CHECK-FIXES-UNSAFE: m(x.to('cuda').matmul(weights))
m(x.to('cuda').pow(2).sum(1))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is moved to 'cuda', but 'm.pt2' is exported for 'cpu' [aoti-device-mismatch]
# CHECK-FIXES-UNSAFE: m(x.to('cpu').pow(2).sum(1))

#---
# Near misses.
x = torch.randn(8, 10)
ep = torch.export.export(model, (x,))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep, package_path='a/m.pt2'))
y = x.to('cuda')
m(torch.softmax(x, 1))
m(torch.softmax(y, 1).cpu())
m(y.softmax(dim=-1).mean(1).to('cpu'))
# Several results.
m(y.max(1)[0].cpu())
# Not torch's.
m(own.softmax(y, 1))
# Where the other one is, or where y is: not known of a library that is not torch.
m(matmul(y, weights))
