# Code under a condition on the version of torch is silent, whatever it says.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch-version=2.13
import torch

#---
NEW = tuple(int(v) for v in torch.__version__.split('.')[:2]) >= (2, 6)
if not NEW:
    so = torch._export.aot_compile(model, args)
if NEW:
    pass
else:
    so = torch._export.aot_compile(model, args)
if NEW:
    so = torch._export.aot_compile(*args)
#---
def new():
    return tuple(int(v) for v in torch.__version__.split('.')[:2]) >= (2, 6)
if not new():
    so = torch._export.aot_compile(model, args)
if new():
    so = torch._export.aot_compile(*args)
#---
from packaging import version
TORCH = version.parse(torch.__version__)
if TORCH < version.parse('2.6'):
    so = torch._export.aot_compile(model, args)
if version.parse('2.6') > TORCH and fast:
    so = torch._export.aot_compile(model, args)
so = torch._export.aot_compile(model, args) if TORCH < version.parse('2.6') else None
if TORCH < version.parse('2.6') or fast:
    so = torch._export.aot_compile(*args)
if TORCH < version.parse('2.12'):
    so = torch._export.aot_compile(*args)
#---
HAS = hasattr(torch._inductor, 'aoti_compile_and_package')
if not HAS:
    so = torch._export.aot_compile(model, args)
if not hasattr(torch, 'compile'):
    so = torch._export.aot_compile(*args)
#---
import pytest
import unittest
@pytest.mark.skipif(torch.__version__ >= '2.6', reason='x')
def test_old():
    so = torch._export.aot_compile(model, args)
@unittest.skipUnless(torch.__version__ < '2.6', 'x')
def test_older():
    so = torch._export.aot_compile(model, args)
@pytest.mark.skipif(torch.__version__ < '2.6', reason='x')
def test_new():
    so = torch._export.aot_compile(*args)
#---
def test():
    if torch.__version__ >= '2.6':
        pytest.skip('old')
    so = torch._export.aot_compile(model, args)
#---
try:
    from torch._inductor import aoti_compile_and_package
except ImportError:
    aoti_compile_and_package = None
if aoti_compile_and_package is None:
    so = torch._export.aot_compile(model, args)
#---
from helpers import TORCH_AT_LEAST_2_6, is_torch_less_than
if not TORCH_AT_LEAST_2_6:
    so = torch._export.aot_compile(model, args)
if is_torch_less_than('2.6'):
    so = torch._export.aot_compile(model, args)
if TORCH_AT_LEAST_2_6:
    so = torch._export.aot_compile(*args)
#---
# Not torch's version.
import sys
if sys.version_info < (3, 8):
    so = torch._export.aot_compile(*args)
    # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch._export.aot_compile' is deprecated
