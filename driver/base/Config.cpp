// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Config.h"
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/package/GivenPackages.h"
#include "checks/lib/package/Json.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "driver/base/Diff.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/ProjectConfig.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/YAMLParser.h"

using clang::tidy::ClangTidyOptions;
using clang::tidy::ClangTidyOptionsProvider;

namespace aoti_tidy {
namespace {

bool namesOurChecks(llvm::StringRef Glob) {
  Glob.consume_front("-");
  return Glob.trim().starts_with("aoti-");
}

/// The spelling of ours that \p Text was meant to be; empty if it is another
/// tool's: clang-tidy's globs tell capitals apart.
std::string meantSpelling(llvm::StringRef Text) {
  std::string Normal = Text.lower();
  llvm::replace(Normal, '_', '-');
  if (llvm::StringRef(Normal).starts_with("aoti-"))
    return Normal;
  constexpr unsigned MaxDistance = 2;
  for (const CheckInfo &C : allChecks())
    if (llvm::StringRef(C.Id).edit_distance(Normal, true, MaxDistance) <=
        MaxDistance)
      return C.Id.str();
  return "";
}

/// Fails on a glob that looks like ours and would be passed over as another
/// tool's.
llvm::Error verifySpelling(llvm::StringRef Globs, llvm::StringRef Where) {
  llvm::SmallVector<llvm::StringRef> Items;
  llvm::SplitString(Globs, Items, ",\n");
  for (llvm::StringRef Item : Items) {
    Item = Item.trim();
    Item.consume_front("-");
    if (Item.empty() || namesOurChecks(Item))
      continue;
    if (const std::string Meant = meantSpelling(Item); !Meant.empty())
      return usageError("{}: no check matches '{}'; did you mean '{}'?", Where,
                        Item, Meant);
  }
  return llvm::Error::success();
}

/// Fails if a regular expression does not parse: to clang-tidy it matches
/// nothing, and what it should let through is hidden.
llvm::Error verifyRegex(const std::optional<std::string> &Regex,
                        llvm::StringRef Where) {
  std::string Problem;
  // clang-tidy dumps what is not set as an empty one.
  if (!Regex || Regex->empty() || llvm::Regex(*Regex).isValid(Problem))
    return llvm::Error::success();
  return usageError("{} is '{}', which is not a regular expression: {}", Where,
                    *Regex, Problem);
}

/// The globs of a .clang-tidy file that are ours.
std::string ourGlobs(llvm::StringRef Globs) {
  llvm::SmallVector<llvm::StringRef> Items, Ours;
  llvm::SplitString(Globs, Items, ",\n");
  for (llvm::StringRef Item : Items)
    if (namesOurChecks(Item.trim()))
      Ours.push_back(Item.trim());
  return llvm::join(Ours, ",");
}

/// 'aoti-loader-arguments.Foo' must be an option that the check has.
llvm::Error verifyOptionNames(const ClangTidyOptions &Options,
                              llvm::StringRef Where) {
  static const llvm::StringSet<> Known =
      clang::tidy::getAllChecksAndOptions(false, false).Options;
  for (llvm::StringRef Key : Options.CheckOptions.keys()) {
    const auto [Check, Name] = Key.split('.');
    if (Name.empty())
      for (const llvm::StringRef Global :
           {"TorchVersion", "Packages", "PackageSuppressions"})
        if (Key != Global && Key.edit_distance_insensitive(Global) <= 2)
          return usageError("{}: there is no option '{}'; did you mean '{}'?",
                            Where, Key, Global);
    if (!Key.starts_with("aoti-")) {
      if (auto E = verifySpelling(Check, Where))
        return E;
      continue;
    }
    if (Known.contains(Key))
      continue;
    if (!findCheck(Check))
      return verifyGlobs(Check, Where);
    return usageError("{}: check '{}' has no option '{}'; 'aoti-tidy rule {}' "
                      "lists its options",
                      Where, Check, Name, Check);
  }
  return llvm::Error::success();
}

llvm::Expected<ClangTidyOptions> parseYaml(llvm::MemoryBufferRef Yaml,
                                           llvm::StringRef Where) {
  if (isYamlNestedDeeply(Yaml.getBuffer()))
    return usageError("'{}' is nested too deeply; fix it, or lint without "
                      ".clang-tidy files by --config='{{}}'",
                      Where);
  std::string Problem;
  auto Options = clang::tidy::parseConfigurationWithDiags(
      Yaml, [&](const llvm::SMDiagnostic &D) {
        if (Problem.empty())
          Problem = fmt::format("{} (line {})", D.getMessage(), D.getLineNo());
      });
  if (!Options)
    return usageError(
        "{} is not a valid clang-tidy configuration: {}; fix "
        "it, or lint without .clang-tidy files by --config='{{}}'",
        Where, Problem.empty() ? Options.getError().message() : Problem);
  return std::move(*Options);
}

/// Takes of \p Options what is ours, and fails on what clang-tidy would pass
/// over without a word.
///
/// \param LeftOut If not null, a filter of headers that is no regular expression
/// to LLVM is left out, and said here. Other tools have other regular
/// expressions, and clang-tidy goes on.
llvm::Expected<ClangTidyOptions>
verified(ClangTidyOptions Options, llvm::StringRef Where,
         std::vector<std::string> *LeftOut = nullptr) {
  for (const auto &[Key, Regex] :
       {std::pair("HeaderFilterRegex", &Options.HeaderFilterRegex),
        std::pair("ExcludeHeaderFilterRegex",
                  &Options.ExcludeHeaderFilterRegex)})
    if (auto E = verifyRegex(*Regex, fmt::format("{}: {}", Where, Key))) {
      if (!LeftOut)
        return std::move(E);
      LeftOut->push_back(llvm::toString(std::move(E)) + "; it is left out");
      Regex->reset();
    }
  if (Options.WarningsAsErrors)
    if (auto E = verifyGlobs(ourGlobs(*Options.WarningsAsErrors),
                             fmt::format("{}: WarningsAsErrors", Where)))
      return std::move(E);
  if (Options.Checks) {
    if (auto E = verifySpelling(*Options.Checks, Where))
      return std::move(E);
    Options.Checks = ourGlobs(*Options.Checks);
    if (auto E = verifyGlobs(*Options.Checks, Where))
      return std::move(E);
  }
  if (auto E = verifyOptionNames(Options, Where))
    return std::move(E);
  return Options;
}

llvm::Expected<ClangTidyOptions> parse(llvm::MemoryBufferRef Yaml,
                                       llvm::StringRef Where) {
  auto Options = parseYaml(Yaml, Where);
  if (!Options)
    return Options.takeError();
  return verified(std::move(*Options), Where);
}

bool isYaml(llvm::MemoryBufferRef Text) {
  llvm::SourceMgr SM;
  SM.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  llvm::yaml::Stream Stream(Text, SM);
  return Stream.validate();
}

/// Whether a .clang-tidy that does not parse is meant for clang-tidy alone.
bool isNotForUs(llvm::MemoryBufferRef Text) {
  const llvm::StringRef Content = Text.getBuffer();
  return !isYamlNestedDeeply(Content) && !Content.contains("aoti") &&
         !Content.contains("TorchVersion") && !Content.contains("Packages") &&
         isYaml(Text);
}

/// Fails on a .clang-tidy in \p Folder or above it that cannot be read: to
/// clang-tidy there is none then. \p Looked are the folders that are done.
llvm::Error verifyReadable(llvm::StringRef Folder, llvm::StringSet<> &Looked) {
  for (; !Folder.empty() && Looked.insert(Folder).second;
       Folder = llvm::sys::path::parent_path(Folder)) {
    const std::string Path = absolutePath(".clang-tidy", Folder);
    if (llvm::sys::fs::is_directory(Path))
      continue;
    const auto Text = readPlainFile(Path, MaxConfigSize);
    // A link to nothing is there as well.
    if (Text || (Text.getError() == std::errc::no_such_file_or_directory &&
                 !llvm::sys::fs::is_symlink_file(Path)))
      continue;
    return usageError("{} cannot be read: {}; fix it, or lint without "
                      ".clang-tidy files by --config='{{}}'",
                      Path, Text.getError().message());
  }
  return llvm::Error::success();
}

/// A project's configuration in the form of a .clang-tidy.
ClangTidyOptions layerOf(const ProjectConfig &Project) {
  ClangTidyOptions Layer;
  Layer.Checks = Project.Checks;
  Layer.WarningsAsErrors = Project.WarningsAsErrors;
  const auto Set = [&](llvm::StringRef Key, llvm::StringRef Value) {
    Layer.CheckOptions[Key] = ClangTidyOptions::ClangTidyValue(Value);
  };
  for (const auto &[Key, Value] : Project.CheckOptions)
    Set(Key, Value);
  if (Project.TorchVersion)
    Set("TorchVersion", *Project.TorchVersion);
  if (!Project.Packages.empty())
    Set("Packages", llvm::join(Project.Packages, ";"));
  if (!Project.Loaders.empty())
    Set("Loaders", llvm::join(Project.Loaders, ";"));
  return Layer;
}

/// FileOptionsProvider that parses .clang-tidy files with our function, and
/// knows the project's own configuration.
class FileProvider : public clang::tidy::FileOptionsProvider {
public:
  using Handlers = ConfigFileHandlers;
  FileProvider(clang::tidy::ClangTidyGlobalOptions Global,
               ClangTidyOptions Defaults, ClangTidyOptions Override,
               Handlers Parsers)
      : FileOptionsProvider(std::move(Global), std::move(Defaults),
                            std::move(Override), std::move(Parsers)) {
    // The base's constructor for handlers leaves it null.
    FS = plainFiles(MaxConfigSize);
  }

