// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/TorchObjects.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The function of that name that \p Class defines, without decorators; nothing
/// if several do.
Node methodOf(Node Class, StringRef Name) {
  Node Result;
  for (Node Below : Class.field("body").children()) {
    const Node Function =
        Below.is("decorated_definition") ? Below.field("definition") : Below;
    if (Function.field("name").text() != Name)
      continue;
    if (Result || !Below.is("function_definition"))
      return {};
    Result = Below;
  }
  return Result;
}

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

} // namespace

StringRef inputName(Node Expr, unsigned Index, const File &F) {
  // Another forward() than that of the class.
  if (!isModule(Expr, F) || F.tree().text().contains(".forward ="))
    return "";
  Node Made = F.values().resolved(Expr);
  while (Made.is("call") && Made.field("function").is("attribute") &&
         returnsItself(Made.field("function").field("attribute").text()))
    Made = F.values().resolved(Made.field("function").field("object"));
  const Node Callee = Made.field("function");
  const Node Class =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  if (!Class.is("class_definition"))
    return "";
  const Node Forward = methodOf(Class, "forward");
  // The first is the module itself.
  return Forward ? parameterOf(Forward, Index + 1).text() : "";
}

} // namespace aoti_tidy::python
