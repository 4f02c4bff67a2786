// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "driver/base/Config.h"
#include "driver/base/Errors.h"
#include "driver/base/ProjectConfig.h"
#include "driver/commands/check/Steps.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using clang::tidy::ClangTidyOptions;
using clang::tidy::ClangTidyOptionsProvider;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

class ConfigPage {
public:
  ConfigPage(const Options &O, ClangTidyOptionsProvider &Provider,
             std::string File, const ProjectConfig *Project)
      : O(O), File(std::move(File)), Project(Project),
        Sources(Provider.getRawOptions(this->File)) {}

  std::string text() {
    Text = printableName(displayPath(File, workingDirectory())) + "\n";
    checks();
    settings();
    if (Project)
      project();
    return std::move(Text);
  }

private:
  void line(StringRef Name, StringRef Value, StringRef Source) {
    Text += fmt::format("  {:<30} {:<12}  {}\n", Name, Value, Source);
  }

  static std::string nameOf(StringRef Source) {
    if (Source == ClangTidyOptionsProvider::OptionsSourceTypeDefaultBinary)
      return "default";
    if (Source ==
        ClangTidyOptionsProvider::OptionsSourceTypeCheckCommandLineOption)
      return "command line";
    if (Source ==
        ClangTidyOptionsProvider::OptionsSourceTypeConfigCommandLineOption)
      return "--config";
    return displayPath(Source, workingDirectory());
  }

  /// Whether each check is on, and whose word was the last.
  void checks() {
    for (const CheckInfo &C : allChecks()) {
      std::string Globs, Source = "default";
      bool IsOn = false;
      for (const auto &[Layer, From] : Sources) {
        if (!Layer.Checks)
          continue;
        // A layer that does not name the check leaves it as it is: seen by
        // whether it makes a difference to it being on, or to it being off.
        const std::string Added = "," + *Layer.Checks;
        const StringRef Id = C.Id;
        const bool Before = IsOn;
        Globs += Globs.empty() ? *Layer.Checks : Added;
        IsOn = clang::tidy::GlobList(Globs).contains(Id);
        const bool Names = clang::tidy::GlobList("-*" + Added).contains(Id) ||
                           !clang::tidy::GlobList("*" + Added).contains(Id);
        if (IsOn != Before || Names)
          Source = nameOf(From);
      }
      const bool IsIgnored = Project && Project->ignores(File, C.Id);
      if (IsOn && IsIgnored)
        line(C.Id, "ignored", nameOf(Project->File) + ": per-file-ignores");
      else
        line(C.Id, IsOn ? "on" : "off",
             Source == "default" ? fmt::format("default ({})", name(C.Tier))
                                 : Source);
    }
  }

  void settings() {
    std::map<StringRef, std::pair<StringRef, std::string>> Set;
    std::pair<StringRef, std::string> Errors, Headers;
    for (const auto &[Layer, From] : Sources) {
      for (const auto &[Key, Value] : Layer.CheckOptions)
        if (Key == "TorchVersion" || Key == "Packages" ||
            Key.starts_with("aoti-"))
          Set[Key] = {Value.Value, nameOf(From)};
      if (Layer.WarningsAsErrors && !Layer.WarningsAsErrors->empty())
        Errors = {*Layer.WarningsAsErrors, nameOf(From)};
      if (Layer.HeaderFilterRegex && !Layer.HeaderFilterRegex->empty())
        Headers = {*Layer.HeaderFilterRegex, nameOf(From)};
    }
    for (const auto &[Key, Value] : Set)
      line(Key, Value.first, Value.second);
    if (!Errors.first.empty())
      line("warnings-as-errors", Errors.first, Errors.second);
    if (!Headers.first.empty())
      line("header-filter", Headers.first, Headers.second);
  }

