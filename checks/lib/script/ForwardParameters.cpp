// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/Functions.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Classes of torch.nn whose forward() is 'forward(self, input)'.
constexpr StringRef TakesInput[] = {"BatchNorm1d", "BatchNorm2d", "Conv1d",
                                    "Conv2d",      "Conv3d",      "Embedding",
                                    "Flatten",     "Identity",    "LayerNorm",
                                    "Linear",      "ReLU",        "Sequential"};

/// Bases of bases.
constexpr unsigned MaxBases = 8;

std::optional<ForwardSignature> signatureOf(Node Function) {
  const auto All = parametersOf(Function);
  if (All.empty() || All.front().IsSplat)
    return std::nullopt;
  ForwardSignature Result;
  Result.Function = Function;
  // The first is the module itself.
  for (const FunctionParameter &P : llvm::drop_begin(All)) {
    const StringRef Name = P.Name.text();
    if (P.IsSplat)
      Result.VarArgs = Name.str();
    else
      Result.Parameters.push_back(
          {Name.str(), !P.Declared.field("value"), P.IsKeywordOnly});
  }
  Result.HasVarKeywords =
      llvm::any_of(Function.field("parameters").children(),
                   [](Node P) { return P.text().starts_with("**"); });
  return Result;
}

/// The signature of the class that \p Named stands for.
std::optional<ForwardSignature> forwardOfClass(Node Named, const File &F,
                                               unsigned Depth) {
  const auto Name = F.names().qualifiedName(Named);
  if (Name && isIn(*Name, torchname::NnPackage) &&
      llvm::is_contained(TakesInput, StringRef(*Name).rsplit('.').second))
    return ForwardSignature{{{"input"}}, "", false, {}};
  const Node Class =
      Named.is("identifier") ? F.names().definition(Named) : Node();
  // A decorator may make another class of it.
  if (Depth > MaxBases || !Class.is("class_definition") ||
      Class.parent().is("decorated_definition"))
    return std::nullopt;
  // 'forward = other', and one in an 'if'
  const Node Body = Class.field("body");
  if (const Node Own = methodNamed(Class, "forward"))
    return isReplaced(Own, F) ? std::nullopt : signatureOf(Own);
  const auto Bases = Class.field("superclasses").children();
  return Bases.size() != 1 || Body.text().contains("def forward") ||
                 Body.text().contains("forward =")
             ? std::nullopt
             : forwardOfClass(Bases.front(), F, Depth + 1);
}

} // namespace

const ForwardSignature::Parameter *
ForwardSignature::find(StringRef Name) const {
  const auto It = llvm::find_if(
      Parameters, [&](const Parameter &P) { return P.Name == Name; });
  return It == Parameters.end() ? nullptr : &*It;
}

std::optional<std::vector<std::string>>
ForwardSignature::bind(size_t Positional,
                       llvm::ArrayRef<std::string> Keywords) const {
  std::vector<std::string> Result;
  size_t Left = Positional;
  for (const Parameter &P : Parameters) {
    const bool IsNamed = llvm::is_contained(Keywords, P.Name);
    if (P.IsKeywordOnly && Left > 0 && !VarArgs.empty()) {
      Result.push_back(VarArgs);
      Left = 0;
    }
    if (!P.IsKeywordOnly && Left > 0) {
      if (IsNamed)
        return std::nullopt;
      --Left;
    } else if (!IsNamed) {
      if (P.IsRequired)
        return std::nullopt;
      continue;
    }
    Result.push_back(P.Name);
  }
  if (Left > 0) {
    if (VarArgs.empty())
      return std::nullopt;
    Result.push_back(VarArgs);
  }
  for (const std::string &Name : Keywords)
    if (!find(Name))
      return std::nullopt;
  return Result;
}

std::optional<ForwardSignature> forwardOf(Node Expr, const File &F) {
  // Another forward() than that of the class.
  if (!isModule(Expr, F) || F.mentions(".forward ="))
    return std::nullopt;
  return forwardOfClass(makerOf(Expr, F).field("function"), F, 0);
}

} // namespace aoti_tidy::python
