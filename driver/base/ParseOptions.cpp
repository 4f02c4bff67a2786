// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TorchVersion.h"
#include "driver/base/Errors.h"
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
  return llvm::is_contained({OPT_shard, OPT_facts_out, OPT_sandboxed,
                             OPT_inputs, OPT_depfile, OPT_j, OPT_quiet,
                             OPT_color, OPT_use_color, OPT_use_color_eq},
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

/// The colours that the environment asks for, where the user says nothing:
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

/// The arguments without effect: nothing is lost without most of them, so that
/// only the curious are told.
std::vector<std::string> effectless(const InputArgList &Args, bool IsVerbose) {
  std::vector<std::string> Notices;
  for (const Arg *A : Args.filtered(OPT_grp_moot, OPT_grp_missed))
    if (IsVerbose ||
        (A->getOption().matches(OPT_grp_missed) && !loadsOurPlugin(*A)))
      Notices.push_back(fmt::format("clang-tidy's '{}' has no effect here",
                                    A->getAsString(Args)));
  return Notices;
}

/// Splits the text of a file of arguments. A file that is itself called '@x' is
/// one to lint, as on the command line.
void tokenize(llvm::StringRef Text, llvm::StringSaver &Saver,
              llvm::SmallVectorImpl<const char *> &Arguments, bool MarkEOLs) {
  const size_t Before = Arguments.size();
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Arguments, MarkEOLs);
  for (size_t I = Before; I < Arguments.size(); ++I)
    if (Arguments[I] && isFileCalled(Arguments[I], '@'))
      Arguments[I] = Saver.save("./" + llvm::Twine(Arguments[I])).data();
}

/// Sets the member of Options that Options.td names for an option.
template <typename T>
void read(const InputArgList &Args, OptionId Id, T &Member) {
  if (!Args.hasArg(Id))
    return;
  if constexpr (std::is_same_v<T, bool>)
    Member = true;
  else if constexpr (std::is_same_v<T, std::vector<std::string>>)
    Member = Args.getAllArgValues(Id);
  else
    Member = Args.getLastArgValue(Id).str();
}

bool readsStdin(const Options &O) {
  return O.Cmd == Command::Check && llvm::is_contained(O.Positional, "-");
}

/// Options that do not go together: the sentence for the user where \p If holds
/// and \p Unless does not.
struct Conflict {
  bool (*If)(const Options &O);
  bool (*Unless)(const Options &O);
  llvm::StringLiteral Sentence;
};

#define WHERE(CONDITION)                                                       \
  [](const Options &O) { return static_cast<bool>(CONDITION); }

