# Fakes held against schemas: whole shapes, and how a schema is found.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import torch
from torch import Tensor
from torch.library import Library, custom_op, define, impl
from torch.library import register_fake
lib = Library('ns', 'FRAGMENT')

#---
# Whole shapes.
define('ns::op48', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op48')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op48', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op50', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op50')
def f(x, n): return torch.empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op50', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op52', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op52')
def f(x, n): return x.new_empty(*n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op52', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op54', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op54')
def f(x, n): return x.new_empty([*n])
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op54', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op56', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op56')
def f(x, n): return x.new_empty(tuple(n))
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op56', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op58', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op58')
def f(x, n): return x.dim() and x.reshape(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op58', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op60', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op60')
def f(x, n): return x.new_empty(n[0], n[1])
define('ns::op62', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op62')
def f(x, n): return x.new_empty([3, *n])
define('ns::op64', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op64')
def f(x, n): return x.new_empty(list(x.shape[:1]) + n)
#--- --check-option=aoti-symint-meta.SchemaInts=true
define('ns::op61', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op61')
def f(x, n): return x.new_empty(n[0], n[1])
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op61', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op63', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op63')
def f(x, n): return x.new_empty([3, *n])
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op63', '(Tensor x, SymInt[] n) -> Tensor')
define('ns::op65', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op65')
def f(x, n): return x.new_empty(list(x.shape[:1]) + n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op65', '(Tensor x, SymInt[] n) -> Tensor')

#---
# Symbols of the schema.
define('ns::op66', '(Tensor x, SymInt n) -> Tensor')
@register_fake('ns::op66')
def f(x, n): return x.new_empty(int(n))
# CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'int(n)' freezes a dynamic dimension in a fake; use 'n'
# CHECK-MESSAGES: :[[@LINE-4]]:1: note: the schema says 'SymInt' here
# CHECK-FIXES: def f(x, n): return x.new_empty(n)
define('ns::op67', '(Tensor x, SymInt? n) -> Tensor')
@register_fake('ns::op67')
def f(x, n): return list(range(n))
# CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'range(n)' freezes a dynamic dimension in a fake: the loop runs as often as the example's size says; compute without it
define('ns::op68', '(Tensor x, SymInt[] n) -> Tensor')
@register_fake('ns::op68')
def f(x, n): return [int(d) for d in n]
# CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(d)' freezes
# CHECK-FIXES: def f(x, n): return [d for d in n]
define('ns::op69', '(Tensor x, SymInt[2] n) -> Tensor')
@register_fake('ns::op69')
def f(x, n): return int(n[0])
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'int(n[0])' freezes
# CHECK-FIXES: def f(x, n): return n[0]
define('ns::op70', '(Tensor x, SymInt n) -> Tensor')
@register_fake('ns::op70')
def f(x, n): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-FIXES: def f(x, n): return x.shape[0]
define('ns::op71', '(Tensor x, SymInt n) -> Tensor')
@register_fake('ns::op71')
def f(x, n): return x.new_empty(n, n * 2)
define('ns::op72', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op72')
def f(x, n): return int(n), range(n), len(n), int(n[0])
define('ns::op73', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op73')
def f(x, n): return int(n), range(n), len(n), int(n[0])
define('ns::op74', '(Tensor x, float n) -> Tensor')
@register_fake('ns::op74')
def f(x, n): return int(n), range(n), len(n), int(n[0])
define('ns::op75', '(Tensor x, Tensor[] n) -> Tensor')
@register_fake('ns::op75')
def f(x, n): return int(n), range(n), len(n), int(n[0])
# CHECK-MESSAGES: :[[@LINE-1]]:47: warning: 'int(n[0])' reads tensor data in a fake
#---
torch.library.define('a::b', '(SymInt n) -> Tensor')
@torch.library.register_fake('a::b')
def f(n): return torch.empty(int(n))
# CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'int(n)' freezes a dynamic dimension in a fake; use 'n'
# CHECK-FIXES: def f(n): return torch.empty(n)

#--- --check-option=aoti-symint-meta.SchemaInts=true
# Which schema is the fakes.
# Another operator, overload, library.
# Two of them.
lib.define('op(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
lib.impl('op', f, 'Meta')
# CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: lib.define('op(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
lib.define('op78(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
register_fake('ns::op78', f)
# CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: lib.define('op78(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
lib.define('op(Tensor x, int n) -> Tensor')
@impl(lib, 'op', 'Meta')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: lib.define('op(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
define(lib, 'op(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
lib._register_fake('op', f)
# CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define(lib, 'op(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
define('ns::op81', '(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
register_fake('ns::op81')(f)
# CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op81', '(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
define('ns::op', '(Tensor x, int n) -> Tensor', lib=lib)
def f(x, n): return x.new_empty(n)
register_fake(torch.ops.ns.op.default, f)
# CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: define('ns::op', '(Tensor x, SymInt n) -> Tensor', lib=lib)
#--- --check-option=aoti-symint-meta.SchemaInts=true
@custom_op('ns::op83', mutates_args=(), schema='(Tensor x, int n) -> Tensor')
def op(x, n): pass
@op.register_fake
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: @custom_op('ns::op83', mutates_args=(), schema='(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
@custom_op('ns::op84', mutates_args=(), schema='(Tensor x, int n) -> Tensor')
def op(x, n): pass
@register_fake('ns::op84')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: @custom_op('ns::op84', mutates_args=(), schema='(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
def k(x, n): pass
op = custom_op('ns::op85', k, mutates_args=(), schema='(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
op.register_fake(f)
# CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-FIXES-UNSAFE: op = custom_op('ns::op85', k, mutates_args=(), schema='(Tensor x, SymInt n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
lib.define('op(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
register_fake('ns::oq', f)
#--- --check-option=aoti-symint-meta.SchemaInts=true
lib.define('op(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
register_fake('na::op', f)
#--- --check-option=aoti-symint-meta.SchemaInts=true
lib.define('op.out(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
register_fake('ns::op88', f)
#--- --check-option=aoti-symint-meta.SchemaInts=true
l.define('op(Tensor x, int n) -> Tensor')
def f(x, n): return x.new_empty(n)
l._register_fake('op', f)
#--- --check-option=aoti-symint-meta.SchemaInts=true
lib.define('op90(Tensor x, int n) -> Tensor')
define('ns::op90', '(Tensor x, SymInt n) -> Tensor')
def f(x, n): return x.new_empty(n)
register_fake('ns::op90', f)
#--- --check-option=aoti-symint-meta.SchemaInts=true
define('ns::op91', '(int x, Tensor n) -> Tensor')
def f(n, x): return n.new_empty(x)
register_fake('ns::op91', f)
#--- --check-option=aoti-symint-meta.SchemaInts=true
@custom_op('ns::op92', mutates_args=())
def op(x: Tensor, n: int) -> Tensor: pass
@op.register_fake
def f(x, n): return x.new_empty(n)
#--- --check-option=aoti-symint-meta.SchemaInts=true
define('ns::op93', schema)
def f(x, n): return x.new_empty(n)
register_fake('ns::op93', f)
#--- --check-option=aoti-symint-meta.SchemaInts=true
define('ns::op94', 'no schema')
def f(x, n): return x.new_empty(n)
register_fake('ns::op94', f)

#--- --check-option=aoti-symint-meta.SchemaInts=true
# The fix of the schema is unsafe.
define('ns::op99', '(Tensor x, int n) -> Tensor')
@register_fake('ns::op99')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-MESSAGES: :[[@LINE-2]]:33: note: becomes a size here
# CHECK-MESSAGES: :[[@LINE-5]]:32: note: the schema is here
# CHECK-FIXES-UNSAFE: define('ns::op99', '(Tensor x, SymInt n) -> Tensor')
define('ns::op100', '(Tensor x, int[] n) -> Tensor')
@register_fake('ns::op100')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-MESSAGES: :[[@LINE-2]]:33: note: becomes a size here
# CHECK-MESSAGES: :[[@LINE-5]]:33: note: the schema is here
# CHECK-FIXES-UNSAFE: define('ns::op100', '(Tensor x, SymInt[] n) -> Tensor')
#--- --check-option=aoti-symint-meta.SchemaInts=true
lib.define("""op(Tensor x,
  int? n=None) -> Tensor""")
@impl(lib, 'op', 'Meta')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-MESSAGES: :[[@LINE-2]]:33: note: becomes a size here
# CHECK-MESSAGES: :[[@LINE-5]]:3: note: the schema is here
# CHECK-FIXES-UNSAFE:   SymInt? n=None) -> Tensor""")
#--- --check-option=aoti-symint-meta.SchemaInts=true
define('ns::op102', '(Tensor x, ' 'int n) -> Tensor')
@register_fake('ns::op102')
def f(x, n): return x.new_empty(n)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-MESSAGES: :[[@LINE-2]]:33: note: becomes a size here
# CHECK-MESSAGES: :[[@LINE-5]]:1: note: the schema is here

