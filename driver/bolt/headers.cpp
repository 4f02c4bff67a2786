// What a run spends its time on is headers: of the standard library, whose templates
// are as torch's, and of torch. Bolt.cmake sees which of Clang's code that takes.
#include <torch/library.h>
#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

at::Tensor repeat_rows_meta(const at::Tensor &self, int64_t n) {
  std::map<std::string, std::vector<int64_t>> sizes;
  sizes["self"] = {self.size(0) * n, self.size(1)};
  return at::empty(sizes["self"], self.options());
}

TORCH_LIBRARY(bolt, m) { m.def("repeat_rows(Tensor self, SymInt n) -> Tensor"); }
TORCH_LIBRARY_IMPL(bolt, Meta, m) { m.impl("repeat_rows", &repeat_rows_meta); }
