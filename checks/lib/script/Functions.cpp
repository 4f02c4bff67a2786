// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Functions.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {
namespace {

/// The expression that each function returns.
class Returns {
public:
  explicit Returns(const File &F) : F(F) {}

  Node of(Node Function) {
    const auto [It, IsNew] = ByFunction.try_emplace(Function.id());
    if (IsNew)
      It->second = find(Function);
    return It->second;
  }

private:
  Node find(Node Function) const {
    if (!Function.is("function_definition") ||
        isReplaced(Function, F, {"functools.cache", "functools.lru_cache"}) ||
        Function.text().starts_with("async"))
      return {};
    Node Result;
    bool IsOther = false;
    forEachNode(Function.field("body"), [&](Node N) {
      if (N.isAnyOf({"function_definition", "class_definition", "lambda"}))
        return false;
      IsOther |= N.is("yield");
      if (N.is("return_statement")) {
        const auto Below = N.children();
        IsOther |= bool(Result) || Below.size() != 1;
        if (Below.size() == 1)
          Result = Below.front();
      }
      return true;
    });
    return IsOther ? Node() : Result;
  }

  const File &F;
  llvm::DenseMap<const void *, Node> ByFunction;
};

} // namespace

llvm::SmallVector<FunctionParameter, 8> parametersOf(Node Function) {
  llvm::SmallVector<FunctionParameter, 8> Result;
  bool IsKeywordOnly = false;
  for (const Node &P : Function.field("parameters").children()) {
    Node Name = P.is("identifier") ? P : P.field("name");
    if (P.is("typed_parameter"))
      Name = P.children().front();
    // *sizes, *sizes: int
    const bool IsSplat =
        Name.is("list_splat_pattern") || P.is("list_splat_pattern");
    if (IsSplat)
      Name = (P.is("list_splat_pattern") ? P : Name).children().front();
    if (Name.is("identifier"))
      Result.push_back({P, Name, IsSplat, IsKeywordOnly});
    IsKeywordOnly |= IsSplat || P.is("keyword_separator");
  }
  return Result;
}

Node givenFor(const FunctionParameter &P, unsigned Position, Node Call) {
  const python::Call C = namelessCall(Call);
  if (C.HasUnpacking)
    return {};
  const Argument *A = P.IsKeywordOnly ? C.keyword(P.Name.text())
                                      : C.argument(Position, P.Name.text());
  return A ? A->Value : P.Declared.field("value");
}

bool isReplaced(Node Definition, const File &F,
                llvm::ArrayRef<llvm::StringRef> Others) {
  const Node Around = Definition.parent();
  return Around.is("decorated_definition") &&
         llvm::any_of(Around.children(), [&](Node N) {
           if (!N.is("decorator"))
             return false;
           const auto Of = N.children();
           const auto Name =
               Of.size() == 1
                   ? F.names().qualifiedName(
                         Of[0].is("call") ? Of[0].field("function") : Of[0])
                   : std::nullopt;
           return !Name ||
                  (!llvm::is_contained(Others, *Name) &&
                   !llvm::is_contained(
                       {"torch._dynamo.allow_in_graph", "torch._dynamo.disable",
                        "torch.compiler.allow_in_graph",
                        "torch.compiler.disable", "torch.fx.wrap",
                        "torch.inference_mode", "torch.jit.ignore",
                        "torch.jit.unused", "torch.no_grad"},
                       llvm::StringRef(*Name)));
         });
}

Node returnedBy(Node Callee, const File &F) {
  const Node Function =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  return Function ? F.index<Returns>().of(Function) : Node();
}

} // namespace aoti_tidy::python
