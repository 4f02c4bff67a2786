// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of kernels is read in parts, on several threads, and from what was kept
// of other files: the models are those of the whole file all the same.
#include "checks/lib/kernels/cxx/KernelFile.h"
#include "checks/lib/kernels/cxx/KernelTexts.h"
#include "driver/package/KernelRecord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <fmt/format.h>
#include <random>

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

class Memory : public KnownKernels {
public:
  std::optional<Kernel> find(StringRef Text) override {
    const auto It = Kept.find(Text.str());
    ++(It == Kept.end() ? Misses : Hits);
    return It == Kept.end() ? std::nullopt : kernelOfRecord(It->second);
  }
  void keep(StringRef Text, const Kernel &Model) override {
    const std::string Bytes = kernelRecord(Model);
    EXPECT_FALSE(Bytes.empty()) << Text.str();
    Kept[Text.str()] = Bytes;
  }

  std::map<std::string, std::string> Kept;
  unsigned Hits = 0, Misses = 0;
};

constexpr unsigned File = 3;

/// All that the models say, places included.
std::vector<std::string> records(StringRef Text, const KernelReading &How) {
  std::vector<std::string> All;
  for (const Kernel &K : readKernelFile(Text, "kernel.cpp", File, How)) {
    All.push_back(kernelRecord(K));
    EXPECT_FALSE(All.back().empty());
  }
  return All;
}

/// Each part by itself, and from \p Known, as the whole is.
void expectSame(StringRef Text, Memory &Known) {
  const std::vector<std::string> Whole = records(Text, {});
  KernelReading How;
  How.Threads = 3;
  How.BytesOfThread = 1;
  EXPECT_EQ(records(Text, How), Whole) << Text.str();
  How.Known = &Known;
  // Before they are known, and after.
  for (int Time = 0; Time < 2; ++Time)
    EXPECT_EQ(records(Text, How), Whole) << Text.str();
}

std::string textOf(StringRef Name) {
  const auto Text =
      llvm::MemoryBuffer::getFile("Inputs/emitted/" + Name + ".kernel.cpp");
  EXPECT_TRUE(Text) << "run from test/";
  return Text ? (*Text)->getBuffer().str() : "";
}

std::string kernel(StringRef Name, StringRef Index = "x0",
                   StringRef Before = "") {
  return fmt::format("extern \"C\"  void  {}(const float* in_ptr0,\n"
                     "                       float* out_ptr0,\n"
                     "                       const int64_t ks0)\n"
                     "{{\n"
                     "{}"
                     "    for(int64_t x0=0; x0<ks0; x0+=1)\n"
                     "        out_ptr0[x0] = in_ptr0[{}];\n"
                     "}}\n",
                     Name.str(), Before.str(), Index.str());
}

const std::string First = kernel("cpp_fused_a_0"),
                  Second = kernel("cpp_fused_b_1", "1 + x0");

TEST(KernelFile, IsTheSameInPartsAndFromMemory) {
  Memory Known;
  for (const char *Name :
       {"adv-index-2d", "adv-index-parallel", "clamped", "cond", "cond-size",
        "dyn-batch-mlp-max-autotune-cpp", "grid-sample", "hits",
        "index-add-dyn", "index-uint8-dyn", "neg-pad", "reads",
        "rope-attention", "safe", "torch-2.9", "transpose-tile", "while-loop",
        "writes"})
    expectSame(textOf(Name), Known);
  EXPECT_GE(Known.Hits, 18u);
}

