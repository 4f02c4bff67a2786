// Which uses in embedded Python are the deprecated functions, and which only look
// like them.
// RUN: %check_aoti_tidy %s aoti-deprecated-api %t -- -isystem%test_root/Inputs/pybind11-mock -isystem%test_root/Inputs/python-mock
#include <pybind11/embed.h>
namespace py = pybind11;

void reachedByFullName() {
  py::exec(R"py(torch._export.aot_load(p))py");
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so, which does not record the device it was compiled for; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package'
  py::exec(R"py(import torch._export as E
x = E.aot_load(p))py");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated
  py::exec(R"py(E = torch._export
def f(p):
  return E.aot_load(p))py");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch._export.aot_load' is deprecated
  py::exec(R"py(def f(p):
  import torch._export as E
  return [E.aot_load(q) for q in p])py");
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'torch._export.aot_load' is deprecated
  py::exec(R"py(f = getattr(torch._export, 'aot_load'))py");
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'torch._export.aot_load' is deprecated
  // The parameter is another torch.
  py::exec(R"py(def g(torch): pass
torch._export.aot_load(p))py");
  // CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load' is deprecated
}

void imports() {
  py::exec(R"py(from torch._export import aot_load as f, aot_compile
f(1))py");
  // CHECK-MESSAGES: :[[@LINE-2]]:43: warning: 'torch._export.aot_load' is deprecated
  // CHECK-MESSAGES: :[[@LINE-3]]:58: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so, which does not record the device it was compiled for; call 'torch._inductor.aoti_compile_and_package(torch.export.export(...))', which writes a .pt2
  py::exec(R"py(from torch._export import (
  x,
  aot_load,
))py");
  // CHECK-MESSAGES: :[[@LINE-2]]:3: warning: 'torch._export.aot_load' is deprecated
  py::exec(R"py(try:
  from torch._export import aot_load
except ImportError:
  aot_load = None
aot_load(p))py");
  // CHECK-MESSAGES: :[[@LINE-4]]:29: warning: 'torch._export.aot_load' is deprecated
  py::exec(R"py(from torch._export import *
x.aot_load
f(aot_load=1)
aot_load(p))py");
  // CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'torch._export.aot_load' is deprecated
}

void indentedText() {
  py::exec(R"py(
    # c
    import torch

    if x:
        y = torch._export.aot_load(p)
  )py");
  // CHECK-MESSAGES: :[[@LINE-2]]:13: warning: 'torch._export.aot_load' is deprecated
  py::exec("\r\n\ttorch._export.aot_load(p)\r\n\tx\r\n");
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'torch._export.aot_load' is deprecated
}

void otherThings() {
  py::exec(R"py(import mytorch as torch
torch._export.aot_load(p))py");
  py::exec(R"py(torch = load()
torch._export.aot_load(p))py");
  py::exec(R"py(def f(torch):
  torch._export.aot_load(p))py");
  py::exec(R"py(for a, torch in b:
  torch._export.aot_load(p))py");
  py::exec(R"py(with m() as torch:
  torch._export.aot_load(p))py");
  py::exec(R"py(class torch: pass
torch._export.aot_load(p))py");
  py::exec(R"py(def f():
  global torch
  torch = m()
torch._export.aot_load(p))py");
  py::exec(R"py(from torch._export import aot_load
def aot_load(p): pass
aot_load(p))py");
  py::exec(R"py(from torch._export import *
def aot_load(p): pass
aot_load(p))py");
  py::exec(R"py(from torch._export import *
from mine import *
aot_load(p))py");
  py::exec(R"py(from ._export import aot_load
aot_load(p))py");
  py::exec(R"py(torch.aot_load(p))py");
  py::exec(R"py(torch._export.aot_load = mine)py");
  py::exec(R"py(del torch._export.aot_load)py");
  py::exec(R"py(torch._export.aot_load = mine
torch._export.aot_load(p))py");
  py::exec(R"py('torch._export.aot_load(p)'  # torch._export.aot_load(p))py");
  py::exec(R"py(my.torch._export.aot_load(p))py");
  py::exec(R"py(torch._export.aot_loader(p))py");
}

void notPython() {
  py::exec(R"py('torch._export.aot_load(p))py");
  py::exec(R"py(x = )torch._export.aot_load)py");
  py::exec(R"py(torch._export.aot_load(p)py");
  py::exec(R"py(x = = torch._export.aot_load)py");
}