/// The first that holds is said.
constexpr Conflict Conflicts[] = {
    {WHERE(O.NoCache), WHERE(O.CacheDir.empty()),
     "--cache-dir names a cache, and --no-cache goes without; give one of "
     "them"},
    {readsStdin, WHERE(!O.StdinFilename.empty()),
     "'-' is standard input, which has no name that would tell what it is; "
     "give it one: --stdin-filename export.py"},
    {readsStdin, WHERE(!O.writesFixes()),
     "standard input cannot be fixed in place; --diff prints what would "
     "change"},
    {WHERE(!O.StdinFilename.empty()), readsStdin,
     "--stdin-filename names standard input, which is not read; give '-', too"},
    {WHERE(O.Runs),
     WHERE(!O.Fix && !O.UnsafeFixes && !O.Diff && O.ExportFixes.empty()),
     "--runs prints no findings, so there is nothing to fix; leave out --fix, "
     "--unsafe-fixes, --diff and --export-fixes"},
    {WHERE(O.Diff), WHERE(O.Format == ReportFormat::Text && O.Reports.empty()),
     "--diff prints a patch, which is no report; leave out --format and "
     "--report, or --diff"},
    {WHERE(O.Runs),
     WHERE((O.Format == ReportFormat::Text || O.Format == ReportFormat::Json) &&
           O.Reports.empty()),
     "--runs has no findings to report; it takes --format=text or "
     "--format=json"},
    {WHERE(!O.WriteBaseline.empty()), WHERE(O.Baseline.empty()),
     "--write-baseline writes what is found now, whatever was known; leave out "
     "--baseline"},
    {WHERE(O.StrictBaseline), WHERE(!O.Baseline.empty()),
     "--strict-baseline is about a baseline; name it with --baseline"},
    {WHERE(!O.WriteBaseline.empty()), WHERE(!O.writesFixes()),
     "--write-baseline keeps what is found, and nothing is left to fix; run "
     "one after the other"},
    {WHERE(O.IgnoreSuppressions), WHERE(!O.ReportUnusedSuppressions),
     "with --ignore-suppressions none is used; leave out "
     "--report-unused-suppressions, or run twice"},
    {WHERE(O.AddSuppressions), WHERE(!O.Fix && !O.UnsafeFixes),
     "--add-suppressions adds comments instead of fixes; leave out --fix and "
     "--unsafe-fixes, or run twice"},
    {WHERE(O.AddSuppressions),
     WHERE(llvm::none_of(*O.AddSuppressions, [](char C) { return C < ' '; })),
     "--add-suppressions: the reason must be one line"},
    {WHERE(O.Runs),
     WHERE(O.Baseline.empty() && O.WriteBaseline.empty() && !O.Since &&
           !O.AddSuppressions),
     "--runs lists no findings; leave out --baseline, --write-baseline, "
     "--since and --add-suppressions"},
    {WHERE(!O.InputLists.empty()), WHERE(O.Sandboxed),
     "--inputs lists what --sandboxed may read; give that, too"},
    {WHERE(O.Sandboxed), WHERE(!O.Since),
     "--since asks git, and --sandboxed reads the inputs only; leave out one "
     "of them"},
    {WHERE(!O.Depfile.empty()),
     WHERE(!O.OutputFile.empty() || !O.FactsOut.empty()),
     "--depfile says what an output was made of; name it with -o or "
     "--facts-out"},
    {WHERE(!O.FactsOut.empty()), WHERE(O.Part),
     "--facts-out is about a part of the files; say which, with --shard=I/N"},
    // A shard finds, and what it finds is reported elsewhere.
    {WHERE(O.Part), WHERE(!O.FactsOut.empty()),
     "a shard reports nothing by itself; give it --facts-out=FILE, and the "
     "FILEs of all shards to 'aoti-tidy merge'"},
    {WHERE(O.Part),
     WHERE(!O.Fix && !O.UnsafeFixes && !O.Diff && !O.AddSuppressions &&
           O.ExportFixes.empty() && !O.ReportUnusedSuppressions &&
           !O.RequireSuppressionReasons && !O.printsConfig() && !O.Statistics &&
           !llvm::is_contained(O.Positional, "-")),
     "a shard writes facts; fixes, standard input, lists, times and reports of "
     "suppressions are for a run over all files"},
    {WHERE(!O.Config.empty()), WHERE(O.ConfigFile.empty()),
     "--config and --config-file exclude each other; give one of them"},
};

#undef WHERE

llvm::Error verify(const Options &O, const InputArgList &Args) {
  // Options that report, choose or change what all shards find.
  for (const Arg *A : Args) {
    const llvm::opt::Option Opt = A->getOption().getUnaliasedOption();
    const bool IsOfMerge =
        Opt.hasVisibilityFlag(MergeOption) || Opt.getID() == OPT_format;
    if (O.Part && !O.FactsOut.empty() && IsOfMerge && !isOfProcess(Opt.getID()))
      return usageError("a shard reports nothing by itself; give '{}' to "
                        "'aoti-tidy merge'",
                        A->getAsString(Args));
  }
  for (const Conflict &C : Conflicts)
    if (C.If(O) && !C.Unless(O))
      return usageError("{}", llvm::StringRef(C.Sentence));
  return llvm::Error::success();
}

