// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/WordGate.h"
#include "driver/base/CheckList.h"
#include "driver/base/WordSearch.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/IncludeGraph.h"
#include "driver/cxx/OperatorJoin.h"
#include "driver/cxx/RepositoryOps.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// The words that are searched for, a bit for each.
class Words {
public:
  Words() {
    std::map<StringRef, std::vector<StringRef>> Words;
    const std::pair<StringRef, StringRef> Table[] = {
#define AOTI_CXX_WORD(ID, WORD) {ID, WORD},
#include "checks/CxxWords.def"
    };
    for (const auto &[Id, Word] : Table)
      Words[Id].push_back(Word);
    for (auto &[Id, Group] : Words) {
      Ids.push_back(Id);
      Groups.push_back(std::move(Group));
    }
    Groups.push_back({"Tensor"});
    Groups.push_back({"torch/", "ATen/", "c10/", "namespace at",
                      "namespace torch", "namespace c10"});
    Search.emplace(
        std::vector<WordSearch::Group>(Groups.begin(), Groups.end()));
  }

  uint64_t find(StringRef Text) const { return Search->find(Text); }
  /// Whether what was \p Found can be a function on torch's tensors.
  bool mayTakeTensors(uint64_t Found) const {
    return (Found >> Ids.size() & 3) == 3;
  }

  /// The bits of some checks; nothing if one of them wants every file.
  std::optional<uint64_t> bitsOf(llvm::ArrayRef<std::string> Checks) const {
    uint64_t Bits = 0;
    for (const std::string &Id : Checks) {
      if (!readsCxx(Id))
        continue;
      const auto It = llvm::find(Ids, Id);
      if (It == Ids.end())
        return std::nullopt;
      Bits |= uint64_t(1) << (It - Ids.begin());
    }
    return Bits;
  }

private:
  std::vector<StringRef> Ids;
  std::vector<std::vector<StringRef>> Groups;
  std::optional<WordSearch> Search;
};

constexpr StringRef KernelChecks[] = {
#define AOTI_CXX_KERNELS(ID) ID,
#include "checks/CxxWords.def"
};

/// Those of \p Some that are in \p Checks.
std::vector<std::string> among(llvm::ArrayRef<StringRef> Some,
                               llvm::ArrayRef<std::string> Checks) {
  std::vector<std::string> Result;
  for (const StringRef Id : Some)
    if (llvm::is_contained(Checks, Id))
      Result.push_back(Id.str());
  return Result;
}

/// Whether a text has words at all that can be searched for.
bool isUtf16(StringRef Text) {
  return Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff");
}

/// Whether a text has 'f_meta(', the name of a function like a Meta kernel's.
bool namesLikeMeta(StringRef Text) {
  const auto IsNameChar = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!Text.empty()) {
    const StringRef Name = Text.take_while(IsNameChar);
    Text = Text.drop_front(std::max<size_t>(Name.size(), 1));
    if (!Name.empty() && Text.ltrim().starts_with("(") && soundsLikeMeta(Name))
      return true;
  }
  return false;
}

class Gate {
public:
  Gate(const CompileCommands &Commands, const Config &Cfg,
       const LintSettings &Settings)
      : Commands(Commands), Settings(Settings), Provider(Cfg.makeProvider()),
        Includes(Settings.Repository) {}

  std::vector<std::string> run(llvm::ArrayRef<std::string> Files) {
    std::vector<std::string> Passed, MayBeKernels;
    for (const std::string &File : Files) {
      const auto Enabled = enabledChecks(*Provider, File);
      const auto Wanted = Table.bitsOf(Enabled);
      Unit Read;
      const uint64_t Found = Wanted ? wordsOf(File, Read) : 0;
      if (!Wanted || Found & *Wanted) {
        Passed.push_back(File);
        continue;
      }
      if (Table.mayTakeTensors(Found) && !among(KernelChecks, Enabled).empty())
        MayBeKernels.push_back(File);
    }
    if (!MayBeKernels.empty())
      llvm::append_range(Passed, kernelsOf(Passed, MayBeKernels));
    llvm::sort(Passed);
    Passed.erase(llvm::unique(Passed), Passed.end());
    return Passed;
  }

private:
  static constexpr uint64_t Unclear = ~uint64_t(0);

  /// A file with what it includes of its project.
  struct Unit {
    std::vector<const SourceFile *> Files;
    std::vector<std::string> Macros; ///< by flags
    bool IsWhole = true;
  };

