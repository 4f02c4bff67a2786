// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/FileKinds.h"
#include "checks/loader-arguments/CompileArgumentsRule.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

const Call *resultOf(Node Expr, const File &F) {
  return F.callAt(F.values().resolved(Expr));
}

std::optional<SpelledDevice> deviceText(Node Expr, const File &F) {
  auto Device = spelledDevice(Expr, F);
  return Device && Device->HasUnknownIndex ? std::nullopt : Device;
}

std::string extensionOf(Node Path, const File &F) {
  const auto Text = F.values().stringOf(Path);
  return Text ? aoti_tidy::extensionOf(Text->Tail, Text->IsWhole) : "";
}

bool canMove(const LoaderCall &L, const Argument &A) {
  return !L.C.HasUnpacking &&
         llvm::none_of(L.C.Arguments, [&](const Argument &Other) {
           return Other.Keyword.empty() &&
                  Other.Value.begin() > A.Value.begin();
         });
}

static std::optional<Edit> fixFor(const ArgumentProblem &P, const LoaderCall &L,
                                  const Argument &A, const File &F) {
  using Cure = ArgumentProblem::Cure;
  const bool GoesUnnoticed = hasNoEffect(A.Value, F);
  switch (P.Do) {
  case Cure::None:
    return std::nullopt;
  case Cure::Drop:
    if (!GoesUnnoticed || !canMove(L, A))
      return std::nullopt;
    return Edit{removalOf(A.Whole), ""};
  case Cure::Replace:
    if (!GoesUnnoticed)
      return std::nullopt;
    return Edit{rangeOf(A.Value), P.Code};
  case Cure::ReplaceExtension:
    // Only the extension: what is before it may have escapes.
    if (const auto Path = literalText(A.Value);
        Path && rewriteString(A.Value, *Path)) {
      const std::string Old = extensionOf(A.Value, F);
      const unsigned End = rangeOf(A.Value).End - 1; // the quote
      if (A.Value.text().drop_back().ends_with(Old))
        return Edit{{End - unsigned(Old.size()), End}, P.Code};
    }
    return std::nullopt;
  case Cure::Rename:
    if (L.C.keyword(P.Code))
      return std::nullopt;
    return Edit{rangeOf(A.Whole.field("name")), P.Code};
  case Cure::PassAsIndex:
    if (!GoesUnnoticed || !canMove(L, A))
      return std::nullopt;
    return Edit{rangeOf(A.Whole), "device_index=" + P.Code};
  }
  llvm_unreachable("covered switch");
}

Finding findingOn(const LoaderCall &L, const Argument &A, ArgumentProblem P,
                  const File &F) {
  auto Fix = fixFor(P, L, A, F);
  Finding Found{rangeOf(A.Whole), std::move(P.Text)};
  if (Fix && P.Note.empty()) {
    Found.Fix.push_back(std::move(*Fix));
  } else if (Fix) {
    const TextRange At = P.Do == ArgumentProblem::Cure::ReplaceExtension
                             ? Fix->Where
                             : rangeOf(A.Whole);
    Found.Notes.push_back({At, std::move(P.Note), {std::move(*Fix)}});
  }
  return Found;
}

namespace {

/// Whether code asks first, or goes on without it.
bool isTried(Node Use, StringRef Name, const File &F) {
  for (Node Around = Use; Around; Around = Around.parent())
    if (Around.is("try_statement") && Around.child("except_clause"))
      return true;
  const StringRef Last = Name.rsplit('.').second;
  const StringRef Text = F.tree().text();
  return Text.contains(("\"" + Last + "\"").str()) ||
         Text.contains(("'" + Last + "'").str());
}

void checkName(Node At, Node Use, StringRef Name, const File &F,
               std::vector<Finding> &Out) {
  auto Problem = unknownNameProblem(Name);
  if (Problem && !isTried(Use, Name, F))
    Out.emplace_back(rangeOf(At), std::move(*Problem));
}

void checkNames(const File &F, std::vector<Finding> &Out) {
  // from torch._inductor import aoti_load
  for (const Import &I : F.names().imports())
    if (!I.Name.empty())
      checkName(I.Clause, I.Statement, I.Module + "." + I.Name, F, Out);
  // torch._inductor.aoti_load(...)
  forEachNode(F.tree().root(), [&](Node N) {
    if (!N.is("attribute"))
      return true;
    const StringRef Last = N.field("attribute").text();
    if (!Last.starts_with("ao") && !Last.contains("package"))
      return true;
    if (const auto Name = F.names().qualifiedName(N))
      checkName(N, N, *Name, F, Out);
    return true;
  });
}

} // namespace

// aoti_compile_and_package(ep, options=o), aoti_load_package("m.pt2", device=d)
void checkParameters(const LoaderCall &L, const File &F,
                     std::vector<Finding> &Out) {
  const CalledFunction Function{L.Function, F.settings().Torch,
                                L.C.keyword("device_index") != nullptr};
  const unsigned Places = positionalParameters(Function);
  // A torch without that function.
  if (Places == 0)
    return;
  unsigned Given = 0;
  for (const Argument &A : L.C.Arguments) {
    if (A.Keyword.empty()) {
      if (++Given == Places + 1 && !L.C.HasUnpacking)
        Out.emplace_back(rangeOf(A.Whole), positionalProblem(Function));
      continue;
    }
    const auto Text = deviceText(A.Value, F);
    auto Problem = keywordProblem(Function, A.Keyword,
                                  Text ? Text->forModel() : std::nullopt);
    if (!Problem || isPickedByVersion(L.C.At, "", F))
      continue;
    if (isRewrittenAnyway(L, F))
      Problem->Do = ArgumentProblem::Cure::None;
    Out.push_back(findingOn(L, A, std::move(*Problem), F));
  }
}

static std::vector<Finding> loaderArguments(const File &F) {
  std::vector<Finding> Out;
  for (const Call &C : F.calls()) {
    const LoaderCall L{C, canonicalFunction(C.Callee)};
    if (L.Function.empty())
      continue;
    checkParameters(L, F, Out);
    if (L.is(torchname::AotiLoadPackage) || L.is(torchname::LoadPackage))
      checkPackageLoad(L, F, Out);
    else if (L.is(torchname::ExportAotLoad))
      checkLibraryLoad(L, F, Out);
    else if (L.is(torchname::AotiCompileAndPackage))
      checkPackageCompile(L, F, Out);
    else if (L.is(torchname::InductorAotCompile) ||
             L.is(torchname::ExportAotCompile))
      checkLibraryCompile(L, F, Out);
  }
  checkNames(F, Out);
  checkConfigKeys(F, Out);
  checkOutputs(F, Out);
  sortByPlace(Out);
  return Out;
}

static constexpr StringRef Words[] = {
    "aot_compile", "aot_inductor", "aot_load",     "aoti_compile",
    "aoti_load",   "load_package", "package_aoti", "RunnerCpu",
};

const Check LoaderArgumentsPython = {loaderArguments, Words};

} // namespace aoti_tidy::python