/// Puts the arguments in files in the place of '@FILE'.
llvm::Error expand(llvm::SmallVectorImpl<const char *> &Arguments,
                   llvm::BumpPtrAllocator &Memory) {
  llvm::StringSaver Saver(Memory);
  for (const char *&A : Arguments)
    if (isFileCalled(A, '@'))
      A = Saver.save("./" + llvm::Twine(A)).data();
  llvm::cl::ExpansionContext Expansion(Memory, tokenize);
  const auto Disk = plainFiles(MaxConfigSize);
  Expansion.setVFS(Disk.get());
  auto E = Expansion.expandResponseFiles(Arguments);
  if (!E)
    return E;
  const std::string Why = llvm::toString(std::move(E));
  llvm::StringRef What = Why;
  What.consume_front("cannot not open file ");
  return usageError("cannot read the arguments in {}", What);
}

llvm::Error readReports(const InputArgList &Args, Options &O) {
  for (const std::string &Given : Args.getAllArgValues(OPT_report)) {
    const auto [Name, File] = llvm::StringRef(Given).split(':');
    const auto Formats = formatsOf(Command::Check);
    const auto Known =
        llvm::find_if(Formats, [&](const auto &F) { return F.first == Name; });
    if (Known == Formats.end())
      return usageError("--report is '{}'; it takes a form and a file: "
                        "--report=sarif:a.sarif",
                        Given);
    if (File.empty() && Known->second != ReportFormat::Github)
      return usageError("--report is '{0}'; name its file: --report={0}:FILE",
                        Name);
    O.Reports.push_back({Known->second, File.str()});
  }
  return parseEnum<Severity>(Args, OPT_fail_on, "fail-on",
                             {{"error", Severity::Error},
                              {"warning", Severity::Warning},
                              {"info", Severity::Info}},
                             O.FailOn);
}

llvm::Error readLanguages(const InputArgList &Args, Options &O) {
  for (const std::string &Given : Args.getAllArgValues(OPT_languages))
    for (const llvm::StringRef Name : llvm::split(Given, ',')) {
      if (!O.Languages)
        O.Languages.emplace();
      if (!O.Languages->add(Name.trim()))
        return usageError("--languages is '{}'; it takes {}", Given,
                          LanguageSet::Form);
    }
  return llvm::Error::success();
}

llvm::Error readFormat(const InputArgList &Args, Options &O) {
  return parseEnum<ReportFormat>(Args, OPT_format, "format", formatsOf(O.Cmd),
                                 O.Format);
}