  /// A bit for each check of which \p File, its flags or its headers have a
  /// word; all bits if they are not all known.
  uint64_t wordsOf(const std::string &File, Unit &Read) {
    uint64_t Found = 0;
    walk(File, Read);
    // Paths are full of names; macros get into the text.
    for (const std::string &Macro : Read.Macros)
      Found |= Table.find(Macro);
    for (const SourceFile *F : Read.Files) {
      const auto [It, IsNew] = Known.try_emplace(F);
      if (IsNew) {
        It->second = isUtf16(F->text()) ? Unclear : Table.find(F->text());
        F->release();
      }
      Found |= It->second;
    }
    return Read.IsWhole ? Found : Unclear;
  }

  /// Adds \p File to \p Read, as it is compiled.
  void walk(const std::string &File, Unit &Read) {
    const auto Configured = Provider->getOptions(File);
    LeftOutFlags LeftOut; // told where the file is parsed
    for (const clang::tooling::CompileCommand &Command : Commands.of(File)) {
      auto Args = Commands.flagsOf(Command);
      // The parser sees the flags without those that are taken out.
      Read.IsWhole &=
          Args && (!Configured.RemovedArgs || Configured.RemovedArgs->empty());
      if (!Args)
        continue;
      for (const auto *More :
           {&Configured.ExtraArgsBefore, &Configured.ExtraArgs})
        if (*More)
          llvm::append_range(*Args, fitForClang(**More, LeftOut));
      const SourceFlags Flags = sourceFlags(*Args);
      llvm::append_range(Read.Macros, Flags.Macros);
      Read.IsWhole &= Includes.visit(
          File, Flags, Command.Directory, stdinOf(File),
          [&](const SourceFile &F) { Read.Files.push_back(&F); });
    }
  }

  std::optional<StringRef> stdinOf(const std::string &File) const {
    if (Settings.Stdin && Settings.Stdin->first == File)
      return StringRef(Settings.Stdin->second);
    return std::nullopt;
  }

  /// Those of \p Files that have the name of a function that another file
  /// registers: one of the repository, or of those that \p Passed; or a name
  /// like a Meta kernel's.
  std::vector<std::string> kernelsOf(llvm::ArrayRef<std::string> Passed,
                                     llvm::ArrayRef<std::string> Files) {
    std::vector<SourceText> Registering;
    for (const std::string &File : Passed)
      if (const auto Text = Includes.textOf(File, stdinOf(File)))
        Registering.push_back({File, Text->str()});
    const RepositoryOps Ops = readRepositoryOps(Settings.Repository, Passed,
                                                Registering, Settings.Apart);
    // Where some registrations are not understood, any name may be in them.
    if (!Ops.IsWhole || !Ops.Unread.empty())
      return Files.vec();
    std::vector<StringRef> Names;
    for (const NamedKernel &K : Ops.Kernels)
      if (!K.IsDefinedHere)
        for (const StringRef Name : K.Names)
          Names.push_back(Name.rsplit("::").second.empty()
                              ? Name
                              : Name.rsplit("::").second);
    // The user is told of a function that is called like a Meta kernel and that
    // nobody registers.
    const WordSearch Search(
        {WordSearch::Group{Names}, {"meta", "Meta", "fake", "abstract"}});
    std::vector<std::string> Kernels;
    llvm::copy_if(Files, std::back_inserter(Kernels), [&](const auto &File) {
      Unit Read;
      walk(File, Read);
      const auto HasName = [&](StringRef Text) {
        const uint64_t Found = Search.find(Text);
        return Found & 1 || (Found & 2 && namesLikeMeta(Text));
      };
      return !Read.IsWhole || llvm::any_of(Read.Macros, HasName) ||
             llvm::any_of(Read.Files, [&](const SourceFile *F) {
               const bool Has = HasName(F->text());
               F->release();
               return Has;
             });
    });
    return Kernels;
  }

  const CompileCommands &Commands;
  const LintSettings &Settings;
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  const Words Table;
  IncludeGraph Includes;
  llvm::DenseMap<const SourceFile *, uint64_t> Known;
};

} // namespace

std::vector<std::string> filesWithWords(llvm::ArrayRef<std::string> Files,
                                        const CompileCommands &Commands,
                                        const Config &Cfg,
                                        const LintSettings &Settings) {
  return Gate(Commands, Cfg, Settings).run(Files);
}

} // namespace aoti_tidy
