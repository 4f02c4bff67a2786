// RUN: %check_aoti_tidy %s aoti-deprecated-api %t -- -isystem%test_root/Inputs/pybind11-mock -isystem%test_root/Inputs/python-mock
#include <pybind11/embed.h>
#include <string>
namespace py = pybind11;
using namespace py::literals;

void objects(py::object Args) {
  auto Export = py::module_::import("torch._export");
  auto Model = Export.attr("aot_load")("model.so", "cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so, which does not record the device it was compiled for; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package' [aoti-deprecated-api]
  py::module Torch = py::module::import("torch");
  py::object Module = Torch.attr("_export");
  py::object Compile = Module.attr("aot_compile");
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so, which does not record the device it was compiled for; call 'torch._inductor.aoti_compile_and_package(torch.export.export(...))', which writes a .pt2 [aoti-deprecated-api]
  const std::string Name = "aot_load";
  py::getattr(Module, Name.c_str());
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'torch._export.aot_load' is deprecated
  Module.attr("aot_load"_s)(Args);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'torch._export.aot_load' is deprecated
  auto Held = py::reinterpret_steal<py::object>(PyImport_ImportModule("torch._export"));
  Held.attr("aot_load");
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'torch._export.aot_load' is deprecated
  [] {
    py::module_::import("torch").attr("_export").attr("aot_compile");
    // CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'torch._export.aot_compile' is deprecated
  }();
}

template <typename... T> void inTemplate(T... Values) {
  py::module_::import("torch._export").attr("aot_load")(Values...);
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'torch._export.aot_load' is deprecated
}
template void inTemplate(int);
template void inTemplate(int, long);

void cApi() {
  PyObject *Module = PyImport_ImportModule("torch._export");
  PyObject *Load = PyObject_GetAttrString(Module, "aot_load");
  // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'torch._export.aot_load' is deprecated
  PyObject_CallMethod(Module, "aot_compile", "s", "x");
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'torch._export.aot_compile' is deprecated
  Py_DECREF(Module);
  PyObject *ModuleName = PyUnicode_DecodeFSDefault("torch");
  PyObject *Torch = PyImport_Import(ModuleName);
  PyObject *Export = PyObject_GetAttr(Torch, PyUnicode_FromString("_export"));
  PyObject_CallMethodObjArgs(Export, PyUnicode_InternFromString("aot_load"), Torch, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: 'torch._export.aot_load' is deprecated
}

#define EXPORT_MODULE "torch._export"
#define LOAD(M) M.attr("aot_load")
void macros() {
  auto M = py::module_::import(EXPORT_MODULE);
  LOAD(M);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'torch._export.aot_load' is deprecated
}

constexpr char Script[] = R"(
import torch
load = torch._export.aot_load
)";
// CHECK-MESSAGES: :[[@LINE-2]]:8: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so

void text(py::dict Globals) {
  py::exec("import torch\nm = torch._export.aot_load('model.so', 'cuda')");
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'torch._export.aot_load' is deprecated
  py::exec(R"py(
    from torch._export import aot_compile as c, aot_load
    path = c(model, args)
  )py", Globals);
  // CHECK-MESSAGES: :[[@LINE-3]]:31: warning: 'torch._export.aot_compile' is deprecated
  // CHECK-MESSAGES: :[[@LINE-4]]:49: warning: 'torch._export.aot_load' is deprecated
  py::eval("torch._export.aot_load(path, device)", Globals);
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'torch._export.aot_load' is deprecated
  PyRun_SimpleString("import torch._export as E, os\n"
                     "path = E.aot_compile(f, args)\n");
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'torch._export.aot_compile' is deprecated
  PyRun_String("from torch import (_export as E,\n  nn)\nif x: E.aot_load(p, d)", Py_file_input, nullptr, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:64: warning: 'torch._export.aot_load' is deprecated
  PyObject *Code = Py_CompileString(Script, "script", Py_file_input);
  const std::string Text = "E = torch._export;\\\n  E.aot_load(\"m.so\", f'{torch}')";
  py::exec(Text);
  // CHECK-MESSAGES: :[[@LINE-2]]:53: warning: 'torch._export.aot_load' is deprecated
  PyRun_SimpleString(Text.c_str());
  py::exec("from torch._export import *\naot_load('m.so', 'cpu')"_s);
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'torch._export.aot_load' is deprecated
  // Put together: the argument is the place.
  py::exec(std::string("import torch\n") + "torch._export.aot_load('m.so', 'cpu')");
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated
  py::exec("p = torch._inductor.aoti_compile_and_package(ep)\nm = torch._export.aot_load(p, 'cuda')");
  // CHECK-MESSAGES: :[[@LINE-1]]:67: warning: 'torch._export.aot_load' is deprecated
}

// Near misses.

void otherModules(py::module_ Given, const char *Which) {
  py::module_::import("torch._inductor").attr("aoti_load_package")("model.pt2");
  py::module_::import("mylib._export").attr("aot_load")("model.so");
  py::module_::import("torch._export.aot").attr("aot_load");
  py::module_::import("torch").attr("aot_load");
  py::module_::import("torch._export").attr("db");
  Given.attr("aot_load")("model.so");
  py::module_::import(Which).attr("aot_load")("model.so");
  py::print("torch._export.aot_load(");
  py::eval_file("torch._export.aot_load(p, d)");
  PyObject *Vendor = PyImport_ImportModule("vendor");
  PyObject_CallMethod(Vendor, "aot_load", nullptr);
}

void changed(bool Old) {
  auto M = py::module_::import("torch._export");
  if (!Old)
    M = py::module_::import("mylib");
  M.attr("aot_load")("model.so");
}

void asksOrReplaces(py::object Mine) {
  auto M = py::module_::import("torch._export");
  if (py::hasattr(M, "aot_load"))
    M.attr("aot_load") = Mine;
  PyObject_SetAttrString(M.ptr(), "aot_load", Mine.ptr());
  PyObject_HasAttrString(M.ptr(), "aot_load");
}

// Takes the new function where the interpreter's torch has it.
py::object forEveryTorch() {
  auto Inductor = py::module_::import("torch._inductor");
  if (py::hasattr(Inductor, "aoti_load_package"))
    return Inductor.attr("aoti_load_package")("model.pt2");
  return py::module_::import("torch._export").attr("aot_load")("model.so", "cpu");
}

const char *Reassignable = "torch._export.aot_load(p, d)";

void otherText(const std::string &Given, py::dict Globals) {
  py::exec("# torch._export.aot_load(p, d)\nprint(1)");
  py::exec("print('torch._export.aot_load(p, d)')");
  py::exec(R"(print("""
torch._export.aot_load(p, d)
"""))");
  py::exec("m = my.torch._export.aot_load(p, d)");
  py::exec("import mytorch as torch\ntorch._export.aot_load(p, d)");
  py::exec("torch = load_torch()\ntorch._export.aot_load(p, d)");
  py::exec("def run(torch):\n  return torch._export.aot_load(p, d)");
  py::exec("for a, torch in all:\n  torch._export.aot_load(p, d)");
  py::exec("a, torch = both\ntorch._export.aot_load(p, d)");
  py::exec("with mock() as torch:\n  torch._export.aot_load(p, d)");
  py::exec("f = lambda torch: torch._export.aot_load(p, d)");
  py::exec("def aot_load(p, d): pass\naot_load('m.so', 'cpu')");
  py::exec("from torch._export import aot_load\ndef aot_load(p, d): pass\naot_load(p, d)");
  py::exec("from mylib import aot_load\naot_load(p, d)");
  py::exec("from ._export import aot_load\nfrom . import _export\n_export.aot_load(p, d)");
  py::exec("torch._export.aot_load = mine");
  py::exec("torch._export.aot_loader(p); torch._export.db.aot_load; torch.aot_load()");
  py::exec("import torch._inductor as E\nE.aoti_load_package(p)\nE.aot_compile(gm, args)");
  py::exec("i = torch._inductor\nif hasattr(i, 'aoti_load_package'): m = i.aoti_load_package(p)\n"
           "else: m = torch._export.aot_load(p, d)");
  // Not Python.
  py::exec("'torch._export.aot_load(p, d)");
  py::exec("x = )torch._export.aot_load(p, d)");
  py::exec(Given);
  py::exec(Reassignable);
  py::exec(Given + "torch._export.aot_load(p, d)");
  std::string Built = "torch._export.aot_load(p, d)";
  Built = Given;
  py::exec(Built);
  std::string Log = "torch._export.aot_load(p, d)";
  py::exec("");
  py::exec("f'{torch!r} {{torch._export.aot_load(p)}} {x[\"torch._export.aot_load()\"]}'");
}

namespace vendor {
void exec(const char *);
int PyRun_SimpleStringFlags(const char *, PyCompilerFlags *);
struct Node { Node attr(const char *); };
Node import(const char *);
void run() {
  exec("torch._export.aot_load(p, d)");
  vendor::PyRun_SimpleStringFlags("torch._export.aot_load(p, d)", nullptr);
  import("torch._export").attr("aot_load");
}
} // namespace vendor

void suppressed() {
  py::exec("torch._export.aot_load(p, d)"); // NOLINT(aoti-deprecated-api)
}
