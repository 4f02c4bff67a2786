// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/OperatorJoin.h"
#include "checks/lib/ops/EvidenceText.h"
#include "checks/lib/ops/OpWords.h"
#include "checks/lib/ops/PythonOps.h"
#include "driver/Parallel.h"
#include "driver/cxx/CxxRecord.h"
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

template <typename Record> void fields(Record &R, PythonOp &X) {
  auto &[Namespace, Name, K, SchemaText, Key, Offset] = X;
  R(Namespace, Name, K, SchemaText, Key, Offset);
}

PythonOperators readPythonOperators(llvm::ArrayRef<std::string> Files,
                                    const IsolationSettings &Apart) {
  // Most files of a project register nothing.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts(Files.size());
  inParallel(Files.size(), Apart.Jobs, [&](size_t I) {
    auto Buffer = readSource(Files[I]);
    if (Buffer && python::mayRegisterOps((*Buffer)->getBuffer()))
      Texts[I] = std::move(*Buffer);
  });
  std::vector<size_t> ToRead;
  for (size_t I = 0; I < Files.size(); ++I)
    if (Texts[I])
      ToRead.push_back(I);
  IsolationSettings Silent = Apart;
  Silent.Progress = nullptr;
  const auto Read =
      runIsolated<std::vector<PythonOp>>(ToRead.size(), Silent, [&](size_t I) {
        return scanPythonOps(Texts[ToRead[I]]->getBuffer());
      });

  PythonOperators Result;
  for (const auto &[I, Ops] : llvm::zip_equal(ToRead, Read)) {
    const std::string &File = Files[I];
    if (!Ops.isCompleted()) {
      Result.Lost.emplace_back(File, Ops.End);
      continue;
    }
    for (const PythonOp &Op : Ops.Value) {
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