llvm::Error readColor(const InputArgList &Args, Options &O) {
  if (auto E = parseEnum<ColorMode>(Args, OPT_color, "color",
                                    {{"auto", ColorMode::Auto},
                                     {"always", ColorMode::Always},
                                     {"never", ColorMode::Never}},
                                    O.Color))
    return E;
  // The last of both spellings counts.
  const Arg *A = Args.getLastArg(OPT_color, OPT_use_color, OPT_use_color_eq);
  if (A && !A->getOption().matches(OPT_color)) {
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
  return llvm::Error::success();
}

llvm::Error readNumbers(const InputArgList &Args, Options &O) {
  const std::tuple<OptionId, unsigned *, const char *, const char *> Numbers[] =
      {{OPT_j, &O.Jobs, "-j", "files from 1 up"},
       {OPT_file_timeout, &O.FileTimeout, "--file-timeout",
        "seconds, or 0 for no limit"},
       {OPT_message_length, &O.MessageLength, "--message-length",
        "columns, or 0 for no limit"}};
  for (const auto &[Id, Number, Name, Of] : Numbers)
    if (const Arg *A = Args.getLastArg(Id))
      if (llvm::StringRef(A->getValue()).getAsInteger(10, *Number) ||
          (Id == OPT_j && !*Number))
        return usageError("{} is '{}'; it takes a number of {}", Name,
                          A->getValue(), Of);
  if (!O.TorchVersion.empty() && !TorchVersion::parse(O.TorchVersion))
    return usageError("--torch-version is '{}'; {}", O.TorchVersion,
                      TorchVersion::Form);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Given) {
  Options O;
  // '@file' stands for the arguments in it, as for clang-tidy and compilers.
  llvm::BumpPtrAllocator Memory;
  llvm::SmallVector<const char *> Expanded(Given);
  if (auto E = expand(Expanded, Memory))
    return std::move(E);
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
  // An unset variable of a CI job: what it names would not be written or read.
  for (const OptionId Id :
       {OPT_baseline, OPT_write_baseline, OPT_cache_dir, OPT_config_file,
        OPT_depfile, OPT_export_fixes, OPT_exported, OPT_facts_out,
        OPT_line_filter, OPT_memory_eq, OPT_o, OPT_p, OPT_torch_include,
        OPT_torch_version})
    if (const auto *Given = Args.getLastArg(Id);
        Given && llvm::StringRef(Given->getValue()).ltrim('=').empty())
      return usageError("option '{}' has an empty value; leave it out, or say "
                        "what it is",
                        Given->getSpelling());

#define OPTION_WITH_MARSHALLING(PREFIX, NAME, ID, KIND, GROUP, ALIAS,          \
                                ALIASARGS, FLAGS, VISIBILITY, PARAM, HELP,     \
                                HELPS, METAVAR, VALUES, SUBCOMMANDS, PARSED,   \
                                EMITTED, MEMBER, ...)                          \
  read(Args, OPT_##ID, O.MEMBER);
#include "Options.inc"
#undef OPTION_WITH_MARSHALLING
  O.Positional = Args.getAllArgValues(OPT_INPUT);
  O.HasFormat = Args.hasArg(OPT_format);
  O.Checks = llvm::join(Args.getAllArgValues(OPT_checks), ",");
  O.AllowNoChecks |= O.DumpConfig;
  O.NoSearch |= O.Sandboxed;
  // clang-tidy's own tools write -p=DIR.
  if (llvm::StringRef(O.BuildPath).starts_with("="))
    O.BuildPath.erase(0, 1);
  if (const Arg *A =
          Args.getLastArg(OPT_add_suppressions, OPT_add_suppressions_eq))
    O.AddSuppressions = A->getNumValues() ? A->getValue() : "";
  if (const Arg *A = Args.getLastArg(OPT_memory, OPT_memory_eq))
    O.Memory = A->getNumValues() ? A->getValue() : "";
  if (const Arg *A = Args.getLastArg(OPT_shard)) {
    O.Part = Shard::parse(A->getValue());
    if (!O.Part)
      return usageError("--shard is '{}'; it takes a part and the number of "
                        "parts: 2/7, up to {}",
                        A->getValue(), Shard::MaxCount);
  }
  O.Notices = effectless(Args, O.Verbose);
  for (auto *Read :
       {readFormat, readReports, readLanguages, readColor, readNumbers})
    if (auto E = Read(Args, O))
      return std::move(E);
  // run-clang-tidy asks for the checks of '-'.
  if (O.printsConfig())
    llvm::erase(O.Positional, "-");
  if (auto E = verify(O, Args))
    return std::move(E);
  // Results of other runs are no declared input.
  O.NoCache |= O.Sandboxed;
  for (const Arg *A : Args) {
    const unsigned Id = A->getOption().getUnaliasedOption().getID();
    const bool IsFacts = O.Cmd == Command::Merge && Id == OPT_INPUT;
    llvm::opt::ArgStringList Rendered;
    if (IsFacts || (O.Part && isOfProcess(Id)))
      continue;
    A->render(Args, Rendered);
    O.Given.insert(O.Given.end(), Rendered.begin(), Rendered.end());
  }
  return O;
}

} // namespace aoti_tidy
