// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/OptionPages.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/OptionTable.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr StringRef ExitCodes =
    "Exit code: 0 clean, 1 findings, 2 bad usage or configuration, or fixes "
    "that could not be written, 3 a file could not be parsed, 4 internal error";

/// An option as the pages show it.
struct ShownOption {
  StringRef Name, Value, Help, Group;
  bool IsShort; ///< '-p DIR', not '--checks=GLOBS'

  std::string spelling() const {
    if (Value.empty())
      return (IsShort ? "-" : "--") + Name.str();
    return IsShort ? ("-" + Name + " " + Value).str()
                   : ("--" + Name + "=" + Value).str();
  }
  /// "auto|always|never"
  bool hasChoices() const { return Value.contains('|'); }
  bool takesPath() const {
    return Value.contains("FILE") || Value.contains("DIR");
  }
};

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
    Result.push_back({O.getName(), Value ? Value : "", Help,
                      Group.isValid() ? T.getOptionHelpText(Group.getID()) : "",
                      O.getPrefix() == "-"});
  }
  // In the table they are sorted by name.
  const auto Rank = [](const ShownOption &O) {
    static constexpr StringRef Groups[] = {"WHAT TO CHECK",
                                           "WHAT TO TRACE",
                                           "WHAT TO DO WITH THE CACHE",
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

std::string namesOf(const CommandInfo &C) {
  std::vector<std::string> Names;
  for (const ShownOption &O : optionsOf(C))
    Names.push_back((O.IsShort ? "-" : "--") + O.Name.str() +
                    (O.Value.empty() || O.IsShort ? "" : "="));
  return llvm::join(Names, " ");
}

std::string commandNames() {
  std::vector<StringRef> Names;
  for (const CommandInfo &C : commands())
    Names.push_back(C.Name);
  return llvm::join(Names, " ");
}

std::string checkNames() {
  std::vector<StringRef> Names;
  for (const CheckInfo &C : allChecks())
    Names.push_back(C.Id);
  return llvm::join(Names, " ");
}

std::string bashScript() {
  std::string Text =
      R"(# bash completion of aoti-tidy; made from its table of options
_aoti_tidy() {
  local cur prev word command=check options values
  COMPREPLY=()
  if declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref -n '=:' cur prev
  else
    cur=${COMP_WORDS[COMP_CWORD]}
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
)";
  Text += fmt::format("      {}) command=$word; break ;;\n",
                      llvm::join(llvm::split(commandNames(), ' '), "|"));
  Text += "    esac\n  done\n  case $command in\n";
  for (const CommandInfo &C : commands())
    Text +=
        fmt::format("    {}) options='{}' ;;\n", StringRef(C.Name), namesOf(C));
  Text += "  esac\n  case $cur in\n";
  std::set<StringRef> Seen;
  for (const CommandInfo &C : commands())
    for (const ShownOption &O : optionsOf(C))
      if (O.hasChoices() && Seen.insert(O.Name).second)
        Text += fmt::format(
            "    --{}=*) COMPREPLY=($(compgen -W '{}' -- \"${{cur#*=}}\")); "
            "return ;;\n",
            O.Name, llvm::join(llvm::split(O.Value, '|'), " "));
  Text += fmt::format(
      R"(    --*=*) compopt -o filenames; COMPREPLY=($(compgen -f -- "${{cur#*=}}")); return ;;
    -*)
      COMPREPLY=($(compgen -W "$options" -- "$cur"))
      [[ ${{#COMPREPLY[@]}} == 1 && $COMPREPLY == *= ]] && compopt -o nospace
      return ;;
  esac
  case $command in
    rule) values='{}' ;;
    completion) values='bash zsh fish' ;;
    help) values='{}' ;;
  esac
  if [[ $COMP_CWORD == 1 ]]; then
    values='{}'
  fi
  compopt -o filenames
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
  case $command in
    rule | completion | help) ;;
    *) COMPREPLY+=($(compgen -f -- "$cur")) ;;
  esac
}}
complete -F _aoti_tidy aoti-tidy
)",
      checkNames(), commandNames(), commandNames());
  return Text;
}

/// A text between single quotes of a shell.
std::string quoted(StringRef Text, bool IsZsh) {
  std::string Result;
  for (const char C : Text) {
    if (C == '\'')
      Result += IsZsh ? "'\\''" : "\\'";
    else if (IsZsh && (C == '[' || C == ']' || C == ':'))
      Result += std::string("\\") + C;
    else if (!IsZsh && C == '\\')
      Result += "\\\\";
    else
      Result += C;
  }
  return Result;
}

