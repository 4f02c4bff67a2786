# What is known of a tensor through the expression that gives it.
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --input 'float32[s0:2..64,16]' %t/out/ranker.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-device-mismatch,aoti-input-contract %t/script --package=%t/out/ranker.pt2 --torch=none
import torch
m = torch._inductor.aoti_load_package('ranker.pt2')

#---
# Lists that '*' hands over.
inp = (torch.zeros(8, 16, device=torch.device('cuda')),)
m(*inp)
# CHECK-MESSAGES: :[[@LINE-2]]:8: warning: input 0 is created on 'cuda', but 'ranker.pt2' was compiled for 'cpu'
m(*[torch.zeros(8, 15)])
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 has shape [8, 15]
m(*(torch.zeros(8, 16), torch.zeros(8, 16)))
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 1 input
m(*[torch.zeros(8, 16)] * 2)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'ranker.pt2' takes 1 input
m({'x': torch.zeros(8, 14)})
# CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 has shape [8, 14]
ok = (torch.zeros(8, 16),)
m(*ok)
grown = [torch.zeros(8, 16, device=torch.device('cuda'))]
grown.insert(0, torch.zeros(8, 16))
m(*grown)
m(*unknown, torch.zeros(8, 15))
m(**{'x': torch.zeros(8, 15)})

#---
# Parts and views of tensors.
y = torch.zeros(8, 16, device=torch.device('cuda'))
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 is created on 'cuda'
m(y[0:2])
#---
y = torch.zeros(8, 16, device=torch.device('cuda'))
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 is created on 'cuda'
m(y[mask])
#---
y = torch.zeros(16, 8, device=torch.device('cuda'))
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 is created on 'cuda'
m(-y.T.contiguous() ** 2)
#---
y = torch.zeros(2, 4, 16, device=torch.device('cuda'))
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: input 0 is created on 'cuda'
m(torch.flatten(y, 0, 1))
#---
m(torch.zeros(3, 8, 15)[0])
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [8, 15]
m(torch.zeros(15)[None])
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1, 15]
m(torch.unsqueeze(torch.zeros(15), 0))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [1, 15]
m(torch.cat([torch.zeros(4, 15)] * 3))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [12, 15]
m(torch.zeros(8, 16, dtype=torch.int64) ** 2)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is 'int64'
#---
# What fits, and what is not known.
m(torch.zeros(3, 8, 16)[0])
m(torch.zeros(9, 16)[:8])
m(torch.zeros(16, 8).T.contiguous())
m(torch.zeros(8, 8, 16).T)
m(torch.zeros(8, 15) if c else torch.zeros(8, 15))
m(torch.zeros(8, 10) @ torch.zeros(10, 15))
m(torch.zeros(100, 16)[a:b])
m(torch.flatten(unknown, 1))

#---
# Numbers, sizes and options.
m(torch.zeros(8, 4 * 4 - 1))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [8, 15]
m(torch.zeros(*[8, 30 // 2]))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [8, 15]
x = torch.zeros(8, 15)
m(torch.zeros(x.shape))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [8, 15]
m(torch.zeros(x.shape[0], x.size(-1)))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 has shape [8, 15]
m(torch.zeros(8, 16, dtype=float))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is 'float64'
kw = dict(device='cuda')
m(torch.zeros(8, 16, **kw))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is created on 'cuda'
m(torch.zeros(8, 16, **{'dtype': torch.float16}))
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: input 0 is 'float16'
#---
m(torch.zeros(8, 4 * 4))
m(torch.zeros(*[8, 32 // 2]))
m(torch.zeros(unknown.shape))
m(torch.zeros(8, n // 2))
m(torch.zeros(*unknown))
kw = dict(device='cuda')
kw['device'] = 'cpu'
m(torch.zeros(8, 16, **kw))
m(torch.zeros(8, 16, **options))

#---
# Members that their class alone sets, and functions.
class Server:
    def __init__(self):
        self.dev = 'cuda'
        self.buf = torch.zeros(8, 15)
        # CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 has shape [8, 15]
        self.out = torch.zeros(8, 15)
        self.out.resize_(8, 16)
        self.other = 'cuda'
        self.maybe = None
        if c:
            self.maybe = 'cuda'
            self.late = torch.zeros(8, 15)
    def run(self):
        m(torch.zeros(8, 16, device=self.dev))
        # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: input 0 is created on 'cuda'
        m(self.buf)
        m(self.out)
        m(torch.zeros(8, 16, device=self.other))
        m(torch.zeros(8, 16, device=self.maybe))
        m(self.late)
    def move(self, to):
        self.other = to
#---
import functools
def make():
    return torch.zeros(8, 16, device=torch.device('cuda'))
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 0 is created on 'cuda'
def make_on(device='cuda'):
    return torch.zeros(8, 16, device=device)
def make_either():
    if c:
        return torch.zeros(8, 16, device=torch.device('cuda'))
    return torch.zeros(8, 16)
@on_cpu
def make_moved():
    return torch.zeros(8, 16, device=torch.device('cuda'))
m(make())
m(make_on())
m(make_either())
m(make_moved())
m({'x': torch.zeros(8, 15), 'y': 3}['x'])
# CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 has shape [8, 15]
m([torch.zeros(8, 15), torch.zeros(8, 16)][-1])
#---
import functools
@functools.lru_cache
def get():
    return torch._inductor.aoti_load_package('ranker.pt2')
get()(torch.zeros(8, 15))
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 has shape [8, 15]
#---
loaded = None
def get():
    global loaded
    if loaded is None:
        loaded = torch._inductor.aoti_load_package('ranker.pt2')
    return loaded
get()(torch.zeros(8, 15))
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 has shape [8, 15]
#---
loaded = None
def get(path):
    global loaded
    if loaded is None:
        loaded = torch._inductor.aoti_load_package('ranker.pt2')
    if path:
        loaded = make(path)
    return loaded
get()(torch.zeros(8, 15))
