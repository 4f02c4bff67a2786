# Runs that are there to fail, and placeholders that a function fills.
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --input 'float32[s0:2..64,16]' %t/out/ranker.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-input-contract %t/script --package=%t/out/ranker.pt2 --torch=none
import torch
m = torch._inductor.aoti_load_package('ranker.pt2')

#---
import contextlib
with contextlib.suppress(RuntimeError):
    m(torch.zeros(4, 4))
with contextlib.ExitStack() as stack, contextlib.suppress(ValueError, RuntimeError):
    m(torch.zeros(4, 4))
#---
try:
    m(torch.zeros(4, 4))
    raise AssertionError('accepted')
except RuntimeError:
    pass
#---
try:
    m(torch.zeros(4, 4))
except RuntimeError:
    pass
else:
    pytest.fail('accepted')
#---
class Test(unittest.TestCase):
    def test(self):
        try:
            out = m(torch.zeros(4, 4))
            self.fail('accepted')
        except RuntimeError as e:
            print(e)
    @unittest.expectedFailure
    def test_other(self):
        m(torch.zeros(4, 4))
#---
import pytest
@pytest.mark.xfail
def test():
    m(torch.zeros(4, 4))
#---
try:
    m(torch.zeros(4, 4))
    assert False, 'accepted'
except RuntimeError:
    pass
#---
# A server that goes on after an error still wants none.
try:
    if not ready:
        raise ValueError('not ready')
    m(torch.zeros(4, 4))
    # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 has shape [4, 4]
except RuntimeError:
    log('failed')
#---
with open('log') as log:
    m(torch.zeros(4, 4))
    # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 has shape [4, 4]
#---
try:
    prepare()
except RuntimeError:
    m(torch.zeros(4, 4))
    # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 has shape [4, 4]
    raise

#---
# Without elements, a tensor is there to be resized.
from decoder import decode
x = torch.empty(0)
decode(x)
m(x)
y = torch.empty(0, 16)
decode([y], n=3)
m(y)
z = torch.empty(0)
decode(out=z)
m(z)
#---
x = torch.empty(0, dtype=torch.int64)
decode(x)
m(x)
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: input 0 is 'int64', but 'ranker.pt2' takes 'float32'
#---
# Functions of torch do not resize what they read; nor does a model.
x = torch.empty(0)
print(x, torch.sum(x))
m(x)
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: input 0 has shape [0]
#---
# What has elements keeps its shape.
x = torch.empty(4, 4)
decode(x)
m(x)
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: input 0 has shape [4, 4]
