// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/KernelScan.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang::ast_matchers;

using namespace clang;

namespace aoti_tidy {
namespace {

/// As much of torch as the kernels below use, without headers.
constexpr llvm::StringLiteral Torch = R"(
#include "torch.h"
)";
constexpr llvm::StringLiteral TorchHeader = R"(
#pragma clang system_header
using int64_t = long;
namespace std {
template <typename T> class initializer_list { const T *Begin; unsigned long Size; };
template <typename T> const T &max(const T &A, const T &B);
template <typename F> struct function;
template <typename R, typename... A> struct function<R(A...)> { R operator()(A...) const; };
}
namespace c10 {
struct SymInt { SymInt(int64_t); };
template <typename T> struct ArrayRef {
  ArrayRef(const T &);
  ArrayRef(const std::initializer_list<T> &);
  const T &operator[](unsigned long) const;
  unsigned long size() const;
};
}
namespace at {
struct TensorBase {
  int64_t dim() const;
  int64_t size(int64_t) const;
  float *data_ptr() const;
};
struct Tensor : TensorBase {
  Tensor narrow(int64_t, int64_t, int64_t) const;
  Tensor narrow_symint(int64_t, c10::SymInt, c10::SymInt) const;
};
Tensor relu(const Tensor &);
Tensor empty(c10::ArrayRef<int64_t>);
Tensor empty_symint(c10::ArrayRef<c10::SymInt>);
namespace native { template <typename F> struct DispatchStub { void operator()() const; }; }
namespace cuda { void *getCurrentCUDAStream(); }
}
)";

class KernelScanTest : public testing::Test {
protected:
  /// Scans the function called 'kernel'.
  KernelScan scan(llvm::StringRef Code) {
    Unit = tooling::buildASTFromCodeWithArgs(
        (Torch + Code).str(), {"-std=c++20", "-w"}, "kernel.cpp", "unit-test",
        std::make_shared<PCHContainerOperations>(),
        tooling::getClangSyntaxOnlyAdjuster(),
        {{"torch.h", TorchHeader.str()}});
    const auto Found =
        match(functionDecl(hasName("kernel"), isDefinition()).bind("kernel"),
              Unit->getASTContext());
    return KernelScanner().scan(
        Found.front().getNodeAs<FunctionDecl>("kernel"));
  }

  std::string text(const Expr *E) {
    return E ? Lexer::getSourceText(
                   CharSourceRange::getTokenRange(E->getSourceRange()),
                   Unit->getSourceManager(), Unit->getLangOpts())
                   .str()
             : "";
  }

private:
  std::unique_ptr<ASTUnit> Unit;
};

TEST_F(KernelScanTest, TracesWhatIsInSight) {
  EXPECT_TRUE(scan(R"(
    static at::Tensor helper(const at::Tensor &x) { return at::relu(x); }
    at::Tensor kernel(const at::Tensor &x) {
      auto twice = [&] { return helper(helper(x)); };
      return twice();
    })")
                  .Traceable);
}