  std::vector<OptionsSource> getRawOptions(llvm::StringRef File) override {
    std::vector<OptionsSource> Raw = FileOptionsProvider::getRawOptions(File);
    auto Project = Projects.of(llvm::sys::path::parent_path(File));
    // Its errors were reported when the run began.
    if (!Project)
      llvm::consumeError(Project.takeError());
    else if (*Project) // above the defaults, which are the first
      Raw.insert(std::next(Raw.begin()),
                 {layerOf(**Project), (*Project)->File});
    return Raw;
  }

private:
  ProjectConfigs Projects;
};

/// The packages of \p Where as the checks' option, once they are known to be
/// readable: a check passes over what it cannot read. A path is relative to
/// \p Folder.
///
/// \param Damaged If not null, takes a sentence for each that is there and cannot
/// be read, which is left out then.
llvm::Expected<std::string>
packagesOption(llvm::ArrayRef<std::string> Packages, llvm::StringRef Where,
               llvm::StringRef Folder,
               std::vector<std::string> *Damaged = nullptr) {
  const auto FS = plainFiles(AnySize);
  const auto InFolder = [&](llvm::StringRef Path) {
    // Other files are linted in other working directories.
    llvm::SmallString<256> Absolute(Path);
    llvm::sys::path::make_absolute(Folder, Absolute);
    llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/false);
    return Absolute.str().str();
  };
  std::vector<std::string> Paths;
  for (const std::string &Item : Packages) {
    // A path may have '=' in it.
    auto Given = FS->exists(InFolder(Item)) ? GivenPackage{Item, ""}
                                            : parseGivenPackage(Item);
    if (!Given)
      return usageError("{}: {}", Where, llvm::toString(Given.takeError()));
    const std::string Absolute = InFolder(Given->Path);
    auto Contract = readWholeContract(Absolute, *FS);
    if (!Contract && Damaged && FS->exists(Absolute)) {
      Damaged->push_back(
          fmt::format("{}: {}; what it would tell is not checked", Where,
                      llvm::toString(Contract.takeError())));
      continue;
    }
    if (!Contract)
      return usageError("{}: {}", Where, llvm::toString(Contract.takeError()));
    if (llvm::StringRef(Absolute).contains(';'))
      return usageError("{} is '{}'; the path of a package cannot contain ';'",
                        Where, Given->Path);
    if (Given->Files.empty() && llvm::StringRef(Absolute).contains('='))
      Given->Files = "*";
    Paths.push_back((Given->Files.empty() ? "" : Given->Files + "=") +
                    Absolute);
  }
  return llvm::join(Paths, ";");
}

/// Fails if the packages of a project's configuration cannot be read.
llvm::Error verifyPackages(const ProjectConfig &Project) {
  return packagesOption(Project.Packages, Project.File + ": packages",
                        llvm::sys::path::parent_path(Project.File))
      .takeError();
}

/// The paths in a .clang-tidy are relative to where it is.
llvm::Error placePackages(ClangTidyOptions &Options, llvm::StringRef File) {
  for (auto &[Key, Value] : Options.CheckOptions) {
    if (Key != "Packages" && !Key.ends_with(".Packages"))
      continue;
    std::vector<std::string> Items;
    for (const llvm::StringRef Item : llvm::split(Value.Value, ';'))
      if (!Item.empty())
        Items.push_back(Item.str());
    auto Placed = packagesOption(Items, (File + ": " + Key).str(),
                                 llvm::sys::path::parent_path(File));
    if (!Placed)
      return Placed.takeError();
    Value.Value = std::move(*Placed);
  }
  return llvm::Error::success();
}

} // namespace

