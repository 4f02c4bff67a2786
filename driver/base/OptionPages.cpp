// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/OptionTable.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr StringRef ExitCodes =
    "Exit code: 0 clean, 1 findings, 2 bad usage or configuration, or fixes "
    "that could not be written, 3 a file could not be parsed, 4 internal error";

/// An option as the pages show it.
struct ShownOption {
  StringRef Name, Value;
  std::string Help;
  StringRef Group;
  bool IsShort; ///< '-p DIR', not '--checks=GLOBS'

  std::string spelling() const {
    if (Value.empty())
      return (IsShort ? "-" : "--") + Name.str();
    return IsShort ? ("-" + Name + " " + Value).str()
                   : ("--" + Name + "=" + Value).str();
  }
  /// "auto|always|never"
  bool hasChoices() const { return Value.contains('|'); }
};

/// Each command has forms of its own.
std::string formatHelp(const CommandInfo &C, StringRef OfLint) {
  if (C.Cmd == Command::Check || C.Cmd == Command::Merge)
    return OfLint.str();
  std::vector<StringRef> Names;
  for (const auto &[Name, Format] : formatsOf(C.Cmd))
    Names.push_back(Name);
  return fmt::format("Form of the output: {} (default), {}", Names.front(),
                     fmt::join(llvm::drop_begin(Names), ", "));
}

std::vector<ShownOption> optionsOf(const CommandInfo &C) {
  const OptionTable T;
  std::vector<ShownOption> Result;
  for (unsigned Id = 1; Id <= T.getNumOptions(); ++Id) {
    const llvm::opt::Option O = T.getOption(Id);
    const char *Help = T.getOptionHelpText(Id);
    if (!Help || O.getKind() == llvm::opt::Option::GroupClass ||
        !O.hasVisibilityFlag(llvm::opt::DefaultVis | C.Options))
      continue;
    const char *Value = T.getOptionMetaVar(Id);
    const auto Group = O.getGroup();
    Result.push_back({O.getName(), Value ? Value : "",
                      O.getID() == OPT_format ? formatHelp(C, Help) : Help,
                      Group.isValid() ? T.getOptionHelpText(Group.getID()) : "",
                      O.getPrefix() == "-"});
  }
  // In the table they are sorted by name.
  const auto Rank = [](const ShownOption &O) {
    static constexpr StringRef Groups[] = {"WHAT TO CHECK",
                                           "WHAT TO SAY OF A PACKAGE",
                                           "WHAT TO TRACE",
                                           "WHAT TO DO WITH THE CACHE",
                                           "WHAT TO WRITE",
                                           "HOW TO PARSE",
                                           "ON SEVERAL MACHINES",
                                           "IN A BUILD SYSTEM",
                                           "FIXES",
                                           "OUTPUT"};
    return std::pair(llvm::find(Groups, O.Group), O.Name);
  };
  llvm::sort(Result,
             [&](const auto &A, const auto &B) { return Rank(A) < Rank(B); });
  return Result;
}

/// \p Text from column \p Indent on, in lines of a terminal that is as wide as
/// all are at least; \p Begun is how long the line is that it goes behind.
std::string wrapped(StringRef Text, size_t Indent, size_t Begun = 0) {
  constexpr size_t Width = 80;
  std::string Result;
  size_t Column = Indent;
  llvm::SmallVector<StringRef> Words;
  Text.split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const auto Break = [&] {
    Result += '\n' + std::string(Indent, ' ');
    Column = Indent;
  };
  if (Begun > 0 && Begun + 2 > Indent)
    Break();
  else
    Result += std::string(Indent - Begun, ' ');
  Column = Indent;
  for (const StringRef Word : Words) {
    if (Column > Indent && Column + 1 + Word.size() > Width)
      Break();
    else if (Column > Indent) {
      Result += ' ';
      ++Column;
    }
    Result += Word;
    Column += Word.size();
  }
  return Result + '\n';
}

