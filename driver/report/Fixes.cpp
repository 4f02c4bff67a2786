// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Fixes.h"
#include "driver/Errors.h"
#include "driver/report/WriteFile.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"

using clang::tooling::Replacement;
using clang::tooling::Replacements;

namespace aoti_tidy {
namespace {

/// The fix of a finding: its own, else the first that a note offers.
llvm::ArrayRef<Edit> fixOf(const Finding &F, bool Unsafe) {
  if (!F.Fix.empty() || !Unsafe)
    return F.Fix;
  for (const Note &N : F.Notes)
    if (!N.Fix.empty())
      return N.Fix;
  return {};
}

/// What the compiler did not understand is not edited.
bool isInBrokenCode(const Finding &F, llvm::ArrayRef<Edit> Fix,
                    llvm::ArrayRef<Finding> Errors) {
  const bool ExplainsAnError = llvm::any_of(Errors, [&](const Finding &E) {
    return E.Where.File == F.Where.File && E.Where.Offset == F.Where.Offset;
  });
  return !ExplainsAnError && llvm::any_of(Fix, [&](const Edit &Edit) {
    return llvm::any_of(
        Errors, [&](const Finding &E) { return E.Where.File == Edit.File; });
  });
}

Replacement toReplacement(const Edit &E) {
  return Replacement(E.File, E.Where.Begin, E.Where.length(), E.Replacement);
}

struct FileEdits {
  Replacements All;
  Language Lang = Language::Cxx;
};
using PerFile = std::map<std::string, FileEdits>;

/// Whether another fix has added the same line at the same place: an import
/// that both need.
bool isThereAlready(const Replacements &All, const Edit &E) {
  return E.Where.length() == 0 &&
         llvm::StringRef(E.Replacement).ends_with("\n") &&
         llvm::any_of(All, [&](const Replacement &R) {
           return R.getOffset() == E.Where.Begin && R.getLength() == 0 &&
                  R.getReplacementText() == E.Replacement;
         });
}

/// All edits of a fix, or none.
bool addFix(PerFile &All, llvm::ArrayRef<Edit> Fix, Language Lang,
            SourceTexts &Texts) {
  PerFile Trial = All;
  for (const Edit &E : Fix) {
    // Somebody has shortened the file since it was parsed.
    if (E.Where.Begin > E.Where.End || E.Where.End > Texts.of(E.File).size())
      return false;
    FileEdits &File = Trial[E.File];
    File.Lang = Lang;
    if (isThereAlready(All[E.File].All, E))
      continue;
    if (auto Conflict = File.All.add(toReplacement(E))) {
      llvm::consumeError(std::move(Conflict));
      return false;
    }
  }
  All = std::move(Trial);
  return true;
}

/// The text with the edits made; C++ is tidied where they leave a stray comma,
/// as clang-tidy does.
llvm::Expected<std::string> applyEdits(llvm::StringRef Text,
                                       const FileEdits &Edits) {
  const Replacements &R = Edits.All;
  if (Edits.Lang == Language::Python)
    return clang::tooling::applyAllReplacements(Text, R);
  auto Clean = clang::format::cleanupAroundReplacements(
      Text, R, clang::format::getNoStyle());
  if (!Clean)
    return Clean.takeError();
  return clang::tooling::applyAllReplacements(Text, *Clean);
}

clang::tooling::DiagnosticMessage toMessage(llvm::StringRef Text,
                                            const Location &Where,
                                            llvm::ArrayRef<Edit> Fix) {
  clang::tooling::DiagnosticMessage M(Text);
  M.FilePath = Where.File;
  M.FileOffset = Where.Offset;
  for (const Edit &E : Fix)
    llvm::consumeError(M.Fix[E.File].add(toReplacement(E)));
  return M;
}

} // namespace

bool isFixable(const Finding &F, bool Unsafe, llvm::ArrayRef<Finding> Errors) {
  const llvm::ArrayRef<Edit> Fix = fixOf(F, Unsafe);
  return !Fix.empty() && !isInBrokenCode(F, Fix, Errors);
}

namespace {

/// Whether the edits of \p Other change what \p F is about: a fix that rewrites
/// several places belongs to the finding at one of them.
bool isFixedBy(const Finding &Other, llvm::ArrayRef<Edit> Edits,
               const Finding &F) {
  return Other.Check == F.Check && llvm::any_of(Edits, [&](const Edit &E) {
           return E.File == F.Where.File &&
                  llvm::any_of(F.Ranges, [&](TextRange R) {
                    return E.Where.overlaps(R);
                  });
         });
}

} // namespace

FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool Unsafe,
                  llvm::ArrayRef<Finding> Errors, SourceTexts &Texts) {
  FixPlan Plan;
  Plan.Fixed.resize(Findings.size());
  PerFile All;
  for (size_t I = 0; I < Findings.size(); ++I) {
    if (!isFixable(Findings[I], Unsafe, Errors))
      continue;
    if (addFix(All, fixOf(Findings[I], Unsafe), Findings[I].Lang, Texts)) {
      Plan.Fixed[I] = true;
      ++Plan.Applied;
    } else {
      ++Plan.Conflicting;
    }
  }
  for (size_t I = 0; I < Findings.size(); ++I) {
    if (Findings[I].Lang != Language::Python || Plan.Fixed[I] ||
        !fixOf(Findings[I], Unsafe).empty())
      continue;
    for (size_t Other = 0; Other < Findings.size(); ++Other)
      if (Plan.Fixed[Other] &&
          isFixedBy(Findings[Other], fixOf(Findings[Other], Unsafe),
                    Findings[I])) {
        Plan.Fixed[I] = true;
        ++Plan.Applied;
        break;
      }
  }
  for (const auto &Entry : All) {
    const std::string &File = Entry.first;
    const std::string Before = Texts.of(File).str();
    if (auto After = applyEdits(Before, Entry.second))
      Plan.Files[File] = {Before, std::move(*After)};
    else
      llvm::consumeError(After.takeError());
  }
  return Plan;
}

