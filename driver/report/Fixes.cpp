// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Fixes.h"
#include "driver/Errors.h"
#include "driver/report/FileReplacement.h"
#include "driver/report/WriteFile.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/DiagnosticsYaml.h"
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

/// What the parser did not understand is not edited.
bool isInBrokenCode(const Finding &F, llvm::ArrayRef<Edit> Fix,
                    const BrokenCode &Broken) {
  const bool ExplainsAnError =
      llvm::any_of(Broken.Errors, [&](const Finding &E) {
        return E.Where.File == F.Where.File && E.Where.Offset == F.Where.Offset;
      });
  return !ExplainsAnError && llvm::any_of(Fix, [&](const Edit &Edit) {
    return llvm::is_contained(Broken.Files, Edit.File) ||
           llvm::any_of(Broken.Errors, [&](const Finding &E) {
             return E.Where.File == Edit.File;
           });
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
            const SourceTexts &Texts) {
  PerFile Trial = All;
  for (const Edit &E : Fix) {
    if (E.Where.Begin > E.Where.End ||
        E.Where.End > Texts.linted(E.File)->size())
      return false;
    FileEdits &File = Trial[E.File];
    File.Lang = Lang;
    if (const auto Taken = All.find(E.File);
        Taken != All.end() && isThereAlready(Taken->second.All, E))
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

bool isFixable(const Finding &F, bool Unsafe, const BrokenCode &Broken) {
  const llvm::ArrayRef<Edit> Fix = fixOf(F, Unsafe);
  return !Fix.empty() && !isInBrokenCode(F, Fix, Broken);
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

/// The files of \p Fix whose text is not known to be what was linted.
std::set<std::string> changedFiles(llvm::ArrayRef<Edit> Fix,
                                   const SourceTexts &Texts) {
  std::set<std::string> Changed;
  for (const Edit &E : Fix)
    if (!Texts.linted(E.File))
      Changed.insert(E.File);
  return Changed;
}

/// Adds a finding that the edits of \p Fix fix, which may join groups.
void addToGroups(std::vector<FixPlan::Group> &Groups, size_t Finding,
                 llvm::ArrayRef<Edit> Fix) {
  FixPlan::Group New;
  New.Findings.push_back(Finding);
  for (const Edit &E : Fix)
    New.Files.insert(E.File);
  llvm::erase_if(Groups, [&](const FixPlan::Group &G) {
    if (llvm::none_of(G.Files, [&](const std::string &File) {
          return New.Files.contains(File);
        }))
      return false;
    New.Files.insert(G.Files.begin(), G.Files.end());
    llvm::append_range(New.Findings, G.Findings);
    return true;
  });
  Groups.push_back(std::move(New));
}

} // namespace

void FixPlan::drop(const Group &G) {
  for (const size_t I : G.Findings)
    Fixed[I] = false;
  Applied -= G.Findings.size();
}

FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool Unsafe,
                  const BrokenCode &Broken, const SourceTexts &Texts,
                  const std::set<std::string> &LeftAlone) {
  FixPlan Plan;
  Plan.Fixed.resize(Findings.size());
  PerFile All;
  const auto Take = [&](size_t I, llvm::ArrayRef<Edit> Fix) {
    Plan.Fixed[I] = true;
    ++Plan.Applied;
    addToGroups(Plan.Groups, I, Fix);
  };
  for (size_t I = 0; I < Findings.size(); ++I) {
    if (!isFixable(Findings[I], Unsafe, Broken))
      continue;
    const llvm::ArrayRef<Edit> Fix = fixOf(Findings[I], Unsafe);
    auto Changed = changedFiles(Fix, Texts);
    if (!Changed.empty())
      Plan.Changed.merge(Changed);
    else if (llvm::any_of(Fix, [&](const Edit &E) {
               return LeftAlone.contains(E.File);
             }))
      continue;
    else if (addFix(All, Fix, Findings[I].Lang, Texts))
      Take(I, Fix);
    else
      ++Plan.Conflicting;
  }
  for (size_t I = 0; I < Findings.size(); ++I) {
    if (Findings[I].Lang != Language::Python || Plan.Fixed[I] ||
        !fixOf(Findings[I], Unsafe).empty())
      continue;
    for (size_t Other = 0; Other < Findings.size(); ++Other) {
      const llvm::ArrayRef<Edit> Fix = fixOf(Findings[Other], Unsafe);
      if (Plan.Fixed[Other] && isFixedBy(Findings[Other], Fix, Findings[I])) {
        Take(I, Fix);
        break;
      }
    }
  }
  for (const auto &[File, Edits] : All) {
    const std::string Before = Texts.linted(File)->str();
    if (auto After = applyEdits(Before, Edits))
      Plan.Files[File] = {Before, std::move(*After), Edits.Lang};
    else
      llvm::consumeError(After.takeError());
  }
  return Plan;
}

std::string notFixed(llvm::StringRef File, llvm::StringRef Why) {
  return fmt::format("'{}' was not fixed: {}", File, Why);
}

namespace {

/// Writes the files of a group, or none; then the sentence says why.
std::string writeGroup(const FixPlan::Group &Group, const FixPlan &Plan) {
  std::vector<FileReplacement> Replacements;
  for (const std::string &Name : Group.Files) {
    const auto It = Plan.Files.find(Name);
    if (It == Plan.Files.end())
      return notFixed(Name, "its fixes do not fit together");
    auto R =
        FileReplacement::prepare(Name, It->second.Before, It->second.After);
    if (!R)
      return notFixed(Name, llvm::toString(R.takeError()));
    Replacements.push_back(std::move(*R));
  }
  for (auto [Name, R] : llvm::zip_equal(Group.Files, Replacements))
    if (auto E = R.commit()) {
      for (FileReplacement &Written : Replacements)
        Written.revert();
      return notFixed(Name, llvm::toString(std::move(E)));
    }
  return "";
}

} // namespace

llvm::Expected<std::vector<std::string>> writeFixes(FixPlan &Plan) {
  // All or none, as far as that can be known before.
  for (const auto &[File, Texts] : Plan.Files)
    if (std::error_code EC = isWritable(File))
      return usageError("cannot write the fixed '{}': {}; no file was changed",
                        File, EC.message());
  std::vector<std::string> LeftAlone;
  for (const FixPlan::Group &Group : Plan.Groups) {
    std::string Why = writeGroup(Group, Plan);
    if (Why.empty())
      continue;
    LeftAlone.push_back(std::move(Why));
    Plan.drop(Group);
  }
  return LeftAlone;
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
