// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The identifier of the parameter \p Index; nothing if a '*' comes before.
Node parameterOf(Node Function, unsigned Index) {
  const auto All = Function.field("parameters").children();
  if (Index >= All.size())
    return {};
  for (unsigned I = 0; I <= Index; ++I)
    if (!All[I].isAnyOf({"identifier", "typed_parameter", "default_parameter",
                         "typed_default_parameter"}))
      return {};
  Node Result = All[Index];
  if (Result.is("typed_parameter"))
    Result = Result.children().front();
  else if (!Result.is("identifier"))
    Result = Result.field("name");
  return Result.is("identifier") ? Result : Node();
}

/// Classes of torch.nn whose forward() is 'forward(self, input)'.
constexpr StringRef TakesInput[] = {"AdaptiveAvgPool1d",
                                    "AdaptiveAvgPool2d",
                                    "AdaptiveMaxPool2d",
                                    "AvgPool1d",
                                    "AvgPool2d",
                                    "BatchNorm1d",
                                    "BatchNorm2d",
                                    "BatchNorm3d",
                                    "Conv1d",
                                    "Conv2d",
                                    "Conv3d",
                                    "Dropout",
                                    "Embedding",
                                    "Flatten",
                                    "GELU",
                                    "GroupNorm",
                                    "Identity",
                                    "LayerNorm",
                                    "LeakyReLU",
                                    "Linear",
                                    "LogSoftmax",
                                    "MaxPool1d",
                                    "MaxPool2d",
                                    "PixelShuffle",
                                    "ReLU",
                                    "Sequential",
                                    "SiLU",
                                    "Sigmoid",
                                    "Softmax",
                                    "Softplus",
                                    "Tanh",
                                    "Upsample"};

/// Bases of bases.
constexpr unsigned MaxBases = 8;

bool isWrapped(Node Function) {
  return Function.parent().is("decorated_definition");
}

/// Whether each decorator of \p Function leaves its signature.
bool keepsSignature(Node Function, const File &F) {
  return !isWrapped(Function) ||
         llvm::all_of(Function.parent().children(), [&](Node Part) {
           if (!Part.is("decorator") || Part.children().empty())
             return true;
           const Node Named = Part.children().front();
           const auto Name = F.names().qualifiedName(
               Named.is("call") ? Named.field("function") : Named);
           return Name &&
                  (*Name == "torch.no_grad" || *Name == "torch.inference_mode");
         });
}

/// All functions of that name that are anywhere in \p Class, but not in one of
/// its functions.
llvm::SmallVector<Node, 2> methodsOf(Node Class, StringRef Name) {
  llvm::SmallVector<Node, 2> Result;
  forEachNode(Class.field("body"), [&](Node N) {
    if (N.is("function_definition") && N.field("name").text() == Name)
      Result.push_back(N);
    return !N.isAnyOf({"function_definition", "class_definition"});
  });
  return Result;
}

std::optional<ForwardSignature> signatureOf(Node Function) {
  ForwardSignature Result;
  Result.Function = Function;
  const auto All = Function.field("parameters").children();
  bool IsKeywordOnly = false, IsSelf = true;
  for (Node P : All) {
    Node Name = P;
    if (P.is("typed_parameter"))
      Name = P.children().front();
    else if (P.isAnyOf({"default_parameter", "typed_default_parameter"}))
      Name = P.field("name");
    if (Name.is("identifier") && !IsSelf) {
      Result.Parameters.push_back(
          {Name.text().str(), !P.field("value"), IsKeywordOnly});
    } else if (Name.is("list_splat_pattern") && !IsSelf) {
      Result.VarArgs = Name.children().front().text().str();
      IsKeywordOnly = true;
    } else if (P.is("keyword_separator")) {
      IsKeywordOnly = true;
    } else if (Name.is("dictionary_splat_pattern")) {
      Result.HasVarKeywords = true;
    } else if (!Name.is("identifier") && !P.is("positional_separator")) {
      return std::nullopt;
    }
    IsSelf = false;
  }
  return Result;
}

std::optional<ForwardSignature> forwardOfClass(Node Class, const File &F,
                                               unsigned Depth) {
  if (Depth > MaxBases || !Class.is("class_definition"))
    return std::nullopt;
  // class Net(make_base()), and a decorator that may make another class of it
  if (isWrapped(Class))
    return std::nullopt;
  const auto Own = methodsOf(Class, "forward");
  if (!Own.empty())
    return Own.size() == 1 && keepsSignature(Own.front(), F) &&
                   (Own.front().parent() == Class.field("body") ||
                    Own.front().parent().parent() == Class.field("body"))
               ? signatureOf(Own.front())
               : std::nullopt;
  // 'forward = other' in the class
  if (Class.field("body").text().contains("forward ="))
    return std::nullopt;
  const auto Bases = Class.field("superclasses").children();
  if (Bases.size() != 1)
    return std::nullopt;
  const auto Name = F.names().qualifiedName(Bases.front());
  if (Name && isIn(*Name, torchname::NnPackage) &&
      llvm::is_contained(TakesInput, StringRef(*Name).rsplit('.').second))
    return ForwardSignature{{{"input"}}, "", false, {}};
  return Bases.front().is("identifier")
             ? forwardOfClass(F.names().definition(Bases.front()), F, Depth + 1)
             : std::nullopt;
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
  if (!isModule(Expr, F) || F.tree().text().contains(".forward ="))
    return std::nullopt;
  const Node Callee = makerOf(Expr, F).field("function");
  const auto Name = F.names().qualifiedName(Callee);
  if (Name && isIn(*Name, torchname::NnPackage) &&
      llvm::is_contained(TakesInput, StringRef(*Name).rsplit('.').second))
    return ForwardSignature{{{"input"}}, "", false, {}};
  return Callee.is("identifier")
             ? forwardOfClass(F.names().definition(Callee), F, 0)
             : std::nullopt;
}

StringRef inputName(Node Expr, unsigned Index, const File &F) {
  // Another forward() than that of the class.
  if (!isModule(Expr, F) || F.tree().text().contains(".forward ="))
    return "";
  const Node Callee = makerOf(Expr, F).field("function");
  const Node Class =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  if (!Class.is("class_definition"))
    return "";
  const Node Forward = methodNamed(Class, "forward");
  // The first is the module itself.
  return Forward && !isWrapped(Forward) ? parameterOf(Forward, Index + 1).text()
                                        : "";
}

} // namespace aoti_tidy::python
