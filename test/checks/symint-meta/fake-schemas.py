# Fakes held against the schemas of their operators.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import torch
from torch import Tensor
from torch.library import Library, custom_op, define, impl
from torch.library import register_fake
lib = Library('ns', 'FRAGMENT')

#--- --check-option=aoti-symint-meta.SchemaInts=true
# Ints that become sizes.
define('ns::op0', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op0')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int': export freezes the value it is called with; write 'SymInt' in the schema [aoti-symint-meta]
# CHECK-MESSAGES: :[[@LINE-2]]:33: note: becomes a size here
# CHECK-MESSAGES: :[[@LINE-5]]:31: note: the schema is here
# CHECK-FIXES-UNSAFE: define('ns::op0', '(Tensor x, SymInt n) -> Tensor')
define('ns::op2', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op2')
def f(x, n): return x.new_zeros((x.shape[0], n))
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op2', '(Tensor x, SymInt n) -> Tensor')
define('ns::op4', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op4')
def f(x, n): return torch.empty([n, 3], device=x.device)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op4', '(Tensor x, SymInt n) -> Tensor')
define('ns::op6', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op6')
def f(x, n): return torch.zeros(3, n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op6', '(Tensor x, SymInt n) -> Tensor')
define('ns::op8', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op8')
def f(x, n): return torch.full((n,), 1.0)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op8', '(Tensor x, SymInt n) -> Tensor')
define('ns::op10', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op10')
def f(x, n): return x.new_full([n], 0)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op10', '(Tensor x, SymInt n) -> Tensor')
define('ns::op12', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op12')
def f(x, n): return x.new_empty(size=(n,))
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op12', '(Tensor x, SymInt n) -> Tensor')
define('ns::op14', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op14')
def f(x, n): return x.new_empty(x.shape[:-1] + (n,))
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op14', '(Tensor x, SymInt n) -> Tensor')
define('ns::op16', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op16')
def f(x, n): return x.new_empty((*x.shape[:-1], n))
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op16', '(Tensor x, SymInt n) -> Tensor')
define('ns::op18', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op18')
def f(x, n): return x.new_empty(list(x.shape[1:]) + [n])
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op18', '(Tensor x, SymInt n) -> Tensor')
define('ns::op20', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op20')
def f(x, n): shape = (n, 2); return x.new_empty(shape)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op20', '(Tensor x, SymInt n) -> Tensor')
define('ns::op22', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op22')
def f(x, n): m = n; return x.new_empty(m)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op22', '(Tensor x, SymInt n) -> Tensor')
define('ns::op24', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op24')
def f(x, n): return x.dim() and x.view(n, -1)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op24', '(Tensor x, SymInt n) -> Tensor')
define('ns::op26', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op26')
def f(x, n): return x.dim() and x.expand(n, -1)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op26', '(Tensor x, SymInt n) -> Tensor')
define('ns::op28', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op28')
def f(x, n): return x.dim() and x.repeat(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op28', '(Tensor x, SymInt n) -> Tensor')
# A constant of the model may go into a size as well.
define('ns::op30', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op30')
def f(x, n): return x.new_empty(x.shape[0] * n)
define('ns::op31', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op31')
def f(x, n): return x.new_empty(n // 8)
define('ns::op32', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op32')
def f(x, n): return x.new_full((3,), n)
define('ns::op33', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op33')
def f(x, n): return torch.empty_like(x)
define('ns::op34', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op34')
def f(x, n): return x.new_empty(3, dtype=n)
define('ns::op35', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op35')
def f(x, n): return x.sum(n)
define('ns::op36', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op36')
def f(x, n): return g(n)
define('ns::op37', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op37')
def f(x, n): n = 3; return x.new_empty(n)
define('ns::op38', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op38')
def f(x, n): return z.view(n)
define('ns::op39', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op39')
def f(x, n): return [x.new_empty(3)] * n
define('ns::op40', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op40')
def f(x, n): return x.new_empty(max(n, 1))
define('ns::op41', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op41')
def f(x, n): return torch.arange(n)
define('ns::op42', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op42')
def f(x, n): lambda: x.new_empty(n)
#---
define('ns::op1', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op1')
def f(x, n): return x.new_empty(n)
define('ns::op3', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op3')
def f(x, n): return x.new_zeros((x.shape[0], n))
define('ns::op43', '(Tensor x, SymInt n) -> Tensor')
@register_fake('ns::op43')
def f(x, n): return x.new_empty(n, n)
define('ns::op44', '(Tensor x, float n) -> Tensor')
@register_fake('ns::op44')
def f(x, n): return x.new_empty(n, n)
define('ns::op45', '(Tensor x, bool n) -> Tensor')
@register_fake('ns::op45')
def f(x, n): return x.new_empty(n, n)
define('ns::op46', '(Tensor x, int[2] n) -> Tensor')
@register_fake('ns::op46')
def f(x, n): return x.new_empty(n, n)
define('ns::op47', '(Tensor x, str n) -> Tensor')
@register_fake('ns::op47')
def f(x, n): return x.new_empty(n, n)