std::unique_ptr<ClangTidyOptionsProvider>
Config::makeProvider(Problems *Found) const {
  if (Given)
    return std::make_unique<clang::tidy::ConfigOptionsProvider>(
        Global, Defaults, *Given, Override);
  const FileProvider::Handlers Handlers = {
      {".clang-tidy",
       [Found](llvm::MemoryBufferRef Yaml) -> llvm::ErrorOr<ClangTidyOptions> {
         const llvm::StringRef Where = Yaml.getBufferIdentifier();
         auto Options = parseYaml(Yaml, Where);
         const bool IsParsed = !!Options;
         std::vector<std::string> LeftOut;
         if (IsParsed)
           Options = verified(std::move(*Options), Where, &LeftOut);
         if (Found)
           llvm::append_range(Found->Notices, LeftOut);
         if (Options)
           if (auto E = placePackages(*Options, Where))
             Options = std::move(E);
         if (Options)
           return std::move(*Options);
         std::string Message = llvm::toString(Options.takeError());
         if (Found && !IsParsed && isNotForUs(Yaml))
           Found->Notices.push_back(fmt::format(
               "{} is left out: this clang-tidy does not understand it, and it "
               "names no check of aoti-tidy",
               Where));
         else if (Found)
           Found->Errors.push_back(std::move(Message));
         return ClangTidyOptions();
       }}};
  return std::make_unique<FileProvider>(Global, Defaults, Override, Handlers);
}

