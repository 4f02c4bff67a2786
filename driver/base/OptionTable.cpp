// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/OptionTable.h"
#include "llvm/Option/ArgList.h"

namespace aoti_tidy {
namespace {

using namespace llvm::opt; // Options.inc names its flags

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

constexpr CommandInfo Commands[] = {
    {Command::Check, CheckOption, "check", "PATH... [-- compiler flags]",
     "lint C++, Python and packages (the default: 'check' may be left out)",
     "Finds misuses of PyTorch's AOTInductor before anything runs. PATH is a "
     "C++ or Python file, a notebook, a folder, a package (.pt2), or '-' for "
     "standard input. '@FILE' stands for the arguments in a file."},
    {Command::Package, PackageOption, "package", "PACKAGE...",
     "what a compiled model takes, and who checks it",
     "Prints what a compiled model records. PACKAGE is a .pt2, a folder one "
     "was unpacked to, a .so, a wrapper's .cpp, or a log in which torch has "
     "printed the code; of two, also how they differ. Nothing is loaded or "
     "run."},
    {Command::Trace, TraceOption, "trace", "MODEL",
     "where each index of a kernel comes from",
     "Follows each index in a model's kernels back to the inputs. MODEL is a "
     ".pt2, a folder one was unpacked to, the .cpp of a wrapper or of its "
     "kernels, or a log in which torch has printed them."},
    {Command::Explain, ExplainOption, "explain", "[LOG|-]",
     "what an error of AOTInductor means, and what to do",
     "Reads what a program around AOTInductor has printed when it failed, and "
     "answers with the cause. LOG is a file, a folder (that of TORCH_TRACE), "
     "'-' or nothing for standard input, or the message itself."},
    {Command::Guard, GuardOption, "guard", "MODEL",
     "C++ or Python that checks a model's inputs before a run",
     "Writes code that refuses the inputs which a compiled model does not "
     "take: their number, types, devices, sizes, strides and, for indices, "
     "contents. MODEL is a .pt2, a folder one was unpacked to, or the .cpp of "
     "a wrapper."},
    {Command::Rule, RuleOption, "rule", "[ID...]",
     "the checks and the causes of crashes; the page of one",
     "Lists the checks and the causes that 'explain' knows, or prints the "
     "pages of those that are named."},
    {Command::Server, ServerOption, "server", "",
     "findings while you type: a language server",
     "Speaks the Language Server Protocol on standard input and output, for an "
     "editor that starts it. The options are those of 'check', for all files "
     "that are opened. Nothing of a workspace is run."},
    {Command::Skill, 0, "skill", "", "a skill for coding agents",
     "Prints SKILL.md: for a coding agent, which command to use when, and what "
     "to do in which order when a compiled model fails."},
    {Command::Merge, MergeOption, "merge", "FACTS...",
     "one report of what several machines have linted",
     "Reports what the shards of a run found, as one run over all files would, "
     "with its exit code. FACTS are what each shard wrote with --facts-out; "
     "run it in the folder of the repository that the shards ran in."},
    {Command::Init, InitOption, "init", "[FOLDER]",
     "begin a configuration with what the repository has",
     "Writes a commented configuration for the repository in FOLDER (default: "
     "the working directory): [tool.aoti-tidy] at the end of its "
     "pyproject.toml, "
     "else aoti-tidy.toml. A configuration that is there stays as it is."},
    {Command::Cache, CacheOption, "cache", "", "show or clear the cache",
     "Says what is in the cache: what runs have read of torch's headers, so "
     "that later ones take a fraction of the time. Nothing in it is needed."},
    {Command::Completion, 0, "completion", "bash|zsh|fish",
     "completions for a shell",
     "Prints the completions of a shell: source <(aoti-tidy completion bash)"},
    {Command::Help, 0, "help", "[COMMAND]", "this text; a command's help",
     "Prints what a command does and takes."},
};

} // namespace

llvm::ArrayRef<CommandInfo> commands() { return Commands; }

const CommandInfo &infoOf(Command Cmd) {
  return *llvm::find_if(Commands,
                        [&](const CommandInfo &C) { return C.Cmd == Cmd; });
}

const CommandInfo *findCommand(llvm::StringRef Name) {
  const auto *It = llvm::find_if(
      Commands, [&](const CommandInfo &C) { return C.Name == Name; });
  return It == std::end(Commands) ? nullptr : It;
}

const CommandInfo *nearestCommand(llvm::StringRef Text) {
  constexpr unsigned MaxDistance = 2;
  for (const CommandInfo &C : Commands)
    if (Text.size() > MaxDistance &&
        C.Name.edit_distance(Text, /*AllowReplacements=*/true, MaxDistance) <=
            MaxDistance)
      return &C;
  return nullptr;
}

std::vector<std::pair<llvm::StringRef, ReportFormat>> formatsOf(Command Cmd) {
  // Only a lint has findings.
  if (Cmd == Command::Check || Cmd == Command::Merge)
    return {
#define AOTI_FORMAT(NAME, TEXT, ESCAPES) {TEXT, ReportFormat::NAME},
#include "driver/base/Formats.def"
    };
  std::vector<std::pair<llvm::StringRef, ReportFormat>> Formats = {
      {"text", ReportFormat::Text}, {"json", ReportFormat::Json}};
  if (Cmd == Command::Guard)
    Formats = {{"cpp", ReportFormat::Cpp}, {"python", ReportFormat::Python}};
  if (Cmd == Command::Trace)
    Formats.emplace_back("html", ReportFormat::Html);
  if (Cmd == Command::Explain) {
    Formats.emplace_back("markdown", ReportFormat::Markdown);
    Formats.emplace_back("github", ReportFormat::Github);
  }
  return Formats;
}

OptionTable::OptionTable()
    : GenericOptTable(OptionStrTable, OptionPrefixesTable, InfoTable) {}

std::vector<const CommandInfo *>
OptionTable::commandsWith(llvm::StringRef Spelling) const {
  const std::string Text = Spelling.str();
  // The value may be an argument of its own.
  const char *Argv[] = {Text.c_str(), "value"};
  std::vector<const CommandInfo *> Found;
  for (const CommandInfo &C : Commands) {
    unsigned MissingIndex = 0, MissingCount = 0;
    const InputArgList Args =
        ParseArgs(Argv, MissingIndex, MissingCount, visibleTo(C));
    if (!Args.hasArg(OPT_UNKNOWN))
      Found.push_back(&C);
  }
  return Found;
}

} // namespace aoti_tidy
