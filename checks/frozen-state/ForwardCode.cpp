// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/frozen-state/ForwardCode.h"
#include "checks/lib/script/ExportedModels.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

ForwardCode::ForwardCode(Node Class) {
  std::vector<StringRef> Names = {"forward"};
  for (size_t I = 0; I < Names.size(); ++I) {
    const Node Body = methodNamed(Class, Names[I]).field("body");
    if (!Body)
      continue;
    Bodies.push_back(Body);
    forEachNode(Body, [&](Node N) {
      if (N.isAnyOf({"function_definition", "lambda"}))
        return false;
      if (!N.is("attribute") || N.field("object").text() != "self")
        return true;
      Attributes.push_back(N);
      const StringRef Name = N.field("attribute").text();
      if (N.parent().is("call") && N.parent().field("function") == N &&
          !llvm::is_contained(Names, Name))
        Names.push_back(Name);
      return true;
    });
  }
}

bool ForwardCode::contains(Node N) const {
  return llvm::any_of(Bodies, [&](Node Body) { return Body.contains(N); });
}

std::vector<Node> ForwardCode::selfAttributes(StringRef Name) const {
  std::vector<Node> Result;
  llvm::copy_if(Attributes, std::back_inserter(Result),
                [&](Node N) { return N.field("attribute").text() == Name; });
  return Result;
}

std::vector<std::string> ForwardCode::writtenNames() const {
  std::vector<std::string> Result;
  for (Node N : Attributes)
    if (const std::string Name = N.field("attribute").text().str();
        isWritten(N) && !llvm::is_contained(Result, Name))
      Result.push_back(Name);
  return Result;
}

bool isWritten(Node Attribute) {
  const Node Above = Attribute.parent();
  if (Above.isAnyOf({"assignment", "augmented_assignment"}))
    return Above.field("left") == Attribute;
  // self.calls.add_(1)
  const StringRef Method = Above.field("attribute").text();
  return Above.is("attribute") && Above.parent().is("call") &&
         Above.parent().field("function") == Above && Method.ends_with("_") &&
         !Method.ends_with("__") && Method != "requires_grad_";
}

bool isGuarded(Node N) {
  for (Node Up = N.parent(); Up && !Up.is("function_definition");
       Up = Up.parent()) {
    const StringRef Condition =
        Up.isAnyOf({"if_statement", "elif_clause", "conditional_expression"})
            ? Up.text().split(':').first
            : "";
    if (llvm::any_of(llvm::ArrayRef<StringRef>{"training", "export",
                                               "compiling", "tracing",
                                               "scripting"},
                     [&](StringRef Word) { return Condition.contains(Word); }))
      return true;
  }
  return false;
}

bool isShown(Node N) {
  for (Node Up = N.parent(); Up && !Up.is("block"); Up = Up.parent()) {
    const StringRef Callee = Up.field("function").text();
    if (Up.is("call") && (Callee == "print" || Callee.contains("log") ||
                          Callee.contains("warn")))
      return true;
    // if os.environ.get("DEBUG"): print(x)
    if (!Up.is("if_statement") || N.begin() >= Up.field("consequence").begin())
      continue;
    return llvm::all_of(Up.field("consequence").children(), [](Node Statement) {
      const auto Below = Statement.children();
      return Statement.isAnyOf(
                 {"raise_statement", "assert_statement", "pass_statement"}) ||
             (Statement.is("expression_statement") && Below.size() == 1 &&
              Below[0].is("call") &&
              !Below[0].field("function").text().ends_with("_"));
    });
  }
  return false;
}

} // namespace aoti_tidy::python