/// A byte of a kernel, with all that was known before at hand.
TEST(KernelFile, IsTheSameAfterEveryChange) {
  // More of them from the environment, for longer runs.
  const char *Asked = std::getenv("AOTI_TIDY_KERNEL_MUTANTS");
  const unsigned Mutants =
      Asked ? unsigned(std::strtoul(Asked, nullptr, 10)) : 60;
  std::mt19937 Random(19);
  const auto Any = [&](size_t N) { return Random() % N; };
  const std::string Files[] = {
      textOf("hits") + textOf("grid-sample"), textOf("torch-2.9"),
      textOf("dyn-batch-mlp-max-autotune-cpp"), First + Second};
  constexpr StringRef Bytes = " \n;(){}<>[]0129abkinstx_/\"*,.#+-=%&|!\\";
  Memory Known;
  for (const std::string &Text : Files)
    expectSame(Text, Known);
  for (unsigned I = 0; I < Mutants; ++I) {
    std::string Text = Files[Any(std::size(Files))];
    for (size_t Changes = 1 + Any(2); Changes; --Changes)
      Text[Any(Text.size())] = Bytes[Any(Bytes.size())];
    expectSame(Text, Known);
  }
  EXPECT_GE(Known.Hits, Mutants);
}

TEST(KernelFile, KnowsKernelsOfOtherFilesByAnotherName) {
  Memory Known;
  KernelReading How;
  How.Known = &Known;
  records(First + Second, How);
  EXPECT_EQ(Known.Hits, 0u);
  const std::string Third = kernel("cpp_fused_c_2", "2 + x0");
  // In another place, with a longer name, and one that is new between them.
  const std::string Other = "// of another model\n\n" +
                            kernel("cpp_fused_b_117", "1 + x0") + Third +
                            kernel("cpp_fused_a_118");
  EXPECT_EQ(records(Other, How), records(Other, {}));
  EXPECT_EQ(Known.Hits, 2u);
  EXPECT_EQ(Known.Kept.size(), 3u);
}

/// Each of these changes what the same kernel means, or may.
TEST(KernelFile, DoesNotTakeOneKernelForAnother) {
  const std::string Compiled[] = {"// -D CPU_CAPABILITY_AVX2\n",
                                  "// -D CPU_CAPABILITY_AVX512\n"};
  const auto Vector = [](StringRef Command) {
    return kernel("cpp_fused_a_0", "x0",
                  "auto v = at::vec::Vectorized<float>::loadu(in_ptr0);\n") +
           Command.str();
  };
  Memory Known;
  KernelReading How;
  How.Known = &Known;
  for (const std::string &Text :
       {Vector(Compiled[0]), Vector(Compiled[1]), Vector(""),
        // The rest of the file says what 'last' is.
        "constexpr int last = 1;\n" + kernel("cpp_fused_a_0", "x0 + last"),
        "constexpr int last = 2;\n" + kernel("cpp_fused_a_0", "x0 + last"),
        kernel("cpp_fused_a_0", "x0 + last") + "constexpr int last = 2;\n"})
    EXPECT_EQ(records(Text, How), records(Text, {})) << Text;
  EXPECT_EQ(Known.Hits, 0u);
}

TEST(KernelFile, ThatClangGivesUpOnIsReadAsAWhole) {
  // A kernel that nests more than Clang does ends the parse of those behind it.
  const std::string Deep = kernel(
      "cpp_fused_deep_1", std::string(300, '(') + "x0" + std::string(300, ')'));
  Memory Known;
  expectSame(First + Deep + Second, Known);
  expectSame(Second, Known);
  expectSame(First + Deep + Second, Known);
}

std::vector<std::string> namesIn(StringRef Text) {
  std::vector<std::string> Names;
  if (const auto Texts = KernelTexts::split(Text))
    for (const KernelTexts::Part &P : Texts->parts())
      Names.push_back(P.Name.str());
  return Names;
}

TEST(KernelTexts, AreTakenApart) {
  const std::string Text = First + "\n/* } */ struct S {};\n" + Second;
  EXPECT_EQ(namesIn(Text),
            (std::vector<std::string>{"cpp_fused_a_0", "cpp_fused_b_1"}));
  const auto Texts = KernelTexts::split(Text);
  EXPECT_EQ(Texts->only({0, 1}), Text);
  EXPECT_EQ(Texts->only({0}),
            First + "\n/* } */ struct S {};\n" + std::string(6, '\n') + "\n");
  EXPECT_EQ(Texts->only({1}),
            std::string(6, '\n') + "\n\n/* } */ struct S {};\n" + Second);
}

