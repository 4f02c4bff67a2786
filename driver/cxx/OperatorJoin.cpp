// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/OperatorJoin.h"
#include "checks/lib/ops/EvidenceText.h"
#include "checks/lib/ops/OpWords.h"
#include "checks/lib/ops/PythonOps.h"
#include "checks/lib/ops/PythonSizeArguments.h"
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
  if (E.Call)
    F.Notes.push_back(
        {locate(E.Call->Where, Texts), sizeArgumentNote(*E.Call)});
}

} // namespace

std::set<std::string>
OperatorJoin::openQuestions(llvm::ArrayRef<const RunFacts *> Files) const {
  std::set<std::string> Ops;
  for (const RunFacts *Facts : Files)
    for (const ConditionalFinding &C : Facts->Findings)
      if (auto Op = Table.openQuestion(C.If))
        Ops.insert(std::move(*Op));
  return Ops;
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
  // Of a check that needs no other file.
  if (Conditions.empty())
    return "";
  for (const ConditionalFinding *C : Conditions) {
    const auto Evidence = Join.Table.holds(C->If);
    if (!Evidence)
      continue;
    addNotes(*Evidence, F, Texts);
    if (breaksDeclaration(*C))
      F.Fix.clear();
    return C->Kernel;
  }
  return std::nullopt;
}

std::optional<std::string>
OperatorJoin::File::unjudged(const clang::tidy::ClangTidyError &Error) const {
  for (const ConditionalFinding *C : conditionsOf(Error))
    if (C->If.K == Condition::Kind::LacksMeta)
      if (auto Op = Join.Table.openQuestion(C->If))
        return Op;
  return std::nullopt;
}

template <typename Record> void fields(Record &R, PythonOp &X) {
  auto &[Namespace, Name, K, SchemaText, Key, Offset] = X;
  R(Namespace, Name, K, SchemaText, Key, Offset);
}

template <typename Record> void fields(Record &R, PythonSizeArgument &X) {
  auto &[Op, Position, Keyword, Offset] = X;
  R(Op, Position, Keyword, Offset);
}

namespace {

/// What a Python file says about operators.
struct PythonFacts {
  std::vector<PythonOp> Ops;
  std::vector<PythonSizeArgument> Sizes;
};

template <typename Record> void fields(Record &R, PythonFacts &X) {
  auto &[Ops, Sizes] = X;
  R(Ops, Sizes);
}

} // namespace

PythonOperators readPythonOperators(llvm::ArrayRef<std::string> Files,
                                    const IsolationSettings &Apart) {
  // Most files of a project register nothing.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts(Files.size());
  inParallel(Files.size(), Apart.Jobs, [&](size_t I) {
    auto Buffer = readSource(Files[I]);
    if (Buffer && (python::mayRegisterOps((*Buffer)->getBuffer()) ||
                   mayGiveSizesToOps((*Buffer)->getBuffer())))
      Texts[I] = std::move(*Buffer);
  });
  std::vector<size_t> ToRead;
  for (size_t I = 0; I < Files.size(); ++I)
    if (Texts[I])
      ToRead.push_back(I);
  IsolationSettings Silent = Apart;
  Silent.Progress = nullptr;
  const auto Read =
      runIsolated<PythonFacts>(ToRead.size(), Silent, [&](size_t I) {
        const llvm::StringRef Text = Texts[ToRead[I]]->getBuffer();
        return PythonFacts{scanPythonOps(Text), sizesGivenToOps(Text)};
      });

  PythonOperators Result;
  for (const auto &[I, Ops] : llvm::zip_equal(ToRead, Read)) {
    const std::string &File = Files[I];
    if (!Ops.isCompleted()) {
      Result.Lost.emplace_back(File, Ops.End);
      continue;
    }
    for (const PythonSizeArgument &A : Ops.Value.Sizes)
      Result.Facts.SizeArguments.push_back(
          {A.Op, A.Position, A.Keyword, {File, A.Offset}});
    for (const PythonOp &Op : Ops.Value.Ops) {
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
