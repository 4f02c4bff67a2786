// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Fixes.h"
#include "checks/lib/finding/RangeIndex.h"
#include "driver/base/Errors.h"
#include "driver/base/FileReplacement.h"
#include "driver/base/HeldSignals.h"
#include "driver/base/WriteFile.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/StringMap.h"
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

/// Which files were not understood throughout, and where that is said.
class BrokenPlaces {
public:
  explicit BrokenPlaces(const BrokenCode &Broken) {
    for (const Finding &E : Broken.Errors)
      Places[E.Where.File].insert(E.Where.Offset);
    for (const std::string &File : Broken.Files)
      Places.try_emplace(File);
  }

  /// Code that the parser did not understand is not edited.
  bool forbids(const Finding &F, llvm::ArrayRef<Edit> Fix) const {
    const auto At = Places.find(F.Where.File);
    const bool ExplainsAnError =
        At != Places.end() && At->second.contains(F.Where.Offset);
    return !ExplainsAnError && llvm::any_of(Fix, [&](const Edit &Edit) {
      return Places.contains(Edit.File);
    });
  }

private:
  llvm::StringMap<llvm::DenseSet<unsigned>> Places; ///< by file
};

/// Whether only one of two edits of a file can be made: they share text, one is
/// inserted within the other's, or both at one place.
bool overlap(TextRange A, TextRange B) {
  return A.length() == 0 && B.length() == 0
             ? A.Begin == B.Begin
             : A.Begin < B.End && B.Begin < A.End;
}

/// The edits of a file that are taken, of which no two overlap.
struct FileEdits {
  std::map<std::pair<unsigned, unsigned>, std::string> Texts; ///< by range
  Language Lang = Language::Cxx;

  /// Whether another fix makes the same edit: both replace a text by the same, or
  /// add the same line: an import that both need, a comment for both.
  bool has(const Edit &E) const {
    const auto At = Texts.find({E.Where.Begin, E.Where.End});
    return At != Texts.end() && At->second == E.Replacement &&
           (E.Where.length() != 0 ||
            llvm::StringRef(E.Replacement).ends_with("\n") ||
            llvm::StringRef(E.Replacement).contains("NOLINT"));
  }
  bool conflictsWith(const Edit &E) const {
    auto At = Texts.lower_bound({E.Where.Begin, 0});
    if (At != Texts.begin())
      --At;
    for (; At != Texts.end() && At->first.first <= E.Where.End; ++At)
      if (overlap({At->first.first, At->first.second}, E.Where))
        return true;
    return false;
  }
};
using PerFile = std::map<std::string, FileEdits>;

/// All edits of a fix, or none.
bool addFix(PerFile &All, llvm::ArrayRef<Edit> Fix, Language Lang,
            const SourceTexts &Texts) {
  std::vector<const Edit *> Added;
  for (const Edit &E : Fix) {
    FileEdits &File = All[E.File];
    if (File.has(E))
      continue;
    if (E.Where.Begin <= E.Where.End &&
        E.Where.End <= Texts.linted(E.File)->size() && !File.conflictsWith(E)) {
      File.Texts[{E.Where.Begin, E.Where.End}] = E.Replacement;
      File.Lang = Lang;
      Added.push_back(&E);
      continue;
    }
    for (const Edit *Other : Added)
      All[Other->File].Texts.erase({Other->Where.Begin, Other->Where.End});
    std::erase_if(All, [](const auto &Of) { return Of.second.Texts.empty(); });
    return false;
  }
  return true;
}

/// Whether what an edit has left may have a comma too many, or be an empty
/// namespace: what stands on its two sides now.
bool mayLeaveStray(llvm::StringRef Text, unsigned Begin, unsigned End) {
  const llvm::StringRef Left = Text.slice(Begin, End).trim();
  if (!Left.empty() && !Left.starts_with(",") && !Left.ends_with(","))
    return false;
  const llvm::StringRef Before = Text.take_front(Begin).rtrim(),
                        After = Text.drop_front(End).ltrim();
  if (Before.empty() || After.empty())
    return true;
  if (Before.ends_with("{") && After.starts_with("}")) {
    const size_t Head = Before.drop_back().find_last_of(";{}");
    return Before.substr(Head == llvm::StringRef::npos ? 0 : Head)
        .contains("namespace");
  }
  return llvm::StringRef("(,{:;/").contains(Before.back()) &&
         llvm::StringRef(",){}/").contains(After.front());
}

/// The text with the edits made; C++ is tidied where they leave a stray comma,
/// as clang-tidy does. clang-format looks through all lines for each of the
/// ranges that it is given, so it is given those alone.
llvm::Expected<std::string> applyEdits(const std::string &File,
                                       llvm::StringRef Text,
                                       const FileEdits &Edits) {
  Replacements All;
  for (const auto &[Where, New] : Edits.Texts)
    if (auto E = All.add(
            Replacement(File, Where.first, Where.second - Where.first, New)))
      return std::move(E);
  auto After = clang::tooling::applyAllReplacements(Text, All);
  if (!After || Edits.Lang == Language::Python)
    return After;
  std::vector<clang::tooling::Range> Strays;
  long Shift = 0;
  for (const Replacement &R : All) {
    const unsigned Begin = R.getOffset() + Shift;
    const unsigned Length = R.getReplacementText().size();
    Shift += long(Length) - long(R.getLength());
    if (!mayLeaveStray(*After, Begin, Begin + Length))
      continue;
    // Places that are side by side now are one.
    if (!Strays.empty()) {
      clang::tooling::Range &Last = Strays.back();
      const unsigned EndOfLast = Last.getOffset() + Last.getLength();
      if (llvm::StringRef(*After).slice(EndOfLast, Begin).trim().empty()) {
        Last = {Last.getOffset(), Begin + Length - Last.getOffset()};
        continue;
      }
    }
    Strays.emplace_back(Begin, Length);
  }
  if (Strays.empty())
    return After;
  return clang::tooling::applyAllReplacements(
      *After,
      clang::format::cleanup(clang::format::getNoStyle(), *After, Strays));
}

