#pragma once
#include <pybind11/pybind11.h>
namespace pybind11 __attribute__((visibility("hidden"))) {
enum eval_mode { eval_expr, eval_single_statement, eval_statements };
template <eval_mode mode = eval_expr>
object eval(const str &expr, object global = globals(),
            object local = object());
template <eval_mode mode = eval_expr, size_t N>
object eval(const char (&s)[N], object global = globals(),
            object local = object()) {
  auto expr = (s[0] == '\n')
                  ? str(module_::import("textwrap").attr("dedent")(s))
                  : str(s);
  return eval<mode>(expr, std::move(global), std::move(local));
}
inline void exec(const str &expr, object global = globals(),
                 object local = object()) {
  eval<eval_statements>(expr, std::move(global), std::move(local));
}
template <size_t N>
void exec(const char (&s)[N], object global = globals(),
          object local = object()) {
  eval<eval_statements>(s, std::move(global), std::move(local));
}
template <eval_mode mode = eval_statements>
object eval_file(str fname, object global = globals(),
                 object local = object());
} // namespace pybind11
