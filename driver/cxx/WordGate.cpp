// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/WordGate.h"
#include "driver/CheckList.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/IncludeGraph.h"
#include "driver/cxx/RepositoryOps.h"
#include "driver/python/WordSearch.h"
#include <map>
#include <set>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// What is searched for, a bit for each.
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
    Groups.push_back({"torch/", "ATen/", "c10/", "namespace at"});
    Search.emplace(
        std::vector<WordSearch::Group>(Groups.begin(), Groups.end()));
  }

  uint64_t find(StringRef Text) const { return Search->find(Text); }
  /// Whether what was \p Found can be a function on torch's tensors.
  bool mayTakeTensors(uint64_t Found) const {
    return (Found >> Ids.size() & 3) == 3;
  }
  bool namesTensors(uint64_t Found) const { return Found >> Ids.size() & 1; }

  /// The bits of some checks; nothing if one of them wants every file.
  std::optional<uint64_t> bitsOf(llvm::ArrayRef<std::string> Checks) const {
    uint64_t Bits = 0;
    for (const std::string &Id : Checks) {
      if (readsEmittedCode(Id))
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
constexpr StringRef CallChecks[] = {
#define AOTI_CXX_CALLS(ID) ID,
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
      Headers.clear();
      const uint64_t Found = Wanted ? wordsOf(File) : 0;
      if (!Wanted || Found & *Wanted) {
        Passed.push_back(File);
        if (Found & *Table.bitsOf(among(CallChecks, Enabled)))
          OfHosts.insert(Headers.begin(), Headers.end());
        continue;
      }
      if (!Table.mayTakeTensors(Found))
        continue;
      if (!among(KernelChecks, Enabled).empty())
        MayBeKernels.push_back(File);
      if (!among(CallChecks, Enabled).empty())
        HeadersOf[File] = Headers;
    }
    if (!MayBeKernels.empty())
      llvm::append_range(Passed, kernelsOf(Passed, MayBeKernels));
    // What hosts call, and who calls them: both sides include what declares it.
    for (const auto &[File, Included] : HeadersOf)
      if (llvm::any_of(Included, [&](const SourceFile *F) {
            return OfHosts.contains(F);
          }))
        Passed.push_back(File);
    llvm::sort(Passed);
    Passed.erase(llvm::unique(Passed), Passed.end());
    return Passed;
  }

private:
  static constexpr uint64_t Unclear = ~uint64_t(0);

  /// A bit for each check of which \p File, its flags or its headers have a
  /// word.
  uint64_t wordsOf(const std::string &File) {
    uint64_t Found = 0;
    const auto Configured = Provider->getOptions(File);
    for (const clang::tooling::CompileCommand &Command : Commands.of(File)) {
      std::vector<std::string> Args = Command.CommandLine;
      for (const auto *More :
           {&Configured.ExtraArgsBefore, &Configured.ExtraArgs})
        if (*More)
          llvm::append_range(Args, **More);
      // Paths are full of names; macros get into the text.
      for (size_t I = 0; I < Args.size(); ++I)
        if (StringRef(Args[I]).starts_with("-D"))
          Found |= Table.find(
              Args[I] == "-D" && I + 1 < Args.size() ? Args[I + 1] : Args[I]);
      Found |= walk(File, Args, Command.Directory, [&](const SourceFile &F) {
        const auto [It, IsNew] = Known.try_emplace(&F);
        if (IsNew) {
          It->second = isUtf16(F.text()) ? Unclear : Table.find(F.text());
          F.release();
        }
        if (Table.namesTensors(It->second))
          Headers.insert(&F);
        return It->second;
      });
    }
    return Found;
  }

  /// What \p Find finds in the file and its headers; all bits if they are not
  /// all known.
  uint64_t walk(const std::string &File, llvm::ArrayRef<std::string> Args,
                StringRef Directory,
                llvm::function_ref<uint64_t(const SourceFile &)> Find) {
    uint64_t Found = 0;
    const bool IsWhole =
        Includes.visit(File, Args, Directory, stdinOf(File),
                       [&](const SourceFile &F) { Found |= Find(F); });
    return IsWhole ? Found : Unclear;
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
    const RepositoryOps Ops =
        readRepositoryOps(Settings.Repository, Passed, Registering,
                          /*Defines=*/{}, Settings.Apart);
    // Where some registrations are not understood, any name may be in them.
    if (!Ops.IsWhole || !Ops.Unread.empty())
      return Files.vec();
    // Of a function that is called like a Meta kernel, and that nobody
    // registers, the user is told.
    std::vector<StringRef> Names = {"_meta", "meta_", "_Meta",     "Meta_",
                                    "_fake", "fake_", "_abstract", "abstract_"};
    for (const NamedKernel &K : Ops.Kernels)
      if (!K.IsDefinedHere)
        for (const StringRef Name : K.Names)
          Names.push_back(Name.rsplit("::").second.empty()
                              ? Name
                              : Name.rsplit("::").second);
    const WordSearch Search(WordSearch::Group{Names});
    std::vector<std::string> Kernels;
    llvm::copy_if(Files, std::back_inserter(Kernels), [&](const auto &File) {
      return llvm::any_of(Commands.of(File), [&](const auto &Command) {
        return walk(File, Command.CommandLine, Command.Directory,
                    [&](const SourceFile &F) { return Search.find(F.text()); });
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
  /// Those with tensors in them that are included: by the file that is looked
  /// at, by those that may have what runs a model, by the others.
  using FileSet = std::set<const SourceFile *>;
  FileSet Headers, OfHosts;
  std::map<std::string, FileSet> HeadersOf;
};

} // namespace

std::vector<std::string> filesWithWords(llvm::ArrayRef<std::string> Files,
                                        const CompileCommands &Commands,
                                        const Config &Cfg,
                                        const LintSettings &Settings) {
  return Gate(Commands, Cfg, Settings).run(Files);
}

} // namespace aoti_tidy
