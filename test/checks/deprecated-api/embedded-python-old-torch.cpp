// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch-version=2.5 -- -isystem%test_root/Inputs/pybind11-mock -isystem%test_root/Inputs/python-mock
// Before torch 2.6 there is nothing to replace them.
#include <pybind11/embed.h>
namespace py = pybind11;
void run() {
  py::module_::import("torch._export").attr("aot_load")("model.so", "cuda");
  py::exec("import torch\nm = torch._export.aot_load('model.so', 'cuda')");
  PyRun_SimpleString("from torch._export import aot_compile");
}
