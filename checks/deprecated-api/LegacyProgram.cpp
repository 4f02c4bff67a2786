// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyCall.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/TorchObjects.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

// torch._inductor.aot_compile(program.module(), args, kwargs, options=...): the
// package is compiled from the program itself, with the inputs that it was
// exported with.

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 8;

std::string quoted(Node N) { return "'" + brief(N) + "'"; }

/// 'p' of 'p.module()'. Guards are never compiled, whether or not they are
/// asked for.
Node programOf(Node Module) {
  const Node Callee = Module.field("function");
  if (!Module.is("call") || !Callee.is("attribute") ||
      Callee.field("attribute").text() != "module")
    return {};
  const auto Arguments = Module.field("arguments").children();
  const bool IsPlain = llvm::all_of(Arguments, [](Node A) {
    return A.is("keyword_argument") &&
           A.field("name").text() == "check_guards" &&
           A.field("value").isAnyOf({"true", "false"});
  });
  return IsPlain ? Callee.field("object") : Node();
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

bool hasEffect(Node Expr) {
  bool Result = false;
  forEachNode(Expr, [&](Node N) {
    Result |= N.isAnyOf({"call", "await", "yield", "named_expression"});
    return !Result;
  });
  return Result;
}

/// args.append(y), kwargs["a"] = y, self.x = y between the two.
bool isChangedBetween(Node First, Node Second, const File &F) {
  const auto Changes = [](Node Use) {
    Node Up = Use;
    while (Up.parent().isAnyOf({"attribute", "subscript"}))
      Up = Up.parent();
    const Node Around = Up.parent();
    if (Around.isAnyOf({"assignment", "augmented_assignment"}))
      return Around.field("left") == Up;
    return Around.isAnyOf({"delete_statement", "pattern_list"}) ||
           (Around.is("call") && Up.is("attribute") &&
            llvm::is_contained({StringRef("append"), StringRef("clear"),
                                StringRef("extend"), StringRef("insert"),
                                StringRef("pop"), StringRef("resize_"),
                                StringRef("setdefault"), StringRef("update")},
                               Up.field("attribute").text()));
  };
  return llvm::any_of(namesIn(First), [&](Node Name) {
    return llvm::any_of(F.names().occurrences(Name), [&](Node Use) {
      return First.end() < Use.begin() && Use.begin() < Second.begin() &&
             Changes(Use);
    });
  });
}

/// Whether two expressions surely have the same value, or make inputs that are
/// alike.
bool isSame(Node A, Node B, const File &F, unsigned Depth = 0) {
  if (!A || !B || Depth > MaxDepth)
    return false;
  const auto IsSameName = [&](Node First, Node Second) {
    const Node Binding = F.names().bindingOf(First);
    if (Binding)
      return Binding == F.names().bindingOf(Second);
    const auto Name = F.names().qualifiedName(First);
    return Name && Name == F.names().qualifiedName(Second);
  };
  if (A.text() == B.text() && llvm::equal(namesIn(A), namesIn(B), IsSameName))
    return !isChangedBetween(B, A, F);
  A = F.values().resolved(A);
  B = F.values().resolved(B);
  if (A == B)
    return true;
  if (A.is("identifier") && B.is("identifier"))
    return IsSameName(A, B);
  const auto Elements = F.values().elementsOf(A);
  const auto Others = F.values().elementsOf(B);
  return Elements && Others && A.kind() == B.kind() &&
         Elements->size() == Others->size() &&
         llvm::all_of(llvm::zip_equal(*Elements, *Others),
                      [&](const auto &Pair) {
                        return isSame(std::get<0>(Pair), std::get<1>(Pair), F,
                                      Depth + 1);
                      });
}

bool isNothing(const Argument *Kwargs, const File &F) {
  if (!Kwargs || F.values().isNone(Kwargs->Value))
    return true;
  const auto Known = F.values().dictOf(Kwargs->Value);
  return Known && Known->IsComplete && Known->Entries.empty();
}

/// What the call is given beside the module goes: the program has it.
void judgeInputs(const CompileParts &Parts, const File &F, LegacyExport &Into) {
  const Node Made = withoutDecompositions(Parts.Program, F);
  const auto *Export =
      llvm::find_if(F.calls(), [&](const Call &C) { return C.At == Made; });
  if (Export == F.calls().end() || Export->Callee != "torch.export.export")
    return Into.doubt(quoted(Parts.Program) +
                          " is not exported in this file, so it is not known "
                          "whether it has the example inputs, with which a "
                          "package is compiled",
                      Parts.Program);
  const Argument *Args = Export->argument(1, "args");
  const Argument *Kwargs = Export->argument(2, "kwargs");
  const bool SameArgs =
      Parts.Args && Args && isSame(Parts.Args->Value, Args->Value, F);
  const bool SameKwargs =
      (isNothing(Parts.Kwargs, F) && isNothing(Kwargs, F)) ||
      (Parts.Kwargs && Kwargs && isSame(Parts.Kwargs->Value, Kwargs->Value, F));
  if (Export->HasUnpacking || !SameArgs || !SameKwargs)
    Into.doubt("these are not seen to be the inputs that " +
                   quoted(Parts.Program) +
                   " is exported with, with which a package is compiled",
               !SameArgs && Parts.Args       ? Parts.Args->Value
               : !SameKwargs && Parts.Kwargs ? Parts.Kwargs->Value
                                             : Made);
  for (const Argument *Gone : {Parts.Args, Parts.Kwargs})
    if (Gone && hasEffect(Gone->Value))
      Into.doubt(quoted(Gone->Value) + " is evaluated no more", Gone->Value);
  for (Node Child : Parts.At->At.field("arguments").allChildren())
    if (Child.is("comment"))
      return Into.doubt("a comment may be about an argument that goes", Child);
}

/// gm = program.module(); the program must be the same where gm is compiled.
void judgeVariable(Node Module, const CompileParts &Parts, const File &F,
                   LegacyExport &Into) {
  const Node Target = F.names().bindingOf(Module);
  const Node Assignment = Target.parent();
  const Node Statement = Assignment.parent();
  if (!Assignment.is("assignment") || !Statement.is("expression_statement") ||
      !(Names::scopeOf(Statement) == Names::scopeOf(Module)))
    return Into.obstruct(quoted(Module) + " is assigned in another function",
                         Target);
  for (Node Name : namesIn(Parts.Program))
    for (Node Use : F.names().occurrences(Name))
      if (Use.begin() > Statement.end() && Use.begin() < Module.begin())
        return Into.doubt(quoted(Name) + " may be changed here, after " +
                              quoted(Module) + " is made",
                          Use);
  const auto Uses = F.names().occurrences(Target);
  for (Node Use : Uses)
    if (!(Use == Target) && !(Use == Module))
      return Into.doubt(
          quoted(Module) +
              " is used here, too: what changes it is not compiled",
          Use);
  // It is there for this call alone.
  const TextRange Line = wholeLines(Statement);
  const bool IsAlone =
      Line.End > Statement.end() && Statement.parent().children().size() > 1;
  if (IsAlone)
    Into.Edits.push_back({Line, ""});
}

} // namespace

void readProgram(CompileParts &Parts, const File &F, LegacyExport &Into) {
  const Node Given = Parts.Function->Value;
  const Node Module = F.values().resolved(Given);
  const Node Program = programOf(Module);
  if (!Program || !isExportedProgram(Program, F))
    return Into.obstruct("what it loads is compiled here, which takes "
                         "'torch._inductor.aoti_compile_and_package' with the "
                         "exported program",
                         Parts.At->At);
  Parts.Program = Program;
  judgeInputs(Parts, F, Into);
  if (Given.is("identifier"))
    judgeVariable(Given, Parts, F, Into);
}

} // namespace aoti_tidy::python
