// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of a class whose values come from each other, and from themselves.
#include "TensorDataflowFixture.h"

using namespace aoti_tidy;

namespace {

class TensorMembersTest : public TensorDataflowFixture {
protected:
  /// What the runs of a class with these methods and members are given.
  std::vector<std::string> host(llvm::StringRef Methods,
                                llvm::StringRef Members) {
    return runs(("#include <utility>\nclass Host { public:" + Methods +
                 " private: Loader *loader = nullptr;" + Members + "};")
                    .str());
  }
};

const char *Cuda = "cuda float32 [2] contiguous";
const char *Cpu = "cpu float32 [2] contiguous";
const std::string Either = std::string(Cuda) + " | " + Cpu;

} // namespace

TEST_F(TensorMembersTest, HangOnThemselves) {
  const char *Ones = "at::Tensor x = at::ones({2}, at::kCUDA);";
  EXPECT_EQ(host("void same() { x = x.clone(); }"
                 "void a() { loader->run({x}); }",
                 Ones)
                .front(),
            Cuda);
  EXPECT_EQ(host("void move() { x = x.cpu(); } void back() { x = x.cuda(); }"
                 "void a() { loader->run({x}); }",
                 Ones)
                .front(),
            Either + " | " + Cuda);
  // Another each time.
  EXPECT_EQ(host("void grow() { n = n + 1; }"
                 "void a() { loader->run({at::ones({n})}); }",
                 "int n = 0;")
                .front(),
            "cpu float32 [?] contiguous");
  // Of which another value is not known.
  EXPECT_EQ(host("void move() { x = x.clone(); }"
                 "void set(at::Tensor y) { x = y; }"
                 "void a() { loader->run({x}); }",
                 Ones)
                .front(),
            "unknown");
}

TEST_F(TensorMembersTest, HangOnEachOther) {
  const char *Two = "at::Tensor x = at::ones({2}, at::kCUDA);"
                    "at::Tensor y = at::ones({2});";
  for (const char *Run : {"loader->run({x});", "loader->run({y});"})
    EXPECT_EQ(host("void left() { x = y; } void right() { y = x; }"
                   "void a() {" +
                       std::string(Run) + "}",
                   Two)
                  .front()
                  .size(),
              Either.size());
  // Through a function that is followed for both.
  EXPECT_EQ(host("void turn() { at::Tensor z = x; x = y.cuda(); y = z.cpu(); }"
                 "void a() { loader->run({x, y}); }",
                 Two)
                .front(),
            std::string(Cuda) + " | " + Cuda + " | " + Cuda + "\n" + Cpu +
                " | " + Cpu + " | " + Cpu);
}

TEST_F(TensorMembersTest, SetOnceAreKnownHoweverOthersTurn) {
  const auto Values = host(
      "Host() : device(at::kCUDA, 0) { x = made(); x.fill_(n()); }"
      "struct Pair { at::Tensor k, v; };"
      "static at::Tensor made() { Pair p; p.k = at::ones({1}); return p.k; }"
      "int n(); virtual void other();"
      "at::Tensor step(at::Tensor y) { x = y; other(); return x.to(device); }"
      "void a() { at::Tensor y = at::ones({1});"
      "  for (int i = 0; i < 3; ++i) y = step(y);"
      "  other(); loader->run({y, at::ones({2}, device)}); }",
      "const at::Device device; at::Tensor x;");
  EXPECT_EQ(Values.front(),
            "cpu float32 [1] contiguous | cuda:0 float32 [1] contiguous | "
            "cuda:0 float32 [1] contiguous\n"
            "cuda:0 float32 [2] contiguous");
}

TEST_F(TensorMembersTest, Swapped) {
  const char *Two = "at::Tensor x = at::ones({2}, at::kCUDA);"
                    "at::Tensor y = at::ones({2});";
  EXPECT_EQ(host("void turn() { std::swap(x, y); }"
                 "void a() { loader->run({x}); }",
                 Two)
                .front(),
            Either);
  EXPECT_EQ(host("void turn() { std::swap(x, y); }"
                 "void a() { loader->run({x}); }",
                 "at::Tensor x = at::ones({2}, at::kCUDA);"
                 "at::Tensor y = at::ones({2}, at::kCUDA);")
                .front(),
            std::string(Cuda) + " | " + Cuda);
  // Where they are swapped, each is what the other was.
  EXPECT_EQ(host("void a() { x = at::ones({2}); y = at::ones({2}, at::kCUDA);"
                 "std::swap(x, y); loader->run({x, y}); }",
                 Two)
                .front(),
            std::string(Cuda) + "\n" + Cpu);
  EXPECT_EQ(host("void a() { at::Tensor z = at::ones({2});"
                 "x = z.cuda(); std::swap(x, z); loader->run({x, z}); }",
                 Two)
                .front(),
            std::string(Cpu) + "\n" + Cuda);
  // A template may do anything with them that is called swap.
  EXPECT_EQ(host("template <typename T> void swap(T &a, T &b) { a = b; }"
                 "void a() { swap(x, y); loader->run({x}); }",
                 Two)
                .front(),
            "unknown");
}

