// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TensorDataflowFixture.h"

namespace aoti_tidy {
namespace {

class TensorDataflowTest : public TensorDataflowFixture {};

TEST_F(TensorDataflowTest, Factories) {
  EXPECT_EQ(body(R"(loader.run({
      torch::randn({8, 10}),
      torch::zeros({2}, torch::kLong),
      torch::ones({n, 3}, torch::kCUDA),
      at::empty({4}, at::TensorOptions().dtype(at::kHalf).device(at::kCUDA, 1)),
      at::empty({4}, at::dtype<int64_t>().device("cuda:0")),
      torch::full({2}, 1), torch::full({2}, 1.5),
      torch::arange(5), at::zeros(3, at::device(held)),
      torch::randint(0, 5, {2}), torch::randint(0, 5, {2}, torch::kCUDA),
      torch::tensor({1, 2}), torch::tensor({{1.0f}, {2.0f}}), torch::tensor(3)});)"),
            "cpu float32 [8, 10] contiguous\n"
            "cpu int64 [2] contiguous\n"
            "cuda float32 [?, 3] contiguous\n"
            "cuda:1 float16 [4] contiguous\n"
            "cuda:0 int64 [4] contiguous\n"
            "cpu int64 [2] contiguous\n"
            "cpu float32 [2] contiguous\n"
            "cpu int64 [5] contiguous\n"
            "variable float32 [3] contiguous\n"
            "cpu int64 [2] contiguous\n"
            "cuda float32 [2] contiguous\n"
            "cpu int64 [2] contiguous\n"
            "cpu float32 [2, 1] contiguous\n"
            "cpu int64 [] contiguous");
}

TEST_F(TensorDataflowTest, Devices) {
  EXPECT_EQ(body(R"(
      torch::Device second(torch::kCUDA, 1);
      torch::Device any("cuda:" + std::to_string(n));
      const std::string name = yes ? "cuda" : "cpu";
      auto options = torch::dtype(torch::kFloat).device(torch::Device(torch::kCUDA, n));
      torch::Device chosen(torch::kCPU);
      if (yes)
        chosen = torch::kCUDA;
      auto x = torch::ones({1}, second);
      loader.run({x, x.cpu(), torch::ones({1}, any), torch::ones({1}, options),
                  torch::ones({1}, torch::Device(name)), torch::ones({1}, chosen),
                  torch::ones({1}, x.device()), torch::ones({1}, x.options().device(torch::kCPU)),
                  torch::ones({1}, yes ? torch::kCUDA : torch::kCPU),
                  torch::ones({1}, torch::Device(std::string("cuda:1", 4))),
                  torch::ones({1}, torch::Device(std::string("cuda") + ":" + std::to_string(n))),
                  torch::ones({1}, torch::TensorOptions().layout(torch::kStrided)),
                  torch::ones({1}, torch::TensorOptions().layout(at::Layout::Sparse))});)"),
            "cuda:1 float32 [1] contiguous\n"
            "cpu float32 [1] contiguous\n"
            "cuda:? float32 [1] contiguous\n"
            "cuda:? float32 [1] contiguous\n"
            "cuda float32 [1] contiguous | cpu float32 [1] contiguous\n"
            "cpu float32 [1] contiguous | cuda float32 [1] contiguous\n"
            "cuda:1 float32 [1] contiguous\n"
            "cpu float32 [1] contiguous\n"
            "cuda float32 [1] contiguous | cpu float32 [1] contiguous\n"
            "? float32 [1] contiguous\n"
            "cuda:? float32 [1] contiguous\n"
            "cpu float32 [1] contiguous\n"
            "cpu float32 [1] ?");
}

