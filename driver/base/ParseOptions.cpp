// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TorchVersion.h"
#include "driver/base/Errors.h"
#include "driver/base/LoggedFiles.h"
#include "driver/base/OptionTable.h"
#include "driver/base/Options.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/YAMLTraits.h"

using llvm::opt::Arg;
using llvm::opt::InputArgList;

namespace aoti_tidy {
namespace {

/// Whether an argument that begins with that letter names a file of this folder:
/// hooks and scripts hand on the names that they are given.
bool isFileCalled(llvm::StringRef Argument, char First) {
  return Argument.size() > 1 && Argument.front() == First &&
         llvm::sys::fs::exists(Argument);
}

/// Whether an option says which part of a run a process does, and how fast and
/// loud it is: what it finds does not depend on it.
bool isOfProcess(unsigned Id) {
  return llvm::is_contained({OPT_shard, OPT_facts_out, OPT_facts_in,
                             OPT_sandboxed, OPT_inputs, OPT_depfile, OPT_j,
                             OPT_quiet, OPT_color, OPT_use_color,
                             OPT_use_color_eq},
                            static_cast<OptionId>(Id));
}

template <typename T>
llvm::Error
parseEnum(const InputArgList &Args, OptionId Id, llvm::StringRef Name,
          llvm::ArrayRef<std::pair<llvm::StringRef, T>> Values, T &Out) {
  const Arg *A = Args.getLastArg(Id);
  if (!A)
    return llvm::Error::success();
  std::vector<llvm::StringRef> Allowed;
  for (const auto &[Text, Value] : Values) {
    if (Text == A->getValue()) {
      Out = Value;
      return llvm::Error::success();
    }
    Allowed.push_back(Text);
  }
  return usageError("--{} is '{}'; it takes {}", Name, A->getValue(),
                    llvm::join(Allowed, ", "));
}

llvm::Error rejectUnknown(const OptionTable &T, const CommandInfo &C,
                          const InputArgList &Args) {
  for (const Arg *A : Args.filtered(OPT_UNKNOWN)) {
    const std::string Spelling = A->getAsString(Args);
    if (const auto Others = T.commandsWith(Spelling); !Others.empty())
      return usageError("'{}' is no option of 'aoti-tidy {}', but of '{}'",
                        Spelling, llvm::StringRef(C.Name),
                        llvm::StringRef(Others.front()->Name));
    std::string Nearest;
    if (T.findNearest(Spelling, Nearest, T.visibleTo(C)) <= 2)
      return usageError("unknown option '{}'; did you mean '{}'?", Spelling,
                        Nearest);
    return usageError("unknown option '{}'; 'aoti-tidy {} --help' lists them",
                      Spelling, llvm::StringRef(C.Name));
  }
  return llvm::Error::success();
}

/// What the environment wants of colours, where the user says nothing:
/// no-color.org, and what tools on continuous integration agree on.
ColorMode colorOfEnvironment() {
  const auto IsSet = [](const char *Name) {
    const auto Value = llvm::sys::Process::GetEnv(Name);
    return Value && !Value->empty() && *Value != "0";
  };
  if (IsSet("FORCE_COLOR") || IsSet("CLICOLOR_FORCE"))
    return ColorMode::Always;
  if (const auto No = llvm::sys::Process::GetEnv("NO_COLOR");
      No && !No->empty())
    return ColorMode::Never;
  return ColorMode::Auto;
}

/// A command that is misspelt would be taken for a file.
llvm::Error rejectMisspeltCommand(llvm::StringRef First) {
  if (First.starts_with("-") ||
      First.find_first_of("./") != llvm::StringRef::npos ||
      llvm::sys::fs::exists(First))
    return llvm::Error::success();
  if (const CommandInfo *Near = nearestCommand(First))
    return usageError(
        "'{}' is neither a command nor a file; did you mean '{}'?", First,
        llvm::StringRef(Near->Name));
  return llvm::Error::success();
}

/// A truth value as LLVM's command lines have it, or YAML.
std::optional<bool> parseSwitch(llvm::StringRef Text) {
  if (Text.empty() || Text == "1")
    return true;
  return Text == "0" ? false : llvm::yaml::parseBool(Text);
}

/// Whether clang-tidy would be told of our own checks, which are here anyway.
bool loadsOurPlugin(const Arg &A) {
  return A.getOption().matches(OPT_load) &&
         llvm::sys::path::filename(A.getValue()).contains("aoti-tidy-plugin");
}

/// What has no effect here: nothing is lost without most of it, so that only
/// the curious are told.
std::vector<std::string> effectless(const InputArgList &Args, bool IsVerbose) {
  std::vector<std::string> Notices;
  for (const Arg *A : Args.filtered(OPT_grp_moot, OPT_grp_missed))
    if (IsVerbose ||
        (A->getOption().matches(OPT_grp_missed) && !loadsOurPlugin(*A)))
      Notices.push_back(fmt::format("clang-tidy's '{}' has no effect here",
                                    A->getAsString(Args)));
  return Notices;
}

/// What a file of arguments has in it. A file that is itself called '@x' is one
/// to lint, as on the command line.
void tokenize(llvm::StringRef Text, llvm::StringSaver &Saver,
              llvm::SmallVectorImpl<const char *> &Arguments, bool MarkEOLs) {
  const size_t Before = Arguments.size();
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Arguments, MarkEOLs);
  for (size_t I = Before; I < Arguments.size(); ++I)
    if (Arguments[I] && isFileCalled(Arguments[I], '@'))
      Arguments[I] = Saver.save("./" + llvm::Twine(Arguments[I])).data();
}

/// Of the options that say which findings are reported.
llvm::Error verifySelection(const Options &O) {
  if (!O.Baseline.empty() && !O.WriteBaseline.empty())
    return usageError("--write-baseline writes what is found now, whatever was "
                      "known; leave out --baseline");
  if (O.StrictBaseline && O.Baseline.empty())
    return usageError("--strict-baseline is about a baseline; name it with "
                      "--baseline");
  if (!O.WriteBaseline.empty() && O.writesFixes())
    return usageError("--write-baseline keeps what is found, and nothing is "
                      "left to fix; run one after the other");
  if (O.IgnoreSuppressions && O.ReportUnusedSuppressions)
    return usageError("with --ignore-suppressions none is used; leave out "
                      "--report-unused-suppressions, or run twice");
  if (O.AddSuppressions && (O.Fix || O.UnsafeFixes))
    return usageError("--add-suppressions adds comments instead of fixes; "
                      "leave out --fix and --unsafe-fixes, or run twice");
  if (O.AddSuppressions &&
      llvm::any_of(*O.AddSuppressions, [](char C) { return C < ' '; }))
    return usageError("--add-suppressions: the reason must be one line");
  if (O.Runs && (!O.Baseline.empty() || !O.WriteBaseline.empty() || O.Since ||
                 O.AddSuppressions))
    return usageError("--runs lists no findings; leave out --baseline, "
                      "--write-baseline, --since and --add-suppressions");
  return llvm::Error::success();
}

/// Of a part of a run: it finds, and what it finds is reported elsewhere.
llvm::Error verifyShard(const Options &O, const InputArgList &Args) {
  if (!O.Part)
    return O.FactsOut.empty() && O.FactsIn.empty()
               ? llvm::Error::success()
               : usageError(
                     "--facts-out and --facts-in are about a part of the "
                     "files; say which, with --shard=I/N");
  if (O.FactsOut.empty())
    return usageError("a shard reports nothing by itself; give it --facts-out="
                      "FILE, and the FILEs of all shards to 'aoti-tidy merge'");
  // What reports, chooses or changes what all shards find.
  for (const Arg *A : Args) {
    const llvm::opt::Option Opt = A->getOption().getUnaliasedOption();
    const bool IsOfMerge =
        Opt.hasVisibilityFlag(MergeOption) || Opt.getID() == OPT_format;
    if (IsOfMerge && !isOfProcess(Opt.getID()))
      return usageError("a shard reports nothing by itself; give '{}' to "
                        "'aoti-tidy merge'",
                        A->getAsString(Args));
  }
  if (O.Fix || O.UnsafeFixes || O.Diff || O.AddSuppressions ||
      !O.ExportFixes.empty() || O.ReportUnusedSuppressions ||
      O.RequireSuppressionReasons || O.printsConfig() || O.Statistics ||
      llvm::is_contained(O.Positional, "-"))
    return usageError("a shard writes facts; fixes, standard input, lists, "
                      "times and reports of suppressions are for a run over "
                      "all files");
  return llvm::Error::success();
}

/// Of a run that goes on: it reports, as often as something changes.
llvm::Error verifyWatch(const Options &O) {
  if (!O.Watch)
    return llvm::Error::success();
  if (O.Format != ReportFormat::Text && O.Format != ReportFormat::Jsonl)
    return usageError("--watch reports again and again, of which only text and "
                      "jsonl can be read; leave out --format, or --watch");
  if (O.writesFixes() || !O.OutputFile.empty() || !O.ExportFixes.empty() ||
      !O.WriteBaseline.empty() || !O.Depfile.empty())
    return usageError("--watch writes no files; leave out fixes, -o, "
                      "--export-fixes, --write-baseline and --depfile, or "
                      "--watch");
  if (O.printsConfig() || O.Part || O.Sandboxed ||
      llvm::is_contained(O.Positional, "-"))
    return usageError("--watch lints files and folders that change; leave out "
                      "--list-checks, --show-config, --shard, --sandboxed and "
                      "'-', or --watch");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Given) {
  Options O;
  // '@file' stands for the arguments in it, as for clang-tidy and compilers.
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *> Expanded(Given);
  for (const char *&A : Expanded)
    if (isFileCalled(A, '@'))
      A = Saver.save("./" + llvm::Twine(A)).data();
  llvm::cl::ExpansionContext Expansion(Memory, tokenize);
  const llvm::sys::TimePoint<> Start = std::chrono::system_clock::now();
  InputLog Log;
  LoggedFiles Disk(plainFiles(MaxConfigSize), Log);
  Expansion.setVFS(&Disk);
  if (auto E = Expansion.expandResponseFiles(Expanded)) {
    const std::string Why = llvm::toString(std::move(E));
    llvm::StringRef What = Why;
    What.consume_front("cannot not open file ");
    return usageError("cannot read the arguments in {}", What);
  }
  for (const Input &I : Log.inputs(Start).value_or(std::vector<Input>()))
    if (I.isRead())
      O.ArgumentFiles.push_back(I.Path);
  llvm::ArrayRef<const char *> Argv = Expanded;
  // A file's name must not choose what is reported.
  for (const llvm::StringRef A : Argv) {
    if (isFileCalled(A, '-'))
      return usageError(
          "'{0}' is an option, and a file of this folder has that "
          "name; write './{0}' for the file, or rename it",
          A);
    if (A == "--")
      break;
  }
  const auto *DashDash =
      llvm::find_if(Argv, [](llvm::StringRef A) { return A == "--"; });
  if (DashDash != Argv.end()) {
    O.CompilerFlags.emplace(DashDash + 1, Argv.end());
    Argv = Argv.take_front(DashDash - Argv.begin());
  }
  const llvm::StringRef First = Argv.empty() ? "" : Argv.front();
  O.HasCommand = findCommand(First);
  if (const CommandInfo *Named = findCommand(First)) {
    O.Cmd = Named->Cmd;
    Argv = Argv.drop_front();
  } else if (auto E = rejectMisspeltCommand(First)) {
    return std::move(E);
  }

  const OptionTable T;
  const CommandInfo &Info = infoOf(O.Cmd);
  unsigned MissingIndex = 0, MissingCount = 0;
  const InputArgList Args =
      T.ParseArgs(Argv, MissingIndex, MissingCount, T.visibleTo(Info));
  if (MissingCount)
    return usageError(
        "option '{}' needs a value; 'aoti-tidy {} --help' says which",
        Args.getArgString(MissingIndex), llvm::StringRef(Info.Name));
  if (auto E = rejectUnknown(T, Info, Args))
    return std::move(E);

  auto Text = [&](OptionId Id) { return Args.getLastArgValue(Id).str(); };
  O.Positional = Args.getAllArgValues(OPT_INPUT);
  O.Checks = llvm::join(Args.getAllArgValues(OPT_checks), ",");
  O.Packages = Args.getAllArgValues(OPT_package);
  O.Exported = Text(OPT_exported);
  O.Config = Text(OPT_config);
  O.ConfigFile = Text(OPT_config_file);
  O.HeaderFilter = Text(OPT_header_filter);
  O.ExcludeHeaderFilter = Text(OPT_exclude_header_filter);
  O.LineFilter = Text(OPT_line_filter);
  O.WarningsAsErrors = Text(OPT_warnings_as_errors);
  O.StdinFilename = Text(OPT_stdin_filename);
  O.IncludeNotebooks = Args.hasArg(OPT_include_notebooks);
  O.IncludeMarkdown = Args.hasArg(OPT_include_markdown);
  O.ListChecks = Args.hasArg(OPT_list_checks);
  O.ShowConfig = Args.hasArg(OPT_show_config);
  O.DumpConfig = Args.hasArg(OPT_dump_config);
  O.VerifyConfig = Args.hasArg(OPT_verify_config);
  O.AllowNoChecks = Args.hasArg(OPT_allow_no_checks, OPT_dump_config);
  O.Runs = Args.hasArg(OPT_runs);
  O.Watch = Args.hasArg(OPT_watch);
  // clang-tidy's own tools write -p=DIR.
  O.BuildPath = Text(OPT_p);
  if (llvm::StringRef(O.BuildPath).starts_with("="))
    O.BuildPath.erase(0, 1);
  O.TorchInclude = Text(OPT_torch_include);
  O.TorchVersion = Text(OPT_torch_version);
  O.ExtraArgs = Args.getAllArgValues(OPT_extra_arg);
  O.ExtraArgsBefore = Args.getAllArgValues(OPT_extra_arg_before);
  O.RemovedArgs = Args.getAllArgValues(OPT_removed_arg);
  O.NoSearch = Args.hasArg(OPT_no_search);
  O.NoGate = Args.hasArg(OPT_no_gate);
  O.NoSlices = Args.hasArg(OPT_no_slices);
  if (const Arg *A = Args.getLastArg(OPT_shard)) {
    O.Part = Shard::parse(A->getValue());
    if (!O.Part)
      return usageError("--shard is '{}'; it takes a part and the number of "
                        "parts: 2/7, up to {}",
                        A->getValue(), Shard::MaxCount);
  }
  O.FactsOut = Text(OPT_facts_out);
  O.FactsIn = Args.getAllArgValues(OPT_facts_in);
  O.Sandboxed = Args.hasArg(OPT_sandboxed);
  O.NoSearch |= O.Sandboxed;
  O.InputLists = Args.getAllArgValues(OPT_inputs);
  O.Depfile = Text(OPT_depfile);
  O.CacheDir = Text(OPT_cache_dir);
  O.NoCache = Args.hasArg(OPT_no_cache);
  O.CacheClear = Args.hasArg(OPT_clear);
  O.CacheStats = Args.hasArg(OPT_stats);
  O.Fix = Args.hasArg(OPT_fix);
  O.UnsafeFixes = Args.hasArg(OPT_unsafe_fixes);
  O.Diff = Args.hasArg(OPT_diff);
  O.ExportFixes = Text(OPT_export_fixes);
  if (Args.hasArg(OPT_kernel_name))
    O.TraceKernel = Text(OPT_kernel_name);
  if (Args.hasArg(OPT_assert_text))
    O.TraceAssert = Text(OPT_assert_text);
  O.TraceAll = Args.hasArg(OPT_all);
  O.Sources = Args.getAllArgValues(OPT_source);
  O.Environment = Text(OPT_env);
  O.HasFormat = Args.hasArg(OPT_format);
  O.OutputFile = Text(OPT_o);
  O.Baseline = Text(OPT_baseline);
  O.WriteBaseline = Text(OPT_write_baseline);
  O.StrictBaseline = Args.hasArg(OPT_strict_baseline);
  if (Args.hasArg(OPT_since))
    O.Since = Text(OPT_since);
  O.IgnoreSuppressions = Args.hasArg(OPT_ignore_suppressions);
  O.ReportUnusedSuppressions = Args.hasArg(OPT_report_unused_suppressions);
  O.RequireSuppressionReasons = Args.hasArg(OPT_require_suppression_reasons);
  if (const Arg *A =
          Args.getLastArg(OPT_add_suppressions, OPT_add_suppressions_eq))
    O.AddSuppressions = A->getNumValues() ? A->getValue() : "";
  O.Statistics = Args.hasArg(OPT_statistics);
  O.ExitZero = Args.hasArg(OPT_exit_zero);
  O.Quiet = Args.hasArg(OPT_quiet);
  O.Verbose = Args.hasArg(OPT_verbose);
  O.Help = Args.hasArg(OPT_help);
  O.Version = Args.hasArg(OPT_version);
  O.Notices = effectless(Args, O.Verbose);

  std::vector<std::pair<llvm::StringRef, ReportFormat>> Formats = {
#define AOTI_FORMAT(NAME, TEXT, ESCAPES) {TEXT, ReportFormat::NAME},
#include "driver/base/Formats.def"
  };
  // Only a lint has findings.
  if (O.Cmd != Command::Check && O.Cmd != Command::Merge)
    Formats = {{"text", ReportFormat::Text}, {"json", ReportFormat::Json}};
  if (O.Cmd == Command::Trace)
    Formats.emplace_back("html", ReportFormat::Html);
  if (O.Cmd == Command::Explain)
    Formats.emplace_back("markdown", ReportFormat::Markdown);
  if (auto E = parseEnum<ReportFormat>(Args, OPT_format, "format", Formats,
                                       O.Format))
    return std::move(E);
  if (auto E = parseEnum<ColorMode>(Args, OPT_color, "color",
                                    {{"auto", ColorMode::Auto},
                                     {"always", ColorMode::Always},
                                     {"never", ColorMode::Never}},
                                    O.Color))
    return std::move(E);
  // The last of both spellings counts.
  if (const Arg *A =
          Args.getLastArg(OPT_color, OPT_use_color, OPT_use_color_eq);
      A && !A->getOption().matches(OPT_color)) {
    const auto IsOn = A->getOption().matches(OPT_use_color)
                          ? std::optional(true)
                          : parseSwitch(A->getValue());
    if (!IsOn)
      return usageError("--use-color is '{}'; it takes true or false",
                        A->getValue());
    O.Color = *IsOn ? ColorMode::Always : ColorMode::Never;
  } else if (!A && O.OutputFile.empty()) {
    // Files have no colours unless they are asked for here.
    O.Color = colorOfEnvironment();
  }
  if (const Arg *A = Args.getLastArg(OPT_j))
    if (llvm::StringRef(A->getValue()).getAsInteger(10, O.Jobs) || !O.Jobs)
      return usageError("-j is '{}'; it takes a number of files from 1 up",
                        A->getValue());
  if (const Arg *A = Args.getLastArg(OPT_file_timeout))
    if (llvm::StringRef(A->getValue()).getAsInteger(10, O.FileTimeout))
      return usageError("--file-timeout is '{}'; it takes a number of seconds, "
                        "or 0 for no limit",
                        A->getValue());
  if (!O.TorchVersion.empty() && !TorchVersion::parse(O.TorchVersion))
    return usageError("--torch-version is '{}'; {}", O.TorchVersion,
                      TorchVersion::Form);
  if (O.NoCache && !O.CacheDir.empty())
    return usageError("--cache-dir names a cache, and --no-cache goes without; "
                      "give one of them");
  // What other runs have read is no declared input.
  O.NoCache |= O.Sandboxed;
  // run-clang-tidy asks for the checks of '-'.
  if (O.printsConfig())
    llvm::erase(O.Positional, "-");
  const bool HasStdin =
      O.Cmd == Command::Check && llvm::is_contained(O.Positional, "-");
  if (HasStdin && O.StdinFilename.empty())
    return usageError(
        "'-' is standard input, which has no name that would tell "
        "what it is; give it one: --stdin-filename export.py");
  if (HasStdin && O.writesFixes())
    return usageError("standard input cannot be fixed in place; --diff prints "
                      "what would change");
  if (!HasStdin && !O.StdinFilename.empty())
    return usageError("--stdin-filename names standard input, which is not "
                      "read; give '-', too");
  if (O.Runs && (O.Fix || O.UnsafeFixes || O.Diff || !O.ExportFixes.empty()))
    return usageError("--runs prints no findings, so there is nothing to fix; "
                      "leave out --fix, --unsafe-fixes, --diff and "
                      "--export-fixes");
  if (O.Format != ReportFormat::Text && O.Diff)
    return usageError("--diff prints a patch, which is no report; leave out "
                      "--format or --diff");
  if (O.Format != ReportFormat::Text && O.Format != ReportFormat::Json &&
      O.Runs)
    return usageError("--runs has no findings to report; it takes "
                      "--format=text or --format=json");
  if (auto E = verifySelection(O))
    return std::move(E);
  if (!O.InputLists.empty() && !O.Sandboxed)
    return usageError("--inputs lists what --sandboxed may read; give that, "
                      "too");
  if (O.Sandboxed && O.Since)
    return usageError("--since asks git, and --sandboxed reads the inputs "
                      "only; leave out one of them");
  if (!O.Depfile.empty() && O.OutputFile.empty() && O.FactsOut.empty())
    return usageError("--depfile says what an output was made of; name it with "
                      "-o or --facts-out");
  if (auto E = verifyShard(O, Args))
    return std::move(E);
  if (auto E = verifyWatch(O))
    return std::move(E);
  for (const Arg *A : Args) {
    const unsigned Id = A->getOption().getUnaliasedOption().getID();
    const bool IsFacts = O.Cmd == Command::Merge && Id == OPT_INPUT;
    llvm::opt::ArgStringList Rendered;
    if (IsFacts || (O.Part && isOfProcess(Id)))
      continue;
    A->render(Args, Rendered);
    O.Given.insert(O.Given.end(), Rendered.begin(), Rendered.end());
  }
  if (!O.Config.empty() && !O.ConfigFile.empty())
    return usageError("--config and --config-file exclude each other; give "
                      "one of them");
  return O;
}

} // namespace aoti_tidy