clang::tooling::DiagnosticMessage toMessage(llvm::StringRef Text,
                                            const Location &Where,
                                            llvm::ArrayRef<Edit> Fix) {
  clang::tooling::DiagnosticMessage M(Text);
  M.FilePath = Where.File;
  M.FileOffset = Where.Offset;
  for (const Edit &E : Fix)
    llvm::consumeError(M.Fix[E.File].add(
        Replacement(E.File, E.Where.Begin, E.Where.length(), E.Replacement)));
  return M;
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

/// Finds which fixes are written together: those that share files, directly or
/// through others.
class Grouping {
public:
  void add(size_t Finding, llvm::ArrayRef<Edit> Fix) {
    for (const Edit &E : Fix)
      Files.unionSets(llvm::StringRef(Fix.front().File),
                      llvm::StringRef(E.File));
    Findings.emplace_back(Finding, Fix.front().File);
  }
  /// A finding in a file that others' fixes change.
  void add(size_t Finding, llvm::StringRef File) {
    Files.insert(File);
    Findings.emplace_back(Finding, File);
  }

  std::vector<FixPlan::Group> groups() const {
    std::map<llvm::StringRef, FixPlan::Group> ByLeader;
    for (const auto &[Finding, File] : Findings)
      ByLeader[Files.getLeaderValue(File)].Findings.push_back(Finding);
    std::vector<FixPlan::Group> Groups;
    for (auto &[Leader, G] : ByLeader) {
      for (llvm::StringRef File : Files.members(Leader))
        G.Files.insert(File.str());
      Groups.push_back(std::move(G));
    }
    return Groups;
  }

private:
  llvm::EquivalenceClasses<llvm::StringRef> Files; ///< of the findings' edits
  std::vector<std::pair<size_t, llvm::StringRef>> Findings;
};

/// Writes the files of a group, or none; then the sentence says why.
std::string writeGroup(const FixPlan::Group &Group, const FixPlan &Plan) {
  const HeldSignals Held;
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

bool isFixable(const Finding &F, bool Unsafe, const BrokenCode &Broken) {
  const llvm::ArrayRef<Edit> Fix = fixOf(F, Unsafe);
  return !Fix.empty() && !BrokenPlaces(Broken).forbids(F, Fix);
}

void FixPlan::drop(const Group &G) {
  for (const size_t I : G.Findings)
    Fixed[I] = false;
  Applied -= G.Findings.size();
}

void FixTally::add(const FixPlan &Plan) {
  Findings += Plan.Applied;
  for (const FixPlan::Group &G : Plan.Groups)
    if (llvm::any_of(G.Findings, [&](size_t I) { return Plan.Fixed[I]; }))
      Files.insert(G.Files.begin(), G.Files.end());
}

FixPlan planFixes(llvm::ArrayRef<Finding> Findings, bool Unsafe,
                  const BrokenCode &Broken, const SourceTexts &Texts,
                  const std::set<std::string> &LeftAlone) {
  FixPlan Plan;
  Plan.Fixed.resize(Findings.size());
  PerFile All;
  const BrokenPlaces Places(Broken);
  // A fix that rewrites several places belongs to the finding at one of them.
  llvm::StringMap<RangeIndex> Changes;
  const auto KeyOf = [](const Finding &F, llvm::StringRef File) {
    return F.Check + "\n" + File.str();
  };
  Grouping Groups;
  for (size_t I = 0; I < Findings.size(); ++I) {
    const llvm::ArrayRef<Edit> Fix = fixOf(Findings[I], Unsafe);
    if (Fix.empty() || Places.forbids(Findings[I], Fix))
      continue;
    auto Changed = changedFiles(Fix, Texts);
    if (!Changed.empty()) {
      Plan.Changed.merge(Changed);
    } else if (llvm::any_of(Fix, [&](const Edit &E) {
                 return LeftAlone.contains(E.File);
               })) {
      continue;
    } else if (addFix(All, Fix, Findings[I].Lang, Texts)) {
      for (const Edit &E : Fix)
        Changes[KeyOf(Findings[I], E.File)].add(E.Where);
      Groups.add(I, Fix);
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
    RangeIndex &Edits = Changes[KeyOf(Findings[I], Findings[I].Where.File)];
    if (llvm::any_of(Findings[I].Ranges,
                     [&](TextRange R) { return Edits.overlaps(R); })) {
      Groups.add(I, Findings[I].Where.File);
      Plan.Fixed[I] = true;
      ++Plan.Applied;
    }
  }
  Plan.Groups = Groups.groups();
  for (const auto &[File, Edits] : All) {
    const std::string Before = Texts.linted(File)->str();
    if (auto After = applyEdits(File, Before, Edits))
      Plan.Files[File] = {Before, std::move(*After), Edits.Lang};
    else
      llvm::consumeError(After.takeError());
  }
  return Plan;
}

std::string notFixed(llvm::StringRef File, llvm::StringRef Why) {
  return fmt::format("'{}' was not fixed: {}", File, Why);
}

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
    D.DiagLevel = F.Severity == Severity::Error
                      ? clang::tooling::Diagnostic::Error
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
  return writeFile(Path, Text, "--export-fixes ");
}

} // namespace aoti_tidy