void Config::followLines(llvm::StringRef File, llvm::StringRef Before,
                         llvm::StringRef After) {
  for (clang::tidy::FileFilter &Filter : Global.LineFilter)
    if (File.ends_with(Filter.Name))
      for (auto &[First, Last] : Filter.LineRanges)
        std::tie(First, Last) = linesAfter({First, Last}, Before, After);
}

std::unique_ptr<ClangTidyOptionsProvider> Config::makeProvider() const {
  return makeProvider(nullptr);
}

void Config::judge(std::vector<Finding> &Findings) const {
  if (Given)
    return;
  ProjectConfigs Projects;
  // The command line comes last.
  const clang::tidy::GlobList Errors(Override.WarningsAsErrors.value_or(""));
  llvm::erase_if(Findings, [&](Finding &F) {
    auto Project = Projects.of(llvm::sys::path::parent_path(F.Where.File));
    // In a header elsewhere: nothing there is asked for.
    if (!Project) {
      llvm::consumeError(Project.takeError());
      return false;
    }
    if (!*Project)
      return false;
    if (const auto Severity = (*Project)->severityOf(F.Check);
        Severity && !Errors.contains(F.Check))
      F.Severity = *Severity;
    return (*Project)->ignores(F.Where.File, F.Check);
  });
}

