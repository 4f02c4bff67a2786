// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_CXXRECORD_H
#define AOTI_TIDY_DRIVER_CXX_CXXRECORD_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "driver/cxx/ClangArguments.h"
#include "driver/report/FindingRecord.h"
#include "clang/Tooling/Core/Replacement.h"
#include <tuple>

/// Records of clang-tidy's findings in a C++ file, and of the file's facts.
namespace aoti_tidy {

template <typename Record>
void fields(Record &R, clang::tooling::FileByteRange &X) {
  auto &[File, Offset, Length] = X;
  R(File, Offset, Length);
}

/// A fix, taken apart.
struct ReplacementRecord {
  std::string Key, File;
  unsigned Offset, Length;
  std::string Text;
};

template <typename Record> void fields(Record &R, ReplacementRecord &X) {
  auto &[Key, File, Offset, Length, Text] = X;
  R(Key, File, Offset, Length, Text);
}

template <typename Record>
void fields(Record &R, llvm::StringMap<clang::tooling::Replacements> &X) {
  std::vector<ReplacementRecord> All;
  for (const auto &[Key, Replacements] : X)
    for (const clang::tooling::Replacement &Of : Replacements)
      All.push_back({Key.str(), Of.getFilePath().str(), Of.getOffset(),
                     Of.getLength(), Of.getReplacementText().str()});
  // The order of a StringMap is that of hashes of paths: facts would depend on
  // where the checkout lies.
  llvm::sort(All, [](const ReplacementRecord &A, const ReplacementRecord &B) {
    return std::tie(A.Key, A.Offset, A.Length, A.Text) <
           std::tie(B.Key, B.Offset, B.Length, B.Text);
  });
  R(All);
  if constexpr (Record::IsReader)
    for (const ReplacementRecord &Of : All)
      if (auto E = X[Of.Key].add({Of.File, Of.Offset, Of.Length, Of.Text})) {
        // They were together before.
        llvm::consumeError(std::move(E));
        R.fail();
      }
}

template <typename Record>
void fields(Record &R, clang::tooling::DiagnosticMessage &X) {
  auto &[Message, File, Offset, Fix, Ranges] = X;
  R(Message, File, Offset, Fix, Ranges);
}

template <> struct record::Blank<clang::tidy::ClangTidyError> {
  static clang::tidy::ClangTidyError make() {
    return {"", clang::tidy::ClangTidyError::Warning, "", false};
  }
};

template <typename Record>
void fields(Record &R, clang::tidy::ClangTidyError &X) {
  R(X.DiagnosticName, X.Message, X.Notes, X.DiagLevel, X.BuildDirectory,
    X.IsWarningAsError, X.EnabledDiagnosticAliases);
}

template <typename Record> void fields(Record &R, llvm::sys::fs::UniqueID &X) {
  uint64_t Device = X.getDevice(), File = X.getFile();
  R(Device, File);
  X = {Device, File};
}

template <typename Record> void fields(Record &R, llvm::StringSet<> &X) {
  std::vector<std::string> All;
  for (llvm::StringRef Key : X.keys())
    All.push_back(Key.str());
  R(All);
  X.insert_range(All);
}

template <typename Record> void fields(Record &R, LeftOutFlags &X) {
  auto &[Unknown, Refused] = X;
  R(Unknown, Refused);
}

template <typename Record> void fields(Record &R, FilePlace &X) {
  auto &[File, Offset] = X;
  R(File, Offset);
}

template <typename Record> void fields(Record &R, OpName &X) {
  auto &[Namespace, Name, Overload] = X;
  R(Namespace, Name, Overload);
}

template <typename Record> void fields(Record &R, SchemaArgument &X) {
  auto &[Type, Name, TypeOffset, IsMutated] = X;
  R(Type, Name, TypeOffset, IsMutated);
}

template <typename Record> void fields(Record &R, OpSchema &X) {
  auto &[Name, Arguments, Returns, ReturnsAlias] = X;
  R(Name, Arguments, Returns, ReturnsAlias);
}

template <typename Record> void fields(Record &R, SchemaFact &X) {
  auto &[Op, Schema, Where] = X;
  R(Op, Schema, Where);
}

template <typename Record> void fields(Record &R, KernelFact &X) {
  auto &[Op, Key, Function, Where, Declarations] = X;
  R(Op, Key, Function, Where, Declarations);
}

template <typename Record> void fields(Record &R, PackedOp &X) {
  auto &[Package, Op, Where] = X;
  R(Package, Op, Where);
}

template <typename Record> void fields(Record &R, OpFacts &X) {
  auto &[Schemas, Kernels, Fakes, Packed] = X;
  R(Schemas, Kernels, Fakes, Packed);
}

template <typename Record> void fields(Record &R, Condition &X) {
  auto &[K, Function, Argument, Traceable, Op, Package, Defined] = X;
  R(K, Function, Argument, Traceable, Op, Package, Defined);
}

template <typename Record> void fields(Record &R, ConditionalFinding &X) {
  auto &[File, Offset, Message, If, ChangesSignature, Declarations, Kernel] = X;
  R(File, Offset, Message, If, ChangesSignature, Declarations, Kernel);
}

template <typename Record> void fields(Record &R, RunFacts &X) {
  auto &[Ops, Findings, Remarks, Runs] = X;
  R(Ops, Findings, Remarks, Runs);
}

} // namespace aoti_tidy

#endif