TEST_F(TensorDataflowTest, Moves) {
  EXPECT_EQ(body(R"(
      auto x = torch::randn({8, 10});
      loader.run({x.to(torch::kCUDA), x.to(torch::kHalf), x.cuda(), x.cuda().cpu(),
                  x.to(torch::Device("cuda:0"), torch::kLong), x.toType(torch::kInt),
                  x.to(torch::TensorOptions().dtype(torch::kBool)), x.to(torch::zeros({1}, torch::kDouble)),
                  unknown.to(torch::kCUDA), unknown.contiguous(), unknown});)"),
            "cuda float32 [8, 10] contiguous\n"
            "cpu float16 [8, 10] contiguous\n"
            "cuda float32 [8, 10] contiguous\n"
            "cpu float32 [8, 10] contiguous\n"
            "cuda:0 int64 [8, 10] contiguous\n"
            "cpu int32 [8, 10] contiguous\n"
            "cpu bool [8, 10] contiguous\n"
            "cpu float64 [8, 10] contiguous\n"
            "cuda ? ? ?\n"
            "? ? ? contiguous\n"
            "unknown");
}

TEST_F(TensorDataflowTest, Shapes) {
  EXPECT_EQ(body(R"(
      auto x = torch::randn({8, 10});
      std::vector<int64_t> shape = {2, 4, n};
      shape.push_back(5);
      loader.run({x.t(), x.t().contiguous(), x.unsqueeze(0), x.view({-1, 5}), x[0],
                  x.transpose(0, 1).reshape({4, 20}), x / 2, x.select(1, 0),
                  torch::zeros(shape), torch::zeros({x.size(0), 3}), torch::zeros(x.sizes()),
                  torch::cat({x, x}, 1), x + unknown});)"),
            "cpu float32 [10, 8] strided [1, 10]\n"
            "cpu float32 [10, 8] contiguous\n"
            "cpu float32 [1, 8, 10] contiguous\n"
            "cpu float32 [16, 5] contiguous\n"
            "cpu float32 [10] contiguous\n"
            "cpu float32 [4, 20] ?\n"
            "cpu float32 [8, 10] contiguous\n"
            "cpu float32 [8] strided [10]\n"
            "cpu float32 [2, 4, ?, 5] contiguous\n"
            "cpu float32 [8, 3] contiguous\n"
            "cpu float32 [8, 10] contiguous\n"
            "cpu float32 [8, 20] contiguous\n"
            "cpu ? ? ?");
}

TEST_F(TensorDataflowTest, Lists) {
  EXPECT_EQ(body(R"(
      std::vector<at::Tensor> inputs;
      inputs.push_back(torch::ones({1}));
      inputs.emplace_back(torch::ones({2}));
      at::Tensor x = torch::ones({3});
      inputs.push_back(x);
      inputs[0] = x.to(torch::kCUDA);
      inputs.back() = x.to(torch::kLong);
      auto copy = inputs;
      inputs.clear();
      loader.run(copy);)"),
            "cuda float32 [3] contiguous\n"
            "cpu float32 [2] contiguous\n"
            "cpu int64 [3] contiguous");
  const char *One = "cpu float32 [1] contiguous";
  const std::pair<const char *, std::string> Expected[] = {
      {"loader.run({torch::ones({1})});", One},
      {"std::vector<at::Tensor> v(2, torch::ones({1}));"
       "loader.boxed_run(std::move(v));",
       One + std::string("\n") + One},
      {"std::vector<at::Tensor> v(1); v.at(0) = torch::ones({1});"
       "auto w = std::move(v); loader.run({w});",
       One},
      {"std::vector<at::Tensor> v; v = {torch::ones({1})}; loader.run(v);",
       One},
      {"at::Tensor x = torch::ones({1}); std::vector<at::Tensor> v;"
       "v.emplace_back(x); loader.run(v);",
       One},
      {"loader.run({});", ""},
      {"loader.run(many);", "no list"}};
  std::vector<std::string> Bodies;
  for (const auto &[Body, Values] : Expected)
    Bodies.push_back(Body);
  const auto Values = bodies(Bodies);
  for (auto [I, Case] : llvm::enumerate(Expected))
    EXPECT_EQ(Values[I], Case.second) << Case.first;
}