llvm::Expected<Config> Config::create(const Options &O,
                                      llvm::ArrayRef<std::string> Files) {
  Config C;
  C.Defaults = ClangTidyOptions::getDefaults();
  C.Defaults.Checks = defaultChecks();

  if (auto E = verifyGlobs(O.Checks, "--checks"))
    return std::move(E);
  if (!O.Checks.empty())
    C.Override.Checks = O.Checks;
  if (auto E =
          verifyGlobs(ourGlobs(O.WarningsAsErrors), "--warnings-as-errors"))
    return std::move(E);
  if (!O.WarningsAsErrors.empty())
    C.Override.WarningsAsErrors = O.WarningsAsErrors;
  if (!O.HeaderFilter.empty())
    C.Override.HeaderFilterRegex = O.HeaderFilter;
  if (auto E = verifyRegex(C.Override.HeaderFilterRegex, "--header-filter"))
    return std::move(E);
  if (!O.ExcludeHeaderFilter.empty())
    C.Override.ExcludeHeaderFilterRegex = O.ExcludeHeaderFilter;
  if (auto E = verifyRegex(C.Override.ExcludeHeaderFilterRegex,
                           "--exclude-header-filter"))
    return std::move(E);
  if (!O.TorchVersion.empty())
    C.Override.CheckOptions["TorchVersion"] =
        ClangTidyOptions::ClangTidyValue(O.TorchVersion);
  if (!O.Packages.empty()) {
    auto Packages = packagesOption(O.Packages, "--package", workingDirectory(),
                                   &C.PackageProblems);
    if (!Packages)
      return Packages.takeError();
    C.Override.CheckOptions["Packages"] =
        ClangTidyOptions::ClangTidyValue(*Packages);
  }
  // First as JSON: parseLineFilter prints its complaints by itself.
  if (isNestedDeeply(O.LineFilter))
    return usageError("--line-filter is nested too deeply");
  if (!O.LineFilter.empty())
    if (auto Json = llvm::json::parse(O.LineFilter); !Json)
      return usageError("--line-filter is not valid JSON: {}",
                        llvm::toString(Json.takeError()));
  if (std::error_code EC = clang::tidy::parseLineFilter(O.LineFilter, C.Global))
    return usageError("--line-filter is not valid: {}; write it as "
                      "[{{\"name\":\"a.cpp\",\"lines\":[[1,3]]}}]",
                      EC.message());

  if (!O.ConfigFile.empty()) {
    auto Buffer = readPlainFile(O.ConfigFile, MaxConfigSize);
    if (!Buffer)
      return usageError("cannot read --config-file '{}': {}", O.ConfigFile,
                        Buffer.getError().message());
    auto Parsed = parse(**Buffer, O.ConfigFile);
    if (!Parsed)
      return Parsed.takeError();
    llvm::SmallString<256> Path(O.ConfigFile);
    if (const std::error_code EC = llvm::sys::fs::make_absolute(Path))
      return usageError("cannot resolve '{}': {}", O.ConfigFile, EC.message());
    if (auto E = placePackages(*Parsed, Path))
      return std::move(E);
    C.Given = std::move(*Parsed);
  } else if (!O.Config.empty()) {
    auto Parsed =
        parse(llvm::MemoryBufferRef(O.Config, "--config"), "--config");
    if (!Parsed)
      return Parsed.takeError();
    C.Given = std::move(*Parsed);
  }

  // The provider reads each folder's configuration once.
  Problems Found;
  ProjectConfigs Projects;
  std::set<const ProjectConfig *> Verified;
  const auto Provider = C.makeProvider(&Found);
  llvm::StringSet<> Folders, Looked;
  for (const std::string &File : Files) {
    // All files of a folder have the same configuration.
    if (!Folders.insert(llvm::sys::path::parent_path(File)).second)
      continue;
    if (!C.Given)
      if (auto E = verifyReadable(llvm::sys::path::parent_path(File), Looked))
        return std::move(E);
    if (!C.Given) {
      auto Project = Projects.of(llvm::sys::path::parent_path(File));
      if (!Project)
        return Project.takeError();
      if (*Project && Verified.insert(*Project).second) {
        if (auto E = verifyPackages(**Project))
          return std::move(E);
        if (auto Layer = verified(layerOf(**Project), (*Project)->File); !Layer)
          return Layer.takeError();
      }
    }
    const std::vector<std::string> Enabled = enabledChecks(*Provider, File);
    if (!Found.Errors.empty())
      return usageError("{}", Found.Errors.front());
    if (Enabled.empty() && O.AllowNoChecks)
      C.Notices.push_back(fmt::format(
          "no check is enabled for '{}', so nothing was looked for in its "
          "folder",
          displayPath(File, workingDirectory())));
    else if (Enabled.empty())
      return usageError("no check is enabled for '{}'; 'aoti-tidy rule' lists "
                        "what --checks can name",
                        File);
  }
  llvm::append_range(C.Notices, Found.Notices);
  return C;
}

std::vector<std::string> enabledChecks(ClangTidyOptionsProvider &Provider,
                                       llvm::StringRef File) {
  const ClangTidyOptions Options = Provider.getOptions(File);
  const clang::tidy::GlobList Globs(Options.Checks.value_or(""));
  std::vector<std::string> Enabled;
  for (const CheckInfo &C : allChecks())
    if (Globs.contains(C.Id))
      Enabled.push_back(C.Id.str());
  return Enabled;
}

} // namespace aoti_tidy