std::string optionList(const CommandInfo &C) {
  constexpr size_t HelpColumn = 26;
  std::string Text;
  StringRef Group;
  for (const ShownOption &O : optionsOf(C)) {
    if (O.Group != Group)
      Text += fmt::format("\n{}:\n", O.Group);
    Group = O.Group;
    const std::string Name = "  " + O.spelling();
    Text += Name + wrapped(O.Help, HelpColumn, Name.size());
  }
  return Text;
}

std::string usageOf(const CommandInfo &C) {
  const bool CanBeLeftOut = C.Cmd == Command::Check;
  const bool HasOptions = C.Options != 0;
  return fmt::format("aoti-tidy {}{} {}",
                     CanBeLeftOut ? "[check]" : StringRef(C.Name),
                     HasOptions ? " [options]" : "", StringRef(C.Arguments));
}

std::string helpOf(const CommandInfo &C) {
  return fmt::format("Usage: {}\n\n{}{}\n{}", usageOf(C), wrapped(C.About, 0),
                     optionList(C), wrapped(ExitCodes, 0));
}

std::string overview() {
  std::string Text = "Usage: aoti-tidy COMMAND [options] ...\n\n";
  for (const CommandInfo &C : commands()) {
    const std::string Name = fmt::format(
        "  {} {}", StringRef(C.Name),
        C.Cmd == Command::Check ? "PATH..." : StringRef(C.Arguments));
    Text += Name + wrapped(C.Summary, 28, Name.size());
  }
  return Text + "\n'aoti-tidy COMMAND --help' says more.\n";
}

std::string commandNames() {
  std::vector<StringRef> Names;
  for (const CommandInfo &C : commands())
    Names.push_back(C.Name);
  return llvm::join(Names, " ");
}

/// Completions for the last of \p Words, which was begun: one a line, with a tab
/// and its help behind it. The shell finds files itself.
std::string candidates(llvm::ArrayRef<std::string> Words) {
  const CommandInfo *Of = &infoOf(Command::Check);
  for (const std::string &Word : llvm::reverse(Words.drop_back()))
    if (const CommandInfo *C = findCommand(Word))
      Of = C;
  std::string Text;
  const auto Add = [&](StringRef Word, StringRef Help = "") {
    if (Word.starts_with(Words.back()))
      Text += (Word + "\t" + Help + "\n").str();
  };
  if (StringRef(Words.back()).starts_with("-")) {
    for (const ShownOption &O : optionsOf(*Of)) {
      const std::string Name = (O.IsShort ? "-" : "--") + O.Name.str();
      const bool TakesValue = !O.Value.empty() && !O.IsShort;
      if (TakesValue && O.hasChoices() && StringRef(Words.back()).contains('='))
        for (const StringRef Choice : llvm::split(O.Value, '|'))
          Add(Name + "=" + Choice.str());
      else
        Add(Name + (TakesValue ? "=" : ""), O.Help);
    }
    return Text;
  }
  if (Words.size() == 1 || Of->Cmd == Command::Help)
    for (const CommandInfo &C : commands())
      Add(C.Name, C.Summary);
  if (Of->Cmd == Command::Rule)
    for (const CheckInfo &C : allChecks())
      Add(C.Id);
  if (Of->Cmd == Command::Completion)
    for (const StringRef Shell : {"bash", "zsh", "fish"})
      Add(Shell);
  return Text;
}

constexpr StringRef Bash = R"sh(# bash completion of aoti-tidy
_aoti_tidy() {
  local cur=${COMP_WORDS[COMP_CWORD]} words
  if declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref -n '=:' cur
  fi
  words=$(aoti-tidy completion words -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$cur" | cut -f1)
  COMPREPLY=($words)
  case $cur in
    --*=*) COMPREPLY=("${COMPREPLY[@]#*=}") ;;
    -*) [[ $words == *= ]] && compopt -o nospace ;;
  esac
  if [[ ! $words ]]; then
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "${cur#--*=}"))
  fi
}
complete -F _aoti_tidy aoti-tidy
)sh";

