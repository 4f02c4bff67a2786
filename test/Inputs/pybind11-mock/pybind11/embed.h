#pragma once
#include <pybind11/eval.h>
#include <pybind11/pybind11.h>
namespace pybind11 __attribute__((visibility("hidden"))) {
class scoped_interpreter {
public:
  explicit scoped_interpreter(bool init_signal_handlers = true);
  ~scoped_interpreter();
};
} // namespace pybind11
