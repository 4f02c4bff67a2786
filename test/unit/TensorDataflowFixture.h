// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_TENSORDATAFLOWFIXTURE_H
#define AOTI_TIDY_TEST_UNIT_TENSORDATAFLOWFIXTURE_H

#include "TensorText.h"
#include "checks/lib/hosts/TensorDataflow.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace aoti_tidy {

inline constexpr llvm::StringLiteral HostHeaders = R"(
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>
using Loader = torch::inductor::AOTIModelPackageLoader;
)";

/// What the source of a host says of the tensors that it runs models with.
class TensorDataflowFixture : public testing::Test {
protected:
  virtual std::vector<std::string> arguments() {
    return {"-std=c++20", "-w", "-IInputs/torch-mock",
            "-resource-dir=" AOTI_TIDY_LLVM_RESOURCE_DIR};
  }

  /// What each call of run() in \p Code is given, a line for each tensor.
  std::vector<std::string> runs(llvm::StringRef Code) {
    Unit = clang::tooling::buildASTFromCodeWithArgs(
        (HostHeaders + Code).str(), arguments(), "host.cpp", "unit-test");
    EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred());
    std::vector<std::string> All;
    using namespace clang::ast_matchers;
    for (const auto &Found :
         match(cxxMemberCallExpr(
                   isExpansionInMainFile(),
                   callee(cxxMethodDecl(hasAnyName("run", "boxed_run"))),
                   forFunction(functionDecl().bind("function")))
                   .bind("run"),
               Unit->getASTContext()))
      All.push_back(values(*Found.getNodeAs<clang::FunctionDecl>("function"),
                           *Found.getNodeAs<clang::CXXMemberCallExpr>("run")));
    return All;
  }

  std::string values(const clang::FunctionDecl &Function,
                     const clang::CXXMemberCallExpr &Run) {
    Flow = TensorDataflow::of(Function, Unit->getASTContext());
    if (!Flow)
      return "not followed";
    const auto List = Flow->listAt(Run.getArg(0));
    if (!List)
      return "no list";
    Lists.push_back(*List);
    std::string All;
    for (const aoti_tidy::TensorValues &Tensor : *List) {
      All += (All.empty() ? "" : "\n") + text(Tensor);
      if (!Tensor.empty())
        Last = Tensor.front();
    }
    return All;
  }

  /// The first of runs().
  std::string run(llvm::StringRef Code) {
    auto All = runs(Code);
    return All.empty() ? "no run" : All.front();
  }

  /// As runs(), of bodies of functions with some parameters.
  std::vector<std::string> bodies(llvm::ArrayRef<std::string> Bodies) {
    std::string Code;
    for (auto [I, Body] : llvm::enumerate(Bodies))
      Code += "void host" + std::to_string(I) +
              "(Loader &loader, at::Tensor unknown, int n, bool yes, "
              "torch::Device held, const std::vector<at::Tensor> &many) {" +
              Body + "}\n";
    auto All = runs(Code);
    EXPECT_EQ(All.size(), Bodies.size());
    All.resize(Bodies.size());
    return All;
  }

  std::string body(llvm::StringRef Body) { return bodies(Body.str()).front(); }

  template <typename T> std::string source(const aoti_tidy::Known<T> &Known) {
    return clang::Lexer::getSourceText(
               clang::CharSourceRange::getTokenRange(
                   expressionOf(Known.From)->getSourceRange()),
               Unit->getSourceManager(), Unit->getLangOpts())
        .str();
  }

  std::unique_ptr<clang::ASTUnit> Unit;
  std::unique_ptr<TensorDataflow> Flow;
  aoti_tidy::TensorValue Last;
  std::vector<std::vector<aoti_tidy::TensorValues>> Lists;
};

} // namespace aoti_tidy

#endif