TEST_F(KernelScanTest, DoesNotTraceWhatIsOutOfSight) {
  for (const char *Call :
       {"elsewhere(x);", "pointer(x);", "stub();", "x.data_ptr();",
        "wrapped(x);", "at::cuda::getCurrentCUDAStream();", "asm(\"nop\");",
        "object.run();"}) {
    const KernelScan Scan = scan(std::string(R"(
      void elsewhere(const at::Tensor &);
      void (*pointer)(const at::Tensor &);
      std::function<void(const at::Tensor &)> wrapped;
      struct Stub : at::native::DispatchStub<int> {} stub;
      struct Object { virtual void run() {} } object;
      static void helper(const at::Tensor &x) { )") +
                                 Call + R"( }
      at::Tensor kernel(const at::Tensor &x) { helper(x); return x; })");
    EXPECT_FALSE(Scan.Traceable) << Call;
  }
}

TEST_F(KernelScanTest, DoesNotTraceBrokenCode) {
  const KernelScan Scan = scan(R"(
    at::Tensor kernel(const at::Tensor &x) {
      no_such_function(x.size(0));
      return at::empty({x.size(1)});
    })");
  EXPECT_FALSE(Scan.Traceable);
  ASSERT_EQ(Scan.Defects.size(), 1u);
  EXPECT_EQ(text(Scan.Defects[0].Where), "x.size(1)");
}

TEST_F(KernelScanTest, SeesWhichParametersBecomeSizes) {
  const KernelScan Scan = scan(R"(
    static at::Tensor make(bool, int64_t rows) { return at::empty({rows}); }
    at::Tensor kernel(const at::Tensor &x, int64_t direct, int64_t local,
                      int64_t compared, c10::ArrayRef<int64_t> counted,
                      c10::ArrayRef<int64_t> array, int64_t passed,
                      int64_t dim, int64_t symbolic, int64_t clamped,
                      int64_t factor) {
      int64_t copy = 0;
      copy = local;
      at::empty({direct, compared > 0 ? copy : 1, factor * 2});
      at::empty({int64_t(counted.size()), array[dim]});
      make(true, passed);
      at::empty_symint({symbolic});
      return x.narrow(dim, 0, std::max(clamped, 1L));
    })");
  std::vector<std::string> Uses;
  Uses.reserve(Scan.SizeUses.size());
  for (const Expr *E : Scan.SizeUses)
    Uses.push_back(text(E));
  EXPECT_EQ(Uses, (std::vector<std::string>{
                      "", "{direct, compared > 0 ? copy : 1, factor * 2}",
                      "{direct, compared > 0 ? copy : 1, factor * 2}", "", "",
                      "{int64_t(counted.size()), array[dim]}", "{rows}", "",
                      "{symbolic}", "std::max(clamped, 1L)", ""}));
  EXPECT_TRUE(Scan.Traceable);
  EXPECT_TRUE(Scan.Defects.empty());
}

TEST_F(KernelScanTest, ScansALambdasCallOperator) {
  const KernelScan Scan = scan(R"(
    auto lambda = [](const at::Tensor &x) { return at::empty({x.size(0)}); };
    at::Tensor kernel(const at::Tensor &x) { return lambda(x); })");
  ASSERT_EQ(Scan.Defects.size(), 1u);
  EXPECT_EQ(Scan.Defects[0].Chain.size(), 1u);
  const auto *Operator = cast<CXXOperatorCallExpr>(Scan.Defects[0].Chain[0]);
  const KernelScan Own = KernelScanner().scan(Operator->getDirectCallee());
  ASSERT_EQ(Own.Defects.size(), 1u);
  EXPECT_TRUE(Own.Defects[0].Chain.empty());
}

TEST_F(KernelScanTest, DoesNotJudgeModesOfHelpers) {
  // Which of the helper's reads are defects of the kernel.
  const auto Reads = [&](llvm::StringRef Body, llvm::StringRef Call) {
    const KernelScan Scan = scan((R"(
      enum class Mode { Fast, Exact };
      static int64_t helper(const at::Tensor &x, bool flag = false,
                            Mode mode = Mode::Fast, int k = 3) {
        )" + Body + R"(
        return 0;
      }
      at::Tensor kernel(const at::Tensor &x, bool any) {
        )" + Call + R"(
        return x;
      })")
                                     .str());
    std::string Found;
    for (const Defect &D : Scan.Defects)
      Found += D.What.Call.substr(7, 1);
    return Found;
  };
  EXPECT_EQ(Reads("x.size(1); if (flag) return x.size(2); return x.size(3);",
                  "helper(x, true);"),
            "1");
  EXPECT_EQ(Reads("const bool slow = !flag && k > 2; if (slow) x.size(1);"
                  "return x.size(2);",
                  "helper(x);"),
            "2");
  EXPECT_EQ(Reads("switch (mode) { case Mode::Exact: x.size(1); break;"
                  " default: return x.size(2); } x.size(3);",
                  "helper(x);"),
            "");
  EXPECT_EQ(Reads("if (k <= 0) throw k; x.size(1);", "helper(x);"), "1");
  // A kernel's own modes are the operator's.
  EXPECT_EQ(Reads("", "if (any) x.size(1);"), "1");
}

} // namespace
} // namespace aoti_tidy
