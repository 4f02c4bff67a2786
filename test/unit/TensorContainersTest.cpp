// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TensorDataflowFixture.h"

namespace aoti_tidy {
namespace {

class TensorContainersTest : public TensorDataflowFixture {
protected:
  /// As runs(), of one function with <map>, <tuple> and <array> at hand.
  std::string with(llvm::StringRef Body) {
    return run(
        ("#include <array>\n#include <tuple>\n"
         "std::pair<at::Tensor, at::Tensor> both() {"
         " return {torch::ones({1}), torch::ones({2}, torch::kCUDA)}; }\n"
         "void change(at::Tensor &x); void changePair(std::pair<at::Tensor,"
         " at::Tensor> &p);\n"
         "void host(Loader &loader, at::Tensor unknown, int n, bool yes) {" +
         Body + "}")
            .str());
  }
  const std::string One = "cpu float32 [1] contiguous";
  const std::string Two = "cuda float32 [2] contiguous";
};

TEST_F(TensorContainersTest, Tuples) {
  const std::string Both = One + "\n" + Two;
  EXPECT_EQ(with("auto [a, b] = both(); loader.run({a, b});"), Both);
  EXPECT_EQ(with("const auto &[a, b] = both(); loader.run({a, b});"), Both);
  EXPECT_EQ(with("auto p = both(); loader.run({p.first, p.second});"), Both);
  EXPECT_EQ(with("auto t = std::make_tuple(torch::ones({1}), n,"
                 " torch::ones({2}, torch::kCUDA));"
                 "loader.run({std::get<0>(t), std::get<2>(t)});"),
            Both);
  EXPECT_EQ(with("auto p = both(); std::get<1>(p) = torch::ones({3});"
                 "loader.run({std::get<1>(p)});"),
            "cpu float32 [3] contiguous");
}

TEST_F(TensorContainersTest, WhatChangesTuples) {
  EXPECT_EQ(with("auto [a, b] = both(); a = unknown; loader.run({a});"),
            "unknown");
  EXPECT_EQ(with("auto [a, b] = both(); change(a); loader.run({a});"),
            "unknown");
  EXPECT_EQ(with("auto p = both(); p.first = unknown; loader.run({p.first});"),
            "unknown");
  EXPECT_EQ(with("auto p = both(); changePair(p); loader.run({p.first});"),
            "unknown");
  EXPECT_EQ(with("auto p = both(); auto &r = p; r.first = unknown;"
                 "loader.run({p.first});"),
            "unknown");
}

TEST_F(TensorContainersTest, ListsFilledLater) {
  EXPECT_EQ(with("std::array<at::Tensor, 2> v;"
                 "for (int i = 0; i < 2; ++i) v[i] = torch::ones({1});"
                 "loader.run({v[0], v[1]});"),
            One + "\n" + One);
  EXPECT_EQ(with("std::vector<at::Tensor> v(2);"
                 "for (auto &x : v) x = torch::ones({1}); loader.run(v);"),
            One + "\n" + One);
  EXPECT_EQ(with("std::vector<at::Tensor> v(2); v[n] = unknown;"
                 "v[0] = torch::ones({1}); loader.run(v);"),
            One + "\nunknown");
  EXPECT_EQ(with("at::Tensor x; if (yes) x = torch::ones({1});"
                 "loader.run({x});"),
            One);
  EXPECT_EQ(with("std::vector<at::Tensor> v = {torch::ones({1})};"
                 "std::vector<at::Tensor> w(v.begin(), v.end());"
                 "loader.run(w);"),
            One);
}

} // namespace
} // namespace aoti_tidy