TEST_F(TensorDataflowTest, ListsThatAreNotKnown) {
  const std::string Start = "std::vector<at::Tensor> v = {torch::ones({1})};";
  std::vector<std::string> Bodies;
  for (const char *Change :
       {"for (int i = 0; i < n; ++i) v.push_back(unknown);",
        "if (yes) v.push_back(unknown);", "auto *p = &v; p->clear();",
        "auto change = [&] { v.clear(); }; change();",
        "void other(std::vector<at::Tensor> &); other(v);",
        "v.insert(v.end(), many.begin(), many.end());",
        "auto w = std::move(v); v.push_back(unknown);", "v.resize(n);",
        "for (auto &t : v) { t = t.cuda(); v.clear(); }",
        "std::vector<at::Tensor> w = many; std::swap(v, w);", "v = many;",
        "std::vector<at::Tensor> w = many; w.swap(v);",
        "std::swap(*v.begin(), unknown);",
        "void other(std::vector<at::Tensor> &); auto &r = v; other(r);",
        "void other(at::Tensor &); auto &t = v[0]; other(t);",
        "void other(at::Tensor &); for (auto &t : v) other(t);"})
    Bodies.push_back(Start + Change + "loader.run(v);");
  for (auto [I, Values] : llvm::enumerate(bodies(Bodies)))
    EXPECT_EQ(Values, "no list") << Bodies[I];
  Bodies.clear();
  for (const char *Harmless :
       {"for (const auto &t : v) t.dim();", "for (auto t : v) t.dim();",
        "auto look = [&] { return v.size(); }; look();",
        "void other(const std::vector<at::Tensor> &); other(v);",
        "v.reserve(8);", "auto w = v; w.clear();", "v[0].zero_();",
        "v[0][0] = 1;", "v.back().fill_(2);",
        "std::vector<at::Tensor> w(v.begin(), v.end()); w.clear();"})
    Bodies.push_back(Start + Harmless + "loader.run(v);");
  for (auto [I, Values] : llvm::enumerate(bodies(Bodies)))
    EXPECT_EQ(Values, "cpu float32 [1] contiguous") << Bodies[I];
  // Whatever name it goes by.
  EXPECT_EQ(body(Start + "auto &r = v; r.clear(); loader.run(v);"), "");
  EXPECT_EQ(body(Start + "auto &t = v[0]; t = unknown; loader.run(v);"),
            "unknown");
  EXPECT_EQ(body(Start + "auto &t = v[0]; t = t.cuda(); loader.run(v);"),
            "cuda float32 [1] contiguous");
  // Another one each time around.
  EXPECT_EQ(body("void other(std::vector<at::Tensor> &); while (n--) {"
                 "std::vector<at::Tensor> v = {torch::ones({1})};"
                 "loader.run(v); other(v); }"),
            "cpu float32 [1] contiguous");
}

TEST_F(TensorDataflowTest, LoopsOverElements) {
  EXPECT_EQ(body(R"(
      std::vector<at::Tensor> v = {torch::ones({1}), torch::ones({2}), unknown};
      for (auto &t : v)
        t = t.to(torch::kCUDA);
      loader.run(v);)"),
            "cuda float32 [1] contiguous\n"
            "cuda float32 [2] contiguous\n"
            "cuda ? ? ?");
}

TEST_F(TensorDataflowTest, Captures) {
  const std::string Start =
      "torch::Device device(torch::kCUDA); auto x = torch::ones({1}, device);"
      "std::vector<at::Tensor> v; v.push_back(x);";
  const auto Values = bodies(
      {Start + "auto f = [&] { loader.run({x, torch::ones({2}, device)}); };",
       Start + "auto f = [&] { loader.run(v); }; v.clear();",
       Start + "auto f = [v, &loader] { loader.run(v); }; v.clear();",
       Start + "while (yes) { auto f = [&] { loader.run(v); };"
               "v.push_back(x); }",
       Start + "auto f = [&] { loader.run(v); v.clear(); };",
       Start + "auto f = [&] { auto g = [&] { loader.run(v); }; };",
       Start + "auto f = [&] { loader.run(v); }; x.unsqueeze_(0);"});
  const std::string Known = "cuda float32 [1] contiguous";
  EXPECT_EQ(Values[0], Known + "\ncuda float32 [2] contiguous");
  EXPECT_EQ(Values[1], "no list");
  EXPECT_EQ(Values[2], Known);
  EXPECT_EQ(Values[3], "no list");
  EXPECT_EQ(Values[4], "no list");
  // A list that a lambda refers to may be another one by the time of its call.
  EXPECT_EQ(Values[5], "no list");
  EXPECT_EQ(Values[6], "no list");
}

