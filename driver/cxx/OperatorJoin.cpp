// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/OperatorJoin.h"
#include "checks/lib/ops/EvidenceText.h"
#include "checks/lib/ops/OpWords.h"
#include "checks/lib/ops/PythonOps.h"
#include "driver/CrashGuard.h"
#include "driver/Parallel.h"
#include "clang/Basic/Diagnostic.h"

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

} // namespace

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

bool OperatorJoin::File::complete(const clang::tidy::ClangTidyError &Error,
                                  Finding &F, SourceTexts &Texts) const {
  const auto It =
      Findings.find({Error.Message.FilePath, Error.Message.FileOffset,
                     Error.Message.Message});
  // Of a check that needs no other file.
  if (It == Findings.end())
    return true;
  for (const ConditionalFinding *C : It->second) {
    const auto Evidence = Join.Table.holds(C->If);
    if (!Evidence)
      continue;
    addNotes(*Evidence, F, Texts);
    if (breaksDeclaration(*C))
      F.Fix.clear();
    return true;
  }
  return false;
}

PythonOperators readPythonOperators(llvm::ArrayRef<std::string> Files,
                                    unsigned Jobs) {
  struct Read {
    std::vector<PythonOp> Ops;
    bool Crashed = false;
  };
  std::vector<Read> All(Files.size());
  inParallel(Files.size(), Jobs, [&](size_t I) {
    const auto Buffer = readSource(Files[I]);
    // A thread for each of all files of a project would take longer than these.
    if (Buffer && python::mayRegisterOps((*Buffer)->getBuffer()))
      All[I].Crashed = !runGuarded(
          [&] { All[I].Ops = scanPythonOps((*Buffer)->getBuffer()); });
  });
  PythonOperators Result;
  for (const auto &[File, Found] : llvm::zip_equal(Files, All)) {
    if (Found.Crashed) {
      Result.Crashed.push_back(File);
      continue;
    }
    for (const PythonOp &Op : Found.Ops) {
      auto Name = OpName::parse(Op.Name).value_or(OpName());
      Name.Namespace = Op.Namespace;
      if (Op.K == PythonOp::Fake) {
        Result.Facts.Fakes.push_back(std::move(Name));
      } else if (Op.K == PythonOp::Schema) {
        auto Schema = OpSchema::parse(Name.str() + Op.SchemaText);
        if (Schema && !Name.Namespace.empty())
          Result.Facts.Schemas.push_back(
              {Name.str(), std::move(*Schema), {File, Op.Offset}});
      }
    }
  }
  return Result;
}

} // namespace aoti_tidy