llvm::Error writeFixes(const FixPlan &Plan) {
  // All or none, as far as that can be known before.
  for (const auto &[File, Texts] : Plan.Files)
    if (std::error_code EC = isWritable(File))
      return usageError("cannot write the fixed '{}': {}; no file was changed",
                        File, EC.message());
  // What is written over must be what was linted.
  for (const auto &[File, Texts] : Plan.Files) {
    const auto Now = llvm::MemoryBuffer::getFile(File);
    if (!Now || (*Now)->getBuffer() != Texts.Before)
      return usageError("'{}' has changed since it was linted; no file was "
                        "changed, run again",
                        File);
  }
  for (const auto &[File, Texts] : Plan.Files)
    if (auto E = writeFile(File, Texts.After))
      return usageError("cannot write the fixed '{}': {}", File,
                        llvm::toString(std::move(E)));
  return llvm::Error::success();
}

llvm::Error exportFixes(llvm::StringRef Path, llvm::ArrayRef<Finding> Findings,
                        bool Unsafe) {
  clang::tooling::TranslationUnitDiagnostics Unit;
  for (const Finding &F : Findings) {
    if (Unit.MainSourceFile.empty())
      Unit.MainSourceFile = F.Where.File;
    clang::tooling::Diagnostic D;
    D.DiagnosticName = F.Check;
    D.DiagLevel = F.IsError ? clang::tooling::Diagnostic::Error
                            : clang::tooling::Diagnostic::Warning;
    D.Message = toMessage(F.Message, F.Where, fixOf(F, Unsafe));
    for (const Note &N : F.Notes)
      D.Notes.push_back(toMessage(N.Message, N.Where, {}));
    Unit.Diagnostics.push_back(std::move(D));
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::yaml::Output Yaml(OS);
  Yaml << Unit;
  if (auto E = writeFile(Path, Text))
    return usageError("cannot write --export-fixes '{}': {}", Path,
                      llvm::toString(std::move(E)));
  return llvm::Error::success();
}

} // namespace aoti_tidy
