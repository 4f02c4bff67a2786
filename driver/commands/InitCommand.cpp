// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/ProjectConfig.h"
#include "driver/base/TorchPin.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/Commands.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

/// What a configuration can begin with.
struct Found {
  std::set<std::string> Packages, Foreign; ///< relative to the folder
  bool HasNotebooks = false;
};

Found lookAround(const std::string &Folder) {
  // Where other people's sources lie in a repository.
  static const std::set<llvm::StringRef> ForeignNames = {
      "3rdparty",    "external",   "extern", "submodules",
      "third_party", "thirdparty", "vendor"};
  Found F;
  std::error_code EC;
  for (fs::recursive_directory_iterator
           It(Folder, EC, /*follow_symlinks=*/false),
       End;
       !EC && It != End; It.increment(EC)) {
    const std::string Path = It->path(), Shown = displayPath(Path, Folder);
    const bool IsFolder = It->type() == fs::file_type::directory_file;
    const bool IsForeign =
        IsFolder && ForeignNames.contains(path::filename(Path));
    if (IsForeign)
      F.Foreign.insert(Shown);
    if (IsForeign ||
        (IsFolder && (holdsNoSources(Path) || reasonToLeaveOut(Path))))
      It.no_push();
    else if (path::extension(Path) == ".pt2")
      F.Packages.insert(Shown);
    else if (isNotebookFile(Path))
      F.HasNotebooks = true;
  }
  return F;
}

/// ["a", "b"]
std::string list(const std::set<std::string> &Items) {
  std::vector<std::string> Quoted;
  for (const std::string &Item : Items) {
    std::string Text;
    for (const char C : Item)
      Text += (C == '"' || C == '\\' ? "\\" : "") + std::string(1, C);
    Quoted.push_back('"' + Text + '"');
  }
  return fmt::format("[{}]", fmt::join(Quoted, ", "));
}

std::string configurationOf(const std::string &Folder, bool HasHeading) {
  const Found F = lookAround(Folder);
  std::string Text =
      HasHeading ? "\n[tool.aoti-tidy]\n" : "# Configuration of aoti-tidy\n";
  const auto Add = [&](llvm::StringRef Comment, bool IsOn,
                       const std::string &Setting) {
    Text += fmt::format("# {}\n{}{}\n", Comment, IsOn ? "" : "# ", Setting);
  };
  Add("Globs, added to the stable checks; '-' takes away. 'aoti-tidy rule' "
      "lists all.",
      false, "checks = [\"aoti-missing-meta\", \"-aoti-debug-flag\"]");
  Add("Files and folders that a run over a folder leaves out.",
      !F.Foreign.empty(),
      "exclude = " + list(F.Foreign.empty() ? std::set<std::string>{"gen/*.cpp"}
                                            : F.Foreign));
  // A package that cannot be read would end every run.
  const bool IsOnly = F.Packages.size() == 1;
  const bool IsReadable = IsOnly && [&] {
    auto Contract = readWholeContract(Folder + "/" + *F.Packages.begin(),
                                      *plainFiles(AnySize));
    const bool Read = !!Contract;
    llvm::consumeError(Contract.takeError());
    return Read;
  }();
  Add(IsOnly || F.Packages.empty()
          ? "The package of all loaders whose path is not a constant; or "
            "a table: {\"src/rank/*.cpp\" = \"ranker.pt2\"}."
          : "Which loaders load which package, where the path is not a "
            "constant: {\"src/rank/*.cpp\" = \"ranker.pt2\"}.",
      IsReadable,
      "packages = " + list(F.Packages.empty()
                               ? std::set<std::string>{"models/ranker.pt2"}
                               : F.Packages));
  const auto Pin = findTorchPin({Folder});
  Add(Pin ? fmt::format("The torch to check against; {} has {}, which counts "
                        "without this.",
                        displayPath(Pin->File, Folder), Pin->Text)
          : "The torch to check against (default: the one that is installed).",
      false,
      fmt::format("torch-version = \"{}\"", Pin ? Pin->Version.str() : "2.13"));
  Add("Lint these only; without \"cxx\" no torch is needed.", false,
      "languages = [\"python\", \"package\"]");
  Add("Notebooks in folders, too.", F.HasNotebooks, "include-notebooks = true");
  Add("error, warning or info; --fail-on says which fail a run.", false,
      "severity = {\"aoti-deprecated-api\" = \"info\"}");
  return Text;
}

} // namespace

llvm::Error runInit(const Options &O, llvm::raw_ostream &OS) {
  if (O.Positional.size() > 1)
    return usageError("'init' takes one folder");
  const std::string Folder =
      absolutePath(O.Positional.empty() ? "." : O.Positional.front());
  if (!fs::is_directory(Folder))
    return usageError("'{}' is no folder", Folder);
  const std::string Project = Folder + "/pyproject.toml";
  const std::string Own = Folder + "/aoti-tidy.toml";
  const bool HasProject = fs::exists(Project);
  std::string Before;
  if (HasProject) {
    const auto Text = readPlainFile(Project, MaxConfigSize);
    if (!Text)
      return usageError("{} cannot be read: {}", Project,
                        Text.getError().message());
    Before = (*Text)->getBuffer();
    auto Config = parseProjectConfig("# aoti-tidy\n" + Before, Project);
    if (!Config)
      return Config.takeError();
    if (*Config)
      return usageError("{} has [tool.aoti-tidy] already", Project);
  }
  if (fs::exists(Own) || fs::is_symlink_file(Own))
    return usageError("{} is there already", Own);
  if (!Before.empty() && Before.back() != '\n')
    Before += '\n';
  const std::string Added = configurationOf(Folder, HasProject);
  const std::string &Into = HasProject ? Project : Own;
  // What it makes of the file must be understood.
  auto Made = parseProjectConfig(Before + Added, Into);
  if (!Made)
    return Made.takeError();
  if (O.DryRun) {
    PrintableStream(OS) << Added;
    return llvm::Error::success();
  }
  if (auto E = writeFile(Into, Before + Added))
    return E;
  say(fmt::format(
      "{} '{}'; 'aoti-tidy --show-config FILE' says what applies to a file",
      HasProject ? "added [tool.aoti-tidy] to" : "wrote",
      displayPath(Into, workingDirectory())));
  return llvm::Error::success();
}

} // namespace aoti_tidy
