// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/python/Scopes.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

using Visitor = llvm::function_ref<bool(Node)>;

/// In \p N, which is evaluated for certain.
Node findInExpression(Node N, Visitor Visit) {
  Node Found;
  forEachNode(N, [&](Node E) {
    const bool IsRightOperand = !(E == N) &&
                                E.parent().is("boolean_operator") &&
                                !(E.parent().field("left") == E);
    if (Found || IsRightOperand ||
        E.isAnyOf({"lambda", "generator_expression", "list_comprehension",
                   "set_comprehension", "dictionary_comprehension",
                   "conditional_expression", "type"}))
      return false;
    if (Visit(E)) {
      Found = E;
      return false;
    }
    return true;
  });
  return Found;
}

Node findInStatement(Node S, Visitor Visit);

Node findInBlock(Node Block, Visitor Visit) {
  for (const Node S : Block.children())
    if (const Node Found = findInStatement(S, Visit))
      return Found;
  return {};
}

/// In \p S, which has been executed, and has not been left early.
Node findInStatement(Node S, Visitor Visit) {
  // At most one clause of a 'match' runs.
  if (S.isAnyOf({"function_definition", "case_clause"}))
    return {};
  if (S.is("class_definition"))
    return findInBlock(S.field("body"), Visit);
  if (S.is("decorated_definition")) {
    for (const Node Part : S.children())
      if (Part.is("decorator"))
        // A call of its own: what it names is called with the definition.
        if (const Node Found = findInExpression(Part, Visit))
          return Found;
    return findInStatement(S.field("definition"), Visit);
  }
  if (S.isAnyOf({"if_statement", "while_statement"}))
    return findInExpression(S.field("condition"), Visit);
  if (S.is("for_statement"))
    return findInExpression(S.field("right"), Visit);
  if (S.is("match_statement"))
    return findInExpression(S.field("subject"), Visit);
  if (S.is("with_statement")) {
    if (const Node Found = findInExpression(S.child("with_clause"), Visit))
      return Found;
    return maySwallow(S) ? Node() : findInBlock(S.field("body"), Visit);
  }
  if (S.is("try_statement")) {
    if (!S.child("except_clause"))
      if (const Node Found = findInBlock(S.field("body"), Visit))
        return Found;
    return findInBlock(S.child("finally_clause").child("block"), Visit);
  }
  // An assertion may be switched off.
  if (S.is("assert_statement"))
    return {};
  return findInExpression(S, Visit);
}

/// The part of \p Around, a statement that \p Child is a part of, that is
/// evaluated before that.
Node headerBefore(Node Around, Node Child) {
  Node Header;
  if (Around.is("with_statement"))
    Header = Around.child("with_clause");
  else if (Around.is("if_statement"))
    Header = Around.field("condition");
  else if (Around.is("for_statement"))
    Header = Around.field("right");
  else if (Around.is("match_statement"))
    Header = Around.field("subject");
  return Header == Child ? Node() : Header;
}

/// Packages whose business it is to start processes, or that do so on the way.
constexpr StringRef ProcessModules[] = {
    "accelerate",
    "concurrent.futures",
    "dask",
    "deepspeed",
    "horovod",
    "invoke",
    "joblib",
    "lightning",
    "mpi4py",
    "multiprocess",
    "multiprocessing",
    "pytorch_lightning",
    "ray",
    "sglang",
    "submitit",
    "subprocess",
    torchname::DistributedElastic,
    torchname::DistributedLaunch,
    torchname::DistributedLauncher,
    torchname::DistributedRun,
    torchname::Multiprocessing,
    "torchx",
    "vllm",
};

constexpr StringRef ProcessCalls[] = {
    "os.system",
    "os.popen",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.posix_spawnp",
    "importlib.reload",
    "asyncio.create_subprocess_exec",
    "asyncio.create_subprocess_shell",
};

} // namespace

/// In the statements of \p Around that begin before \p End.
Node ExecutedBefore::findInBlock(Node Around, unsigned End) {
  const auto [It, IsNew] = Blocks.try_emplace(Around.id());
  Block &B = It->second;
  if (IsNew) {
    const auto Statements = Around.children();
    B.Statements.assign(Statements.begin(), Statements.end());
  }
  while (!B.Found && B.Next < B.Statements.size() &&
         B.Statements[B.Next].begin() < End)
    B.Found = findInStatement(B.Statements[B.Next++], Counts);
  const bool IsBefore = B.Found && B.Statements[B.Next - 1].begin() < End;
  return IsBefore ? B.Found : Node();
}

Node ExecutedBefore::findInHeader(Node Around, Node Child) {
  const Node Header = headerBefore(Around, Child);
  if (!Header)
    return {};
  const auto [It, IsNew] = Headers.try_emplace(Header.id());
  if (IsNew)
    It->second = findInExpression(Header, Counts);
  return It->second;
}

Node ExecutedBefore::find(Node At) {
  for (Node Child = At, Around = At.parent(); Around;
       Child = Around, Around = Around.parent())
    if (const Node Found = Around.isAnyOf({"block", "module"})
                               ? findInBlock(Around, Child.begin())
                               : findInHeader(Around, Child))
      return Found;
  return {};
}

bool startsProcesses(const File &F) {
  for (const Import &I : F.names().imports()) {
    const std::string Full =
        I.Name.empty() ? I.Module : I.Module + "." + I.Name;
    if (llvm::any_of(ProcessModules, [&](StringRef M) {
          return isOrIsIn(I.Module, M) || isOrIsIn(Full, M);
        }))
      return true;
  }
  return llvm::any_of(F.calls(), [](const Call &C) {
    const StringRef Callee = C.Callee;
    return llvm::is_contained(ProcessCalls, Callee) ||
           Callee.starts_with("os.exec") || Callee.starts_with("os.spawn") ||
           isIn(Callee, torchname::Multiprocessing) ||
           Callee.starts_with("subprocess.");
  });
}

} // namespace aoti_tidy::python