std::string zshScript() {
  std::string Text = "#compdef aoti-tidy\n"
                     "# zsh completion of aoti-tidy; made from its table of "
                     "options\n"
                     "_aoti_tidy() {\n"
                     "  local -a commands arguments\n"
                     "  local command=check\n"
                     "  commands=(\n";
  for (const CommandInfo &C : commands())
    Text += fmt::format("    '{}:{}'\n", StringRef(C.Name),
                        quoted(C.Summary, /*IsZsh=*/true));
  Text +=
      fmt::format("  )\n"
                  "  case ${{words[2]}} in\n"
                  "    {}) command=${{words[2]}}; shift words; (( CURRENT-- "
                  ")) ;;\n"
                  "    *) (( CURRENT == 2 )) && _describe command commands "
                  ";;\n"
                  "  esac\n"
                  "  case $command in\n",
                  llvm::join(llvm::split(commandNames(), ' '), "|"));
  for (const CommandInfo &C : commands()) {
    Text += fmt::format("    {})\n      arguments=(\n", StringRef(C.Name));
    for (const ShownOption &O : optionsOf(C)) {
      const std::string Action =
          O.hasChoices()
              ? "(" + llvm::join(llvm::split(O.Value, '|'), " ") + ")"
          : O.takesPath() ? "_files"
                          : "";
      Text +=
          fmt::format("        '{}{}{}[{}]{}'\n", O.IsShort ? "-" : "--",
                      O.Name, O.Value.empty() ? "" : (O.IsShort ? "+" : "="),
                      quoted(O.Help, /*IsZsh=*/true),
                      O.Value.empty() ? ""
                                      : ":" + quoted(O.Value, /*IsZsh=*/true) +
                                            ":" + Action);
    }
    const std::string Rest = C.Cmd == Command::Rule ? "(" + checkNames() + ")"
                             : C.Cmd == Command::Completion ? "(bash zsh fish)"
                             : C.Cmd == Command::Help
                                 ? "(" + commandNames() + ")"
                                 : "_files";
    Text += fmt::format("        '*:{}:{}'\n      ) ;;\n",
                        quoted(C.Arguments, /*IsZsh=*/true), Rest);
  }
  return Text + "  esac\n"
                "  _arguments -S $arguments\n"
                "}\n"
                "if [[ $funcstack[1] == _aoti_tidy ]]; then _aoti_tidy \"$@\"; "
                "else compdef _aoti_tidy aoti-tidy; fi\n";
}

std::string fishScript() {
  std::string Text =
      "# fish completion of aoti-tidy; made from its table of options\n";
  std::string Others;
  for (const CommandInfo &C : commands()) {
    Text += fmt::format(
        "complete -c aoti-tidy -n __fish_use_subcommand -a {} -d '{}'\n",
        StringRef(C.Name), quoted(C.Summary, /*IsZsh=*/false));
    if (C.Cmd != Command::Check)
      Others += (" " + C.Name).str();
  }
  for (const CommandInfo &C : commands()) {
    const std::string When =
        C.Cmd == Command::Check
            ? "'not __fish_seen_subcommand_from" + Others + "'"
            : ("'__fish_seen_subcommand_from " + C.Name + "'").str();
    for (const ShownOption &O : optionsOf(C)) {
      Text += fmt::format("complete -c aoti-tidy -n {} {} {} -d '{}'", When,
                          O.IsShort && O.Name.size() == 1 ? "-s" : "-l", O.Name,
                          quoted(O.Help, /*IsZsh=*/false));
      if (O.hasChoices())
        Text += fmt::format(" -x -a '{}'",
                            llvm::join(llvm::split(O.Value, '|'), " "));
      else if (!O.Value.empty())
        Text += O.takesPath() ? " -r" : " -x";
      Text += '\n';
    }
    if (C.Cmd == Command::Rule)
      Text += fmt::format("complete -c aoti-tidy -n {} -f -a '{}'\n", When,
                          checkNames());
    if (C.Cmd == Command::Completion)
      Text += fmt::format("complete -c aoti-tidy -n {} -f -a 'bash zsh fish'\n",
                          When);
  }
  return Text;
}

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
  const StringRef Shell =
      O.Positional.size() == 1 ? StringRef(O.Positional.front()) : "";
  if (Shell == "bash")
    return bashScript();
  if (Shell == "zsh")
    return zshScript();
  if (Shell == "fish")
    return fishScript();
  if (Shell == "man")
    return manualPage();
  return usageError("'completion' takes the name of a shell: bash, zsh or fish "
                    "('man' prints the manual page)");
}

} // namespace aoti_tidy