constexpr StringRef Zsh = R"sh(#compdef aoti-tidy
# zsh completion of aoti-tidy
_aoti_tidy() {
  local -a found
  local line
  for line in ${(f)"$(aoti-tidy completion words -- ${words[2,CURRENT-1]} "${words[CURRENT]}")"}; do
    found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  _describe aoti-tidy found || { compset -P '--*='; _files; }
}
if [[ $funcstack[1] == _aoti_tidy ]]; then _aoti_tidy "$@"; else compdef _aoti_tidy aoti-tidy; fi
)sh";

constexpr StringRef Fish = R"sh(# fish completion of aoti-tidy
complete -c aoti-tidy -a '(aoti-tidy completion words -- (commandline -opc)[2..] (commandline -ct))'
)sh";

std::string troff(StringRef Text) {
  std::string Result;
  for (const char C : Text)
    if (C == '-')
      Result += "\\-";
    else if (C == '\\')
      Result += "\\e";
    else
      Result += C;
  // A line that begins so would be a request.
  return Result.starts_with('.') || Result.starts_with('\'') ? "\\&" + Result
                                                             : Result;
}

std::string manualPage() {
  std::string Text = fmt::format(
      ".TH AOTI-TIDY 1 \"\" \"aoti-tidy {}\" \"User Commands\"\n.SH NAME\n"
      "aoti\\-tidy \\- find misuses of PyTorch's AOTInductor\n.SH SYNOPSIS\n",
      AOTI_TIDY_VERSION);
  for (const CommandInfo &C : commands())
    Text += troff(usageOf(C)) + "\n.br\n";
  for (const CommandInfo &C : commands()) {
    Text +=
        fmt::format(".SH {}\n{}\n", StringRef(C.Name).upper(), troff(C.About));
    StringRef Group;
    for (const ShownOption &O : optionsOf(C)) {
      // Those for all commands are said once.
      if (C.Cmd != Command::Check &&
          llvm::any_of(optionsOf(commands().front()),
                       [&](const auto &Of) { return Of.Name == O.Name; }))
        continue;
      if (O.Group != Group)
        Text += fmt::format(".SS {}\n", O.Group);
      Group = O.Group;
      Text +=
          fmt::format(".TP\n.B {}\n{}\n", troff(O.spelling()), troff(O.Help));
    }
  }
  Text += fmt::format(".SH EXIT STATUS\n{}\n.SH ENVIRONMENT\nNO_COLOR, "
                      "FORCE_COLOR and CLICOLOR_FORCE decide on colours, "
                      "VIRTUAL_ENV, CONDA_PREFIX, Torch_DIR and LIBTORCH on "
                      "where torch is looked for.\n.SH SEE ALSO\n.BR "
                      "clang\\-tidy (1)\n",
                      troff(ExitCodes));
  return Text;
}

} // namespace

llvm::Expected<std::string> helpPage(const Options &O) {
  if (O.Cmd != Command::Help)
    return (O.HasCommand ? "" : overview() + "\n") + helpOf(infoOf(O.Cmd));
  std::string Text;
  for (const std::string &Name : O.Positional) {
    const CommandInfo *C = findCommand(Name);
    if (!C && nearestCommand(Name))
      return usageError("there is no command '{}'; did you mean '{}'?", Name,
                        StringRef(nearestCommand(Name)->Name));
    if (!C)
      return usageError("there is no command '{}'; there are {}", Name,
                        llvm::join(llvm::split(commandNames(), ' '), ", "));
    Text += (Text.empty() ? "" : "\n") + helpOf(*C);
  }
  return Text.empty() ? overview() : Text;
}

llvm::Expected<std::string> completionPage(const Options &O) {
  const StringRef Kind =
      O.Positional.size() == 1 ? StringRef(O.Positional.front()) : "";
  for (const auto &[Shell, Script] :
       {std::pair("bash", Bash), std::pair("zsh", Zsh),
        std::pair("fish", Fish)})
    if (Kind == Shell)
      return Script.str();
  if (Kind == "man")
    return manualPage();
  // The scripts above ask for this.
  if (Kind == "words" && O.CompilerFlags && !O.CompilerFlags->empty())
    return candidates(*O.CompilerFlags);
  return usageError("'completion' takes the name of a shell: bash, zsh or fish "
                    "('man' prints the manual page)");
}

} // namespace aoti_tidy
