// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Functions.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {
namespace {

/// @functools.lru_cache(maxsize=1), @torch.no_grad()
bool keepsResult(Node Decorator, const File &F) {
  const auto Below = Decorator.children();
  if (Below.empty())
    return false;
  const auto Name = F.names().qualifiedName(
      Below.front().is("call") ? Below.front().field("function")
                               : Below.front());
  return Name && llvm::is_contained({"functools.cache", "functools.lru_cache",
                                     "torch.no_grad", "torch.inference_mode"},
                                    *Name);
}

/// What each function returns.
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
    const Node Around = Function.parent();
    const bool IsOtherwise =
        Around.is("decorated_definition") &&
        llvm::any_of(Around.children(), [&](Node Part) {
          return Part.is("decorator") && !keepsResult(Part, F);
        });
    if (!Function.is("function_definition") || IsOtherwise ||
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

Node returnedBy(Node Callee, const File &F) {
  const Node Function =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  return Function ? F.index<Returns>().of(Function) : Node();
}

} // namespace aoti_tidy::python