TEST_F(TensorMembersTest, SwappedVariables) {
  EXPECT_EQ(runs("#include <utility>\n"
                 "void a(Loader &loader, at::Tensor &unknown) {"
                 "at::Tensor x = at::ones({2}), y = at::ones({2}, at::kCUDA);"
                 "std::vector<at::Tensor> v{x}, w{y, y};"
                 "std::swap(x, y); v.swap(w);"
                 "at::Tensor z = x; std::swap(z, unknown);"
                 "std::swap(v[0], y);"
                 "loader.run({x, y, z, v[0], v[1], w[0]}); }")
                .front(),
            std::string(Cuda) + "\n" + Cuda + "\nunknown\n" + Cpu + "\n" +
                Cuda + "\n" + Cpu);
}

TEST_F(TensorMembersTest, Exchanged) {
  EXPECT_EQ(host("void a() { x = at::ones({2}, at::kCUDA);"
                 "at::Tensor old = std::exchange(x, at::ones({2}));"
                 "loader->run({x, old}); }",
                 "at::Tensor x;")
                .front(),
            std::string(Cpu) + "\n" + Cuda);
  EXPECT_EQ(host("at::Tensor take() { return std::exchange(x, at::ones({2})); }"
                 "void a() { at::Tensor y = take();"
                 "loader->run({x, y}); }",
                 "at::Tensor x = at::ones({2}, at::kCUDA);")
                .front(),
            std::string(Cpu) + "\n" + Cpu + " | " + Cuda);
  EXPECT_EQ(host("void set(at::Tensor y) { std::exchange(x, y); }"
                 "void a() { loader->run({x}); }",
                 "at::Tensor x = at::ones({2});")
                .front(),
            "unknown");
}

TEST_F(TensorMembersTest, ElementsOfListsOfUnknownLength) {
  const std::string Many = "std::vector<at::Tensor> v; at::Tensor y;"
                           "for (int i = 0; i < n; ++i)"
                           "  v.push_back(at::ones({2}, at::kCUDA));";
  const std::vector<std::string> Values = bodies(
      {Many + "v[0] = v[0].cpu(); loader.run({v[0], v[1], v[n]});",
       Many + "v[0] = v[0].cpu(); v.push_back(v[0]); loader.run({v[0]});",
       Many + "if (yes) v[1] = v[1].cpu(); loader.run({v[0], v[1]});",
       Many + "v[n] = at::ones({2}); loader.run({v[0]});",
       Many + "v[0] = unknown; loader.run({v[0], v[1], v.back()});",
       Many + "y = v[0].cpu(); std::swap(y, v[1]); loader.run({y, v[1]});",
       Many + "v[0] = v[0].cpu(); loader.run({at::stack(v)});"});
  const std::string Either = std::string(Cuda) + " | " + Cpu;
  EXPECT_EQ(Values, (std::vector<std::string>{
                        std::string(Cpu) + "\n" + Cuda + "\n" + Either, Either,
                        std::string(Cuda) + "\n" + Either, Either,
                        std::string("unknown\n") + Cuda + "\nunknown",
                        std::string(Cuda) + "\n" + Cpu,
                        "? float32 [?, 2] contiguous"}));
}

TEST_F(TensorMembersTest, LoopsThatAppend) {
  const std::string One = "at::Tensor a = at::ones({1}), b = at::ones({2});"
                          "std::vector<at::Tensor> v, w{a, b};";
  const std::string Both = "cuda float32 [1] contiguous\n"
                           "cuda float32 [2] contiguous";
  const std::vector<std::string> Values = bodies(
      {One + "for (const at::Tensor &t : {a, b}) v.push_back(t.cuda());"
             "loader.run(v);",
       One + "for (auto t : w) { v.emplace_back(t.cuda()); }"
             "v.push_back(a); loader.run(v);",
       One +
           "for (const auto &t : w) { v.push_back(t); v.push_back(t.cuda()); }"
           "loader.run({v[1], v[3]});",
       // More than that: how often is not known.
       One + "for (const at::Tensor &t : {a, b}) if (yes) v.push_back(t);"
             "loader.run(v);",
       One + "for (const at::Tensor &t : many) v.push_back(t.cuda());"
             "loader.run(v);",
       One + "for (const at::Tensor &t : {a, b}) {"
             "  v.push_back(t.cuda()); loader.run(v); }",
       // Again, each time.
       One + "for (int i = 0; i < n; ++i)"
             "  for (const at::Tensor &t : {a, b}) v.push_back(t.cuda());"
             "loader.run({v[0]});"});
  EXPECT_EQ(Values, (std::vector<std::string>{
                        Both, Both + "\ncpu float32 [1] contiguous", Both,
                        "no list", "no list", "no list",
                        "cuda float32 [1] contiguous | "
                        "cuda float32 [2] contiguous"}));
}
