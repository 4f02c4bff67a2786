// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of aoti-tidy. Names that clang-tidy has mean the same here.
include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--", "-"], name>, HelpText<help>;
multiclass Eq<string name, string metavar, string help> {
  def NAME : Separate<["--", "-"], name>, MetaVarName<metavar>, HelpText<help>;
  def NAME #_eq : Joined<["--", "-"], name #"=">, Alias<!cast<Separate>(NAME)>;
}

def grp_what : OptionGroup<"what">, HelpText<"WHAT TO CHECK">;
let Group = grp_what in {
defm checks : Eq<"checks", "GLOBS", "Comma-separated globs added to the default checks; '-' removes: --checks='-*,aoti-debug-flag'">;
defm package : Eq<"package", "FILE", "The package (.pt2, unpacked folder, .so) that loaders load whose path the source does not tell; repeatable, then told apart by name. FILES=PACKAGE: for the loaders of these files: 'src/rank/*.cpp=ranker.pt2'">;
defm exported : Eq<"exported", "FILE", "What torch.export.save wrote of the model whose package is linted: the sizes that the export allows">;
def include_notebooks : F<"include-notebooks", "Lint the Python cells of notebooks (.ipynb), too">;
def include_markdown : F<"include-markdown", "Lint the blocks of Markdown files (.md) that are marked as Python, too">;
defm stdin_filename : Eq<"stdin-filename", "FILE", "What standard input, '-', is taken to be: its name, language and configuration">;
defm config : Eq<"config", "YAML", "Configuration in .clang-tidy format, instead of .clang-tidy files">;
defm config_file : Eq<"config-file", "FILE", "Configuration file, instead of .clang-tidy files">;
defm header_filter : Eq<"header-filter", "REGEX", "Report findings in headers whose path matches (default: every non-system header)">;
defm line_filter : Eq<"line-filter", "JSON", "Report findings in these lines only: [{\"name\":\"a.cpp\",\"lines\":[[1,3]]}]">;
defm warnings_as_errors : Eq<"warnings-as-errors", "GLOBS", "Checks whose findings have severity 'error'">;
def runs : F<"runs", "Instead of findings, print what is known of each run of a model in C++: its package, and its inputs' devices, types and sizes">;
def list_checks : F<"list-checks", "List the enabled checks and exit">;
}

def grp_how : OptionGroup<"how">, HelpText<"HOW TO PARSE">;
let Group = grp_how in {
def p : JoinedOrSeparate<["-"], "p">, MetaVarName<"DIR">, HelpText<"Directory of compile_commands.json (default: searched upwards from each file, then in build/)">;
defm extra_arg : Eq<"extra-arg", "ARG", "Compiler argument to append; repeatable">;
defm extra_arg_before : Eq<"extra-arg-before", "ARG", "Compiler argument to prepend; repeatable">;
defm torch_include : Eq<"torch-include", "DIR", "Torch's include directory (default: the flags' own, then $VIRTUAL_ENV, $CONDA_PREFIX, python3, $Torch_DIR, $LIBTORCH)">;
defm torch_version : Eq<"torch-version", "X.Y", "Torch version to check against (default: that of the headers; for Python, of the torch found as for --torch-include)">;
def no_search : F<"no-search", "Do not look in the repository for headers that are not found, and for what other files register">;
defm file_timeout : Eq<"file-timeout", "SECONDS", "CPU time for a file (default: 120; 0: no limit); one that takes more counts as not parsed">;
def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"N">, HelpText<"Files to lint at a time (default: one per core)">;
}

def grp_fix : OptionGroup<"fix">, HelpText<"FIXES">;
let Group = grp_fix in {
def fix : F<"fix", "Apply the safe fixes">;
def unsafe_fixes : F<"unsafe-fixes", "Apply the safe fixes and those whose effect you must judge">;
def diff : F<"diff", "Print what --fix would change (with --unsafe-fixes: what that would) and change nothing">;
defm export_fixes : Eq<"export-fixes", "FILE", "Write the findings and fixes as YAML for clang-apply-replacements">;
}

def grp_trace : OptionGroup<"trace">, HelpText<"WHAT TO TRACE">;
let Group = grp_trace in {
defm kernel_name : Eq<"kernel", "NAME", "Only the kernels whose name is NAME, or contains it">;
def all : F<"all", "What is proved to be in bounds, too; by default the text shows only what is out of bounds or not decided">;
defm assert_text : Eq<"assert", "TEXT", "Only the asserts that TEXT is about: an error message or a line of a log, whole or in part">;
}

def grp_explain : OptionGroup<"explain">, HelpText<"WHAT TO EXPLAIN A LOG WITH">;
let Group = grp_explain in {
defm source : Eq<"source", "DIR", "The sources of the program that failed, a file or a folder: the checks look there for the cause; repeatable">;
defm env : Eq<"env", "FILE", "The environment of the process that failed: what 'env' printed, or /proc/PID/environ">;
}

def grp_out : OptionGroup<"out">, HelpText<"OUTPUT">;
let Group = grp_out in {
defm format : Eq<"format", "text|json|html|markdown", "Form of the report (default: text); html: of 'trace' only; markdown: of 'explain' only">;
def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"FILE">, HelpText<"Write the report to a file instead of standard output">;
defm color : Eq<"color", "auto|always|never", "Colours in the text report (default: auto)">;
def exit_zero : F<"exit-zero", "Exit with 0 although there are findings (never although something failed)">;
def quiet : F<"quiet", "No notices, progress and summary on standard error">;
def verbose : F<"verbose", "Say why checks were silent: the loaders whose package is not known; --runs says more. With package, list all constants">;
def help : F<"help", "Print this help and exit">;
def h : Flag<["-"], "h">, Alias<help>;
def version : F<"version", "Print the version and exit">;
}