TEST(KernelTexts, AreLeftTogetherWhereAnythingIsUnusual) {
  const std::string Calls =
      kernel("cpp_fused_c_2", "x0", "cpp_fused_a_0(in_ptr0, out_ptr0, ks0);\n");
  const std::pair<const char *, std::string> Files[] = {
      {"a call of another kernel", First + Calls},
      {"two of a name", First + First},
      {"a macro", "#define ks0 2\n" + First},
      {"a condition", "#if 1\n" + First + "#endif\n"},
      {"a macro in a kernel", kernel("k", "x0", "#define x0 1\n")},
      {"a pragma for what follows", kernel("k", "x0", "#pragma pack(1)\n")},
      {"a brace in a pragma", kernel("k", "x0", "#pragma omp for }\n")},
      {"its line", kernel("k", "x0 + __LINE__")},
      {"a counter", kernel("k", "__COUNTER__") + First},
      {"a pragma as an operator", kernel("k", "x0", "_Pragma(\"x\");\n")},
      {"a declaration for others", kernel("k", "x0", "extern int n;\n")},
      {"a friend", kernel("k", "x0", "struct S { friend void f(); };\n")},
      {"another kind of kernel",
       First + "extern \"C\" int f() { return 0; }\n"},
      {"a block of them", "extern \"C\" {\nvoid f() {}\n}\n"},
      {"a declaration that goes on", "template <class T>\n" + First},
      {"a declaration before it", "int n; " + First},
      {"a declaration behind it", StringRef(First).rtrim().str() + " int n;\n"},
      {"a comment that goes on", StringRef(First).rtrim().str() + " /*\n*/\n"},
      {"a bracket too many", First + "}\n" + Second},
      {"a bracket too few", First + "{\n" + Second},
      {"a line over two", First + "// \\\n" + Second},
      {"a carriage return", First + "\r" + Second},
      {"an escape in a name", kernel("k", "x0 + \\u0061")},
      {"a string that is not closed", kernel("k", "x0", "\"\n")},
  };
  for (const auto &[Why, Text] : Files)
    EXPECT_TRUE(namesIn(Text).empty()) << Why;
}

TEST(KernelTexts, AreLeftTogetherWhereThereAreTooMany) {
  std::string Many;
  for (unsigned I = 0; I < 10'000; ++I)
    Many += fmt::format("extern \"C\" void f{}() {{}}\n", I);
  EXPECT_EQ(namesIn(Many).size(), 10'000u);
  EXPECT_TRUE(namesIn(Many + First).empty());
}

TEST(KernelRecord, IsNothingElse) {
  const auto Texts = readKernelFile(First, "kernel.cpp", File, {});
  ASSERT_EQ(Texts.size(), 1u);
  const std::string Bytes = kernelRecord(Texts[0]);
  ASSERT_TRUE(kernelOfRecord(Bytes));
  EXPECT_FALSE(kernelOfRecord(StringRef(Bytes).drop_back()));
  EXPECT_FALSE(kernelOfRecord(Bytes + "x"));
  EXPECT_FALSE(kernelOfRecord(""));
  // Bytes of another kind are refused, or are a model: nothing is read that is
  // not there.
  for (size_t I = 0; I < Bytes.size(); ++I) {
    std::string Broken = Bytes;
    Broken[I] ^= 0x55;
    (void)kernelOfRecord(Broken);
  }
  // What is too large to be an expression is not the same as itself.
  Kernel Large = Texts[0];
  IndexExpr E = 1;
  for (int I = 0; !E.isTooLarge(); ++I)
    E = IndexExpr::make(IndexExpr::Op::Min,
                        {E, IndexExpr::variable({std::to_string(I)})});
  Large.Facts.push_back(E);
  EXPECT_EQ(kernelRecord(Large), "");
}

} // namespace
