// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/OperatorJoin.h"
#include "checks/lib/ops/OpNames.h"
#include "checks/lib/ops/OpTable.h"
#include "checks/lib/ops/PythonOps.h"
#include "driver/base/Parallel.h"
#include "driver/base/PlainFiles.h"
#include "driver/cxx/CxxRecord.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <fmt/format.h>
#include <set>

namespace aoti_tidy {
namespace {

Location locate(const FilePlace &P, SourceTexts &Texts) {
  return Texts.locate(Texts.nameOf(P.File), P.Offset);
}

void addNotes(const OpTable::Evidence &E, Finding &F, SourceTexts &Texts) {
  if (E.Kernel)
    F.Notes.push_back({locate(E.Kernel->Where, Texts), registrationNote(E)});
  if (E.Schema)
    F.Notes.push_back({locate(E.Schema->Where, Texts), schemaNote(*E.Schema)});
}

/// "a::f" of a function's symbol, without the names that only say that no other
/// file sees it. Empty if it has none (a lambda).
std::string nameOfFunction(llvm::StringRef Symbol) {
  std::string Mangled =
      Symbol.take_until([](char C) { return C == '@'; }).str();
  // macOS puts an underscore before each symbol.
  if (llvm::StringRef(Mangled).starts_with("__Z"))
    Mangled.erase(0, 1);
  llvm::ItaniumPartialDemangler D;
  // extern "C"
  if (D.partialDemangle(Mangled.c_str()))
    return Mangled;
  if (!D.isFunction())
    return "";
  const auto Text = [](char *Owned) {
    const std::string Result = Owned ? Owned : "";
    std::free(Owned);
    return Result;
  };
  std::string Name = Text(D.getFunctionDeclContextName(nullptr, nullptr));
  if (!Name.empty())
    Name += "::";
  Name += Text(D.getFunctionBaseName(nullptr, nullptr));
  constexpr llvm::StringLiteral Anonymous = "(anonymous namespace)::";
  for (size_t At; (At = Name.find(Anonymous.str())) != std::string::npos;)
    Name.erase(At, Anonymous.size());
  return Name;
}

/// A function that findings are about.
struct Judged {
  std::string Symbol;
  std::string Unit;            ///< the only file that sees it; empty if all may
  std::set<std::string> Files; ///< of its findings
  bool IsDeclaredElsewhere = false; ///< in a header, say
};

std::map<std::string, std::vector<Judged>>
judgedByName(llvm::ArrayRef<const RunFacts *> Files) {
  std::map<std::string, Judged> BySymbol;
  for (const RunFacts *Facts : Files)
    for (const ConditionalFinding &C : Facts->Findings) {
      if (C.If.Function.empty())
        continue;
      Judged &J = BySymbol[C.If.Function];
      J.Files.insert(C.File);
      J.IsDeclaredElsewhere |= llvm::any_of(
          C.Declarations, [&](const FilePlace &P) { return P.File != C.File; });
    }
  std::map<std::string, std::vector<Judged>> Result;
  for (auto &[Symbol, J] : BySymbol) {
    J.Symbol = Symbol;
    J.Unit = llvm::StringRef(Symbol).split('@').second.str();
    Result[nameOfFunction(Symbol)].push_back(std::move(J));
  }
  return Result;
}

} // namespace

bool soundsLikeMeta(llvm::StringRef Name) {
  const llvm::StringRef Last = Name.substr(Name.rfind(':') + 1);
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  Last.split(Parts, '_');
  return llvm::any_of(Parts, [](llvm::StringRef Part) {
    return Part == "meta" || Part == "Meta" || Part == "fake" ||
           Part == "abstract";
  });
}

OperatorJoin::File::File(const OperatorJoin &Join, const RunFacts &Facts)
    : Join(Join) {
  for (const ConditionalFinding &C : Facts.Findings) {
    // As Clang says it: with bytes that are no text spelled out.
    llvm::SmallString<256> Message;
    clang::EscapeStringForDiagnostic(C.Message, Message);
    Findings[{C.File, C.Offset, Message.str().str()}].push_back(&C);
  }
}

bool OperatorJoin::File::breaksDeclaration(const ConditionalFinding &C) const {
  if (!C.ChangesSignature)
    return false;
  for (const KernelFact *K : Join.Table.kernelsOf(C.If.Function))
    for (const FilePlace &P : K->Declarations)
      if (!llvm::is_contained(C.Declarations, P))
        return true;
  return false;
}

llvm::ArrayRef<const ConditionalFinding *> OperatorJoin::File::conditionsOf(
    const clang::tidy::ClangTidyError &Error) const {
  const auto It =
      Findings.find({Error.Message.FilePath, Error.Message.FileOffset,
                     Error.Message.Message});
  if (It == Findings.end())
    return {};
  return It->second;
}

std::optional<std::string>
OperatorJoin::File::complete(const clang::tidy::ClangTidyError &Error,
                             Finding &F, SourceTexts &Texts) const {
  const auto Conditions = conditionsOf(Error);
  // The check needs no other file.
  if (Conditions.empty())
    return "";
  for (const ConditionalFinding *C : Conditions) {
    const auto Evidence = Join.Table.holds(C->If);
    if (!Evidence)
      continue;
    addNotes(*Evidence, F, Texts);
    if (const auto &Defined = C->If.Defined)
      F.Notes.push_back({locate(*Defined, Texts), definedNote(C->If.Op)});
    if (breaksDeclaration(*C))
      F.Fix.clear();
    return C->Kernel;
  }
  return std::nullopt;
}

std::optional<std::string>
OperatorJoin::File::unjudgedOp(const clang::tidy::ClangTidyError &Error) const {
  for (const ConditionalFinding *C : conditionsOf(Error))
    if (C->If.K == Condition::Kind::LacksMeta)
      if (auto Op = Join.Table.openQuestion(C->If))
        return Op;
  return std::nullopt;
}

OpFacts kernelsByName(llvm::ArrayRef<NamedKernel> Named,
                      llvm::ArrayRef<const RunFacts *> Files) {
  const auto ByName = judgedByName(Files);
  std::set<FilePlace> Compiled;
  for (const RunFacts *Facts : Files)
    for (const KernelFact &K : Facts->Ops.Kernels)
      Compiled.insert(K.Where);
  OpFacts Result;
  for (const NamedKernel &N : Named) {
    if (Compiled.contains(N.Fact.Where))
      continue;
    // Whatever its function is, it is a kernel of the operator.
    Result.Kernels.push_back(N.Fact);
    // The first is what the compiler finds first.
    const auto Name = llvm::find_if(N.Names, [&](const std::string &Each) {
      return ByName.contains(Each);
    });
    if (Name == N.Names.end())
      continue;
    const std::string &Here = N.Fact.Where.File;
    const auto IsMeant = [&](const Judged &J) {
      return N.IsDefinedHere ? J.Files.contains(Here) || J.Unit == Here
                             : J.Unit.empty();
    };
    // With overloads, the one that is meant is unknown.
    if (llvm::count_if(ByName.at(*Name), IsMeant) != 1)
      continue;
    const Judged &J = *llvm::find_if(ByName.at(*Name), IsMeant);
    KernelFact K = N.Fact;
    K.Function = J.Symbol;
    // Then the file has a declaration that the finding's does not see: no fix
    // may change what it declares.
    if (K.Declarations.empty() && !J.IsDeclaredElsewhere)
      K.Declarations.push_back(K.Where);
    Result.Kernels.push_back(std::move(K));
  }
  return Result;
}

std::optional<std::string> OperatorJoin::unjudged(llvm::StringRef File,
                                                  const RunFacts &Facts) const {
  std::set<std::string> Functions;
  for (const ConditionalFinding &C : Facts.Findings)
    if (C.If.K == Condition::Kind::IsMeta &&
        Table.kernelsOf(C.If.Function).empty())
      if (std::string Name = nameOfFunction(C.If.Function);
          soundsLikeMeta(Name))
        Functions.insert(std::move(Name));
  if (Functions.empty())
    return std::nullopt;
  const size_t More = Functions.size() - 1;
  return fmt::format(
      "{}: '{}'{} and no registration of {} is in sight, so findings in {} are "
      "held back; lint the file with the TORCH_LIBRARY block, too",
      llvm::sys::path::filename(File), *Functions.begin(),
      More == 0 ? std::string(" looks like a Meta kernel")
                : fmt::format(" and {} more look like Meta kernels", More),
      More == 0 ? "it" : "them", More == 0 ? "it" : "them");
}

PythonOperators readPythonOperators(llvm::ArrayRef<std::string> Files,
                                    const IsolationSettings &Apart) {
  // Most files of a project say nothing of operators.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts(Files.size());
  inParallel(Files.size(), Apart.Jobs, [&](size_t I) {
    auto Buffer = readPlainFile(Files[I]);
    if (Buffer && python::mayRegisterOps((*Buffer)->getBuffer()))
      Texts[I] = std::move(*Buffer);
  });
  std::vector<size_t> ToRead;
  for (size_t I = 0; I < Files.size(); ++I)
    if (Texts[I])
      ToRead.push_back(I);
  IsolationSettings Silent = Apart;
  Silent.Progress = nullptr;
  auto Read = runIsolated<OpFacts>(ToRead.size(), Silent, [&](size_t I) {
    return readPythonOps(Texts[ToRead[I]]->getBuffer(), Files[ToRead[I]]);
  });

  PythonOperators Result;
  for (auto &&[I, Ops] : llvm::zip_equal(ToRead, Read)) {
    if (!Ops.isCompleted()) {
      Result.Lost.emplace_back(Files[I], Ops.End);
      continue;
    }
    llvm::append_range(Result.Facts.Schemas, Ops.Value.Schemas);
    llvm::append_range(Result.Facts.Fakes, Ops.Value.Fakes);
    llvm::append_range(Result.Facts.Packed, Ops.Value.Packed);
  }
  return Result;
}

} // namespace aoti_tidy