TEST_F(TensorDataflowTest, Branches) {
  EXPECT_EQ(body(R"(
      at::Tensor x;
      if (yes)
        x = torch::ones({1});
      else
        x = torch::ones({1}, torch::kCUDA);
      at::Tensor y = torch::ones({1});
      if (yes)
        y = unknown;
      at::Tensor z = torch::ones({1});
      for (int i = 0; i < n; ++i)
        z = z.unsqueeze(0);
      loader.run({x, y, z});)"),
            "cpu float32 [1] contiguous | cuda float32 [1] contiguous\n"
            "unknown\ncpu float32 ? ?");
}

TEST_F(TensorDataflowTest, Exceptions) {
  EXPECT_EQ(body(R"(
      auto x = torch::ones({1});
      try {
        x = x.to(torch::kCUDA);
      } catch (...) {
      }
      loader.run({x});)"),
            "cuda float32 [1] contiguous | cpu float32 [1] contiguous");
}

TEST_F(TensorDataflowTest, InPlace) {
  EXPECT_EQ(body(R"(
      auto x = torch::ones({1});
      auto y = x;
      y.unsqueeze_(0);
      auto z = torch::ones({2});
      z += 1;
      at::randn_out(z, {4});
      loader.run({x, z});)"),
            "cpu float32 ? ?\nunknown");
}

TEST_F(TensorDataflowTest, Helpers) {
  const char *Helpers = R"(
      static at::Tensor make(int64_t rows, torch::Device device = torch::kCPU) {
        return torch::ones({rows, 3}, device);
      }
      template <typename T> at::Tensor moved(const T &x) { return x.cuda(); }
      static std::vector<at::Tensor> all(bool yes) {
        std::vector<at::Tensor> v;
        v.push_back(make(yes ? 1 : 2));
        if (yes)
          return v;
        return {make(4)};
      }
      static at::Tensor forever(at::Tensor x, bool yes) {
        return yes ? x : forever(x, yes);
      }
      static void add(std::vector<at::Tensor> &v, at::Tensor x) {
        v.push_back(x.to(at::kHalf));
      }
      struct Maker { at::Tensor get() const { return make(7); } };
      void host(Loader &loader, bool yes, Maker &maker) {)";
  EXPECT_EQ(run(std::string(Helpers) + R"(
      torch::Device gpu(torch::kCUDA);
      auto lambda = [&](int64_t n) { return torch::ones({n}, gpu); };
      loader.run({make(2), make(2, torch::kCUDA), moved(make(1)), all(yes)[0],
                  forever(make(1), yes), maker.get(), lambda(5)});})"),
            "cpu float32 [2, 3] contiguous\n"
            "cuda float32 [2, 3] contiguous\n"
            "cuda float32 [1, 3] contiguous\n"
            "cpu float32 [4, 3] contiguous | cpu float32 [?, 3] contiguous\n"
            "unknown\n"
            "cpu float32 [7, 3] contiguous\n"
            "cuda float32 [5] contiguous");
  EXPECT_EQ(run(std::string(Helpers) +
                "std::vector<at::Tensor> v; add(v, make(1)); add(v, make(2));"
                "loader.run(v);}"),
            "cpu float16 [1, 3] contiguous\ncpu float16 [2, 3] contiguous");
}

TEST_F(TensorDataflowTest, DefaultType) {
  EXPECT_EQ(
      body("at::set_default_dtype(at::kDouble);"
           "loader.run({torch::ones({1}), torch::ones({1}, at::kFloat)});"),
      "cpu ? [1] contiguous\ncpu float32 [1] contiguous");
}

TEST_F(TensorDataflowTest, SaysWhereAPropertyComesFrom) {
  body("auto x = torch::ones({4, 2}, torch::kHalf);"
       "auto y = x.to(torch::kCUDA);"
       "loader.run({y.t()});");
  EXPECT_EQ(source(*Last.Device), "x.to(torch::kCUDA)");
  EXPECT_EQ(source(*Last.Type), "torch::ones({4, 2}, torch::kHalf)");
  EXPECT_EQ(source(*Last.Sizes), "y.t()");
  EXPECT_EQ(source(Last.Order), "y.t()");
}