  void project() {
    const std::string From = nameOf(Project->File);
    const auto Flag = [&](StringRef Name, std::optional<bool> Value,
                          bool OfCommandLine) {
      if (OfCommandLine)
        line(Name, "true", "command line");
      else if (Value)
        line(Name, *Value ? "true" : "false", From);
    };
    Flag("include-notebooks", Project->IncludeNotebooks, O.IncludeNotebooks);
    Flag("include-markdown", Project->IncludeMarkdown, O.IncludeMarkdown);
    if (const auto &Languages = O.Languages ? O.Languages : Project->Languages)
      line("languages", Languages->str(), O.Languages ? "command line" : From);
    for (const auto &[Checks, Severity] : Project->Severities)
      line("severity of " + Checks, name(Severity), From);
    std::vector<StringRef> Excluded;
    for (const PathPattern &P : Project->Exclude)
      Excluded.push_back(P.text());
    if (!Excluded.empty())
      line("exclude", llvm::join(Excluded, ", "), From);
    if (Project->excludes(File))
      Text += "  This file is excluded: it is linted only where it is named.\n";
  }

  const Options &O;
  const std::string File;
  const ProjectConfig *Project;
  const std::vector<ClangTidyOptionsProvider::OptionsSource> Sources;
  std::string Text;
};

} // namespace

llvm::Expected<std::string> configPage(const Options &O) {
  // As clang-tidy, the others may be asked without a file, or of one that is not
  // there yet.
  std::vector<std::string> Files;
  for (const StringRef Given : O.Positional) {
    llvm::SmallString<256> Path(Given);
    if (const std::error_code EC = llvm::sys::fs::make_absolute(Path))
      return usageError("cannot resolve '{}': {}", Given, EC.message());
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (O.ShowConfig && !llvm::sys::fs::exists(Path))
      return usageError("cannot read '{}': No such file or directory", Given);
    // For a folder, shows what applies to a file in it.
    if (llvm::sys::fs::is_directory(Path))
      llvm::sys::path::append(Path, "file.cpp");
    Files.push_back(Path.str().str());
  }
  if (Files.empty() && !O.ShowConfig)
    Files.push_back(workingDirectory() + "/file.cpp");
  if (Files.empty())
    return usageError("--show-config tells what applies to a file; name one: "
                      "'aoti-tidy --show-config src/serve.cpp'");
  auto Cfg = Config::create(O, Files);
  if (!Cfg)
    return Cfg.takeError();
  if (O.VerifyConfig) // as Config::create() has
    return "No config errors detected.\n";
  const auto Provider = Cfg->makeProvider();
  if (O.DumpConfig) {
    ClangTidyOptions Options = Provider->getOptions(Files.front());
    Options.CheckOptions = clang::tidy::getCheckOptions(
        Options, /*AllowEnablingAnalyzerAlphaCheckers=*/false,
        /*ExperimentalCustomChecks=*/false);
    return clang::tidy::configurationAsText(
               ClangTidyOptions::getDefaults().merge(Options, 0)) +
           "\n";
  }
  ProjectConfigs Projects;
  std::string Text;
  for (const std::string &File : Files) {
    auto Project = Projects.of(llvm::sys::path::parent_path(File));
    if (!Project)
      return Project.takeError();
    Text +=
        (Text.empty() ? "" : "\n") +
        ConfigPage(O, *Provider, File, Cfg->usesProjects() ? *Project : nullptr)
            .text();
  }
  return Text;
}

llvm::Expected<ExitCode> listChecks(const Options &O) {
  // As for clang-tidy, it may be asked without a file.
  std::string File = workingDirectory() + "/file.cpp";
  bool IsPython = false;
  if (!O.Positional.empty()) {
    auto In = collectInputs(O);
    if (!In)
      return In.takeError();
    IsPython = In->Files.empty() && In->Packages.empty();
    if (!In->Files.empty() || !In->Packages.empty() ||
        !In->PythonFiles.empty() || !In->Documents.empty())
      File = !In->Files.empty()         ? In->Files.front()
             : !In->Packages.empty()    ? In->Packages.front()
             : !In->PythonFiles.empty() ? In->PythonFiles.front()
                                        : In->Documents.front();
  }
  auto Cfg = Config::create(O, {File});
  if (!Cfg)
    return Cfg.takeError();
  const auto Provider = Cfg->makeProvider();
  for (const std::string &Id : enabledChecks(*Provider, File))
    if (!IsPython || readsPython(Id))
      llvm::outs() << Id << '\n';
  return ExitCode::Clean;
}

} // namespace aoti_tidy
