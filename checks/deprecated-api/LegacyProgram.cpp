// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyExport.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/TorchObjects.h"
#include "llvm/ADT/STLExtras.h"

// torch._inductor.aot_compile(program.module(), args, kwargs, options=...): the
// package is compiled from the program itself, with the inputs that it was
// exported with.

namespace aoti_tidy::python {
namespace {

/// 'p' of 'p.module()'.
Node programOf(Node Module) {
  const Node Callee = Module.field("function");
  if (!Module.is("call") || !Callee.is("attribute") ||
      Callee.field("attribute").text() != "module" ||
      !Module.field("arguments").children().empty())
    return {};
  return Callee.field("object");
}

/// The identifiers of \p Expr that stand for variables, functions and modules.
llvm::SmallVector<Node, 8> namesIn(Node Expr) {
  llvm::SmallVector<Node, 8> Result;
  forEachNode(Expr, [&](Node N) {
    const Node Parent = N.parent();
    const bool IsLabel =
        (Parent.is("attribute") && Parent.field("attribute") == N) ||
        (Parent.is("keyword_argument") && Parent.field("name") == N);
    if (N.is("identifier") && !IsLabel)
      Result.push_back(N);
    return true;
  });
  return Result;
}

/// A use between the two places of a variable that \p Expr names; null if none.
Node useBetween(Node Expr, unsigned Begin, unsigned End, const File &F) {
  for (Node Name : namesIn(Expr)) {
    // In the order of the text.
    const auto Uses = F.names().occurrences(Name);
    const auto *Use = llvm::upper_bound(
        Uses, Begin, [](unsigned At, Node N) { return At < N.begin(); });
    if (Use != Uses.end() && Use->begin() < End)
      return *Use;
  }
  return {};
}

bool isComputed(Node Expr) {
  bool Result = false;
  forEachNode(Expr, [&](Node N) {
    Result |= N.isAnyOf({"call", "await", "yield", "named_expression"});
    return !Result;
  });
  return Result;
}

/// Whether the second of two expressions surely has the value of the first:
/// the same text, about variables that nothing in between uses.
bool isSame(const Argument *First, const Argument *Second, const File &F) {
  if (!First || !Second)
    return !First && !Second;
  const Node A = First->Value, B = Second->Value;
  return A.text() == B.text() && !isComputed(A) &&
         !useBetween(A, A.end(), B.begin(), F) &&
         llvm::equal(namesIn(A), namesIn(B), [&](Node X, Node Y) {
           const Node Binding = F.names().bindingOf(X);
           return Binding && Binding == F.names().bindingOf(Y);
         });
}

/// What the call is given beside the module goes: the program has it.
void judgeInputs(const CompileParts &Parts, const File &F, LegacyExport &Into) {
  const Node Made = withoutDecompositions(Parts.Program, F);
  const Call *Export = F.callAt(Made);
  if (!Export || Export->Callee != torchname::Export)
    return Into.add(Hurdle::NoExport, Parts.Program, brief(Parts.Program));
  const bool SameArgs = isSame(Export->argument(1, "args"), Parts.Args, F);
  if (Export->HasUnpacking || !SameArgs ||
      !isSame(Export->argument(2, "kwargs"), Parts.Kwargs, F))
    Into.add(Hurdle::OtherInputs,
             !SameArgs && Parts.Args ? Parts.Args->Value
             : Parts.Kwargs          ? Parts.Kwargs->Value
                                     : Made,
             brief(Parts.Program));
  for (Node Child : Parts.At->At.field("arguments").allChildren())
    if (Child.is("comment"))
      return Into.add(Hurdle::CommentGoes, Child);
}

/// gm = program.module(); all that is done with gm is to compile it.
void judgeVariable(Node Module, const CompileParts &Parts, const File &F,
                   LegacyExport &Into) {
  const Node Target = F.names().bindingOf(Module);
  const Node Statement = Target.parent().parent();
  if (!Statement.is("expression_statement") ||
      !(Names::scopeOf(Statement) == Names::scopeOf(Module)))
    return Into.add(Hurdle::NoProgram, Parts.At->At);
  Node Use = useBetween(Parts.Program, Statement.end(), Module.begin(), F);
  for (Node Other : llvm::reverse(F.names().occurrences(Target)))
    if (!(Other == Target) && !(Other == Module)) {
      Use = Other;
      break;
    }
  if (Use)
    return Into.add(Hurdle::GraphChanged, Use, Use.text());
  const TextRange Line = wholeLines(Statement);
  if (Line.End > Statement.end() && Statement.parent().hasSeveralChildren())
    Into.Edits.push_back({Line, ""});
}

} // namespace

void readProgram(CompileParts &Parts, const File &F, LegacyExport &Into) {
  const Node Given = Parts.Function->Value;
  const Node Program = programOf(F.values().resolved(Given));
  if (!Program || !isExportedProgram(Program, F))
    return Into.add(Hurdle::NoProgram, Parts.At->At);
  Parts.Program = Program;
  judgeInputs(Parts, F, Into);
  if (Given.is("identifier"))
    judgeVariable(Given, Parts, F, Into);
}

} // namespace aoti_tidy::python