TEST_F(TensorDataflowTest, Fields) {
  const auto Values = runs(R"(
    class Host {
    public:
      Host(torch::Device given) : given(given) {}
      Host(int) : given(torch::kCPU), index(0) {}
      void a(at::Tensor x) { loader->run({x.to(given)}); }
      void b(at::Tensor x) { loader->run({x.to(initialised)}); }
      void c(at::Tensor x) { loader->run({x.to(assigned)}); }
      void d(at::Tensor x) { loader->run({torch::ones({size}, options)}); }
      void e(at::Tensor x) { loader->run({x.to(torch::Device(torch::kCUDA, index))}); }
      void set() { assigned = torch::kCPU; }
    private:
      Loader *loader = nullptr;
      torch::Device given;
      torch::Device initialised = torch::Device("cuda:1");
      torch::Device assigned = torch::kCUDA;
      at::TensorOptions options = torch::device(torch::kCUDA);
      int size = 4;
      int index = 1;
    };)");
  ASSERT_EQ(Values.size(), 5u);
  EXPECT_EQ(Values[0], "variable ? ? ? | cpu ? ? ?");
  EXPECT_EQ(Values[1], "cuda:1 ? ? ?");
  EXPECT_EQ(Values[2], "cuda ? ? ? | cpu ? ? ?");
  EXPECT_EQ(Values[3], "cuda float32 [4] contiguous");
  EXPECT_EQ(Values[4], "cuda:? ? ? ?"); // 0 or 1
}

TEST_F(TensorDataflowTest, TellsDeviceVariablesApart) {
  const auto Values = runs(R"(struct Host {
      explicit Host(torch::Device d) : given(d) {}
      torch::Device given;
      const torch::Device fixed = torch::kCUDA;
      Loader *loader = nullptr;
      void go(at::Tensor x, torch::Device parameter) {
        loader->run({x.to(given), x.to(fixed), x.to(parameter), x.to(given)});
      } };)");
  EXPECT_EQ(Values[0],
            "variable ? ? ?\ncuda ? ? ?\nvariable ? ? ?\nvariable ? ? ?");
  std::vector<uint64_t> Variables;
  for (const auto &Tensor : Lists.front())
    Variables.push_back(Tensor.front().Device->Value.Variable);
  EXPECT_NE(Variables[0], 0u);
  EXPECT_NE(Variables[1], 0u);
  EXPECT_NE(Variables[0], Variables[1]);
  EXPECT_NE(Variables[0], Variables[2]);
  EXPECT_EQ(Variables[0], Variables[3]);
}

TEST_F(TensorDataflowTest, OddCode) {
  const auto Values = runs(R"(
    template <typename T> void pattern(Loader &loader, T x) { loader.run({x.cuda()}); }
    template void pattern(Loader &, at::Tensor);
    void generic(Loader &loader) {
      std::vector<at::Tensor> v{torch::ones({1})};
      auto f = [&](auto x) { v.push_back(x); x.go(v); x(v); };
      loader.run(v);
    }
    void dead(Loader &loader) {
      return;
      loader.run({torch::ones({1})});
    }
    void temporaries(Loader &loader, int n) {
      const auto &x = torch::ones({n * 0 + 1});
      auto &&v = std::vector<at::Tensor>{x};
      int rows = 2;
      rows = rows * 3;
      v.push_back(torch::ones({rows + 1}));
      loader.run(v);
    }
    void jumps(Loader &loader, int n) {
      std::vector<at::Tensor> v;
    again:
      v.push_back(torch::ones({1}));
      if (n--)
        goto again;
      loader.run(v);
    }
    void switches(Loader &loader, int n) {
      at::Tensor x;
      switch (n) {
      case 0: x = torch::ones({1}); break;
      case 1: x = torch::ones({2}); break;
      default: throw n;
      }
      loader.run({x});
    })");
  const std::vector<std::string> Expected = {
      "cuda ? ? ?", "no list",
      "no list",    "cpu float32 [?] contiguous\ncpu float32 [7] contiguous",
      "no list",    "cpu float32 [2] contiguous | cpu float32 [1] contiguous"};
  EXPECT_EQ(Values, Expected);
}

} // namespace
} // namespace aoti_tidy
