// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_PYTHONFINDINGS_H
#define AOTI_TIDY_TEST_UNIT_PYTHONFINDINGS_H

#include "checks/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

namespace aoti_tidy::python {

/// What the check \p Id finds.
inline std::vector<Finding> findingsOf(llvm::StringRef Id, const File &F) {
  return llvm::find_if(checks(), [&](const Check &C) { return C.Id == Id; })
      ->Run(F);
}
inline std::vector<Finding> debugFlag(const File &F) {
  return findingsOf("aoti-debug-flag", F);
}
inline std::vector<Finding> deprecatedApi(const File &F) {
  return findingsOf("aoti-deprecated-api", F);
}
inline std::vector<Finding> deviceMismatch(const File &F) {
  return findingsOf("aoti-device-mismatch", F);
}
inline std::vector<Finding> inputContract(const File &F) {
  return findingsOf("aoti-input-contract", F);
}
inline std::vector<Finding> loaderArguments(const File &F) {
  return findingsOf("aoti-loader-arguments", F);
}
inline std::vector<Finding> rawRunner(const File &F) {
  return findingsOf("aoti-raw-runner", F);
}
inline std::vector<Finding> symIntMeta(const File &F) {
  return findingsOf("aoti-symint-meta", F);
}

/// "line:column", from 1, of a byte of \p Text.
inline std::string placeText(llvm::StringRef Text, unsigned Offset) {
  const llvm::StringRef Before = Text.take_front(Offset);
  const size_t Newline = Before.rfind('\n');
  const size_t Column =
      Newline == llvm::StringRef::npos ? Offset : Offset - Newline - 1;
  return llvm::utostr(Before.count('\n') + 1) + ":" + llvm::utostr(Column + 1);
}

/// What \p Run says of \p Text, a line each: "2:5: message", and below it its
/// notes: "  2:5: note". Ranges that are none are said, too.
inline std::string findingsIn(std::vector<Finding> (*Run)(const File &),
                              llvm::StringRef Text, const Settings &With = {}) {
  const auto F = File::create("test.py", Text, With);
  if (!F)
    return "not parsed";
  std::string Result;
  const auto Add = [&](llvm::StringRef Indent, TextRange Where,
                       llvm::StringRef Message) {
    if (Where.Begin > Where.End || Where.End > Text.size())
      Result += "(range outside of the text) ";
    Result +=
        (Indent + placeText(Text, Where.Begin) + ": " + Message + "\n").str();
  };
  for (const Finding &Found : Run(*F)) {
    Add("", Found.range(), Found.Message);
    for (const Note &N : Found.Notes)
      Add("  ", N.range(), N.Message);
  }
  return Result;
}

/// \p Text after \p Edits, which must not overlap.
inline std::string edited(llvm::StringRef Text, std::vector<Edit> Edits) {
  llvm::sort(Edits, [](const Edit &A, const Edit &B) {
    return std::tie(A.Where.Begin, A.Where.End, A.Replacement) <
           std::tie(B.Where.Begin, B.Where.End, B.Replacement);
  });
  std::string Result;
  unsigned Done = 0;
  for (const Edit &E : Edits) {
    if (E.Where.Begin < Done || E.Where.End < E.Where.Begin ||
        E.Where.End > Text.size())
      return "(edits overlap)";
    Result += Text.slice(Done, E.Where.Begin).str() + E.Replacement;
    Done = E.Where.End;
  }
  return Result + Text.substr(Done).str();
}

/// \p Text after all the safe fixes of \p Run; with \p Unsafe, the first fix of
/// a note, too, where a finding has no safe one.
inline std::string fixed(std::vector<Finding> (*Run)(const File &),
                         llvm::StringRef Text, const Settings &With = {},
                         bool Unsafe = false) {
  const auto F = File::create("test.py", Text, With);
  if (!F)
    return "not parsed";
  std::vector<Edit> Edits;
  for (const Finding &Found : Run(*F)) {
    if (!Found.Fix.empty()) {
      llvm::append_range(Edits, Found.Fix);
      continue;
    }
    if (!Unsafe)
      continue;
    const auto WithFix = llvm::find_if(
        Found.Notes, [](const Note &N) { return !N.Fix.empty(); });
    if (WithFix != Found.Notes.end())
      llvm::append_range(Edits, WithFix->Fix);
  }
  return edited(Text, std::move(Edits));
}

} // namespace aoti_tidy::python

#endif
