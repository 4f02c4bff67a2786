// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of aoti-tidy. Names that clang-tidy has mean the same here.
include "llvm/Option/OptParser.td"

// Which commands an option is for; one that does not say so is for all.
def CheckOption : OptionVisibility;
def PackageOption : OptionVisibility;
def TraceOption : OptionVisibility;
def GuardOption : OptionVisibility;
def ExplainOption : OptionVisibility;
def RuleOption : OptionVisibility;
def MergeOption : OptionVisibility;
def CacheOption : OptionVisibility;
def ServerOption : OptionVisibility;
def InitOption : OptionVisibility;

// The member of Options that has its value.
class Into<string member> : MarshallingInfo<KeyPathAndMacro<"", member>, "">;

class F<string name, string help> : Flag<["--", "-"], name>, HelpText<help>;
multiclass Eq<string name, string metavar, string help> {
  def NAME : Separate<["--", "-"], name>, MetaVarName<metavar>, HelpText<help>;
  def NAME #_eq : Joined<["--", "-"], name #"=">, Alias<!cast<Separate>(NAME)>;
}

def grp_what : OptionGroup<"what">, HelpText<"WHAT TO CHECK">;
let Group = grp_what, Visibility = [CheckOption] in {
let Visibility = [CheckOption, ServerOption] in
defm checks : Eq<"checks", "GLOBS", "Comma-separated globs added to the default checks; '-' removes: --checks='-*,aoti-debug-flag'">;
let Visibility = [CheckOption, ExplainOption, ServerOption] in
defm package : Eq<"package", "FILE", "The package (.pt2, unpacked folder, .so) of loaders whose path is not a constant; repeatable, then matched by name. FILES=PACKAGE: for the loaders of these files: 'src/rank/*.cpp=ranker.pt2'">, Into<"Packages">;
let Visibility = [CheckOption, PackageOption, TraceOption, GuardOption] in
defm exported : Eq<"exported", "FILE", "What torch.export.save wrote of the model: what forward() calls its inputs, and the sizes that the export allows">, Into<"Exported">;
defm languages : Eq<"languages", "LANGUAGES", "Lint these only, comma-separated: cxx, python, package. Without cxx no torch is needed">;
def include_notebooks : F<"include-notebooks", "Lint the Python cells of notebooks (.ipynb), too">, Into<"IncludeNotebooks">;
def include_markdown : F<"include-markdown", "Lint the blocks of Markdown files (.md) that are marked as Python, too">, Into<"IncludeMarkdown">;
defm stdin_filename : Eq<"stdin-filename", "FILE", "File name to assume for standard input, '-': its language and configuration">, Into<"StdinFilename">;
let Visibility = [CheckOption, ServerOption] in {
defm config : Eq<"config", "YAML", "Configuration in .clang-tidy format, instead of .clang-tidy files">, Into<"Config">;
defm config_file : Eq<"config-file", "FILE", "Configuration file, instead of .clang-tidy files">, Into<"ConfigFile">;
defm header_filter : Eq<"header-filter", "REGEX", "Report findings in headers whose path matches (default: every non-system header)">, Into<"HeaderFilter">;
defm exclude_header_filter : Eq<"exclude-header-filter", "REGEX", "Report no findings in headers whose path matches">, Into<"ExcludeHeaderFilter">;
defm warnings_as_errors : Eq<"warnings-as-errors", "GLOBS", "Checks whose findings have severity 'error'">, Into<"WarningsAsErrors">;
}
defm line_filter : Eq<"line-filter", "JSON", "Report findings in these lines only: [{\"name\":\"a.cpp\",\"lines\":[[1,3]]}]">, Into<"LineFilter">;
let Visibility = [CheckOption, MergeOption] in
def runs : F<"runs", "Instead of findings, print what is known about each run of a model: its package, its inputs' devices, types and sizes, and what is missing">, Into<"Runs">;
def show_config : F<"show-config", "Print what is configured for a file, and where each value came from, and exit">, Into<"ShowConfig">;
def explain_config : Flag<["--", "-"], "explain-config">, Alias<show_config>;
def list_checks : F<"list-checks", "List the enabled checks and exit">, Into<"ListChecks">;
}

// clang-tidy's, as its scripts and editors pass them: what has another name here, or
// nothing to do. Without a help text, they are on no page.
multiclass Hidden<string name> {
  def NAME : Separate<["--", "-"], name>;
  def NAME #_eq : Joined<["--", "-"], name #"=">, Alias<!cast<Separate>(NAME)>;
}
class HiddenF<string name> : Flag<["--", "-"], name>;
// What editors' clients pass to every server.
let Visibility = [ServerOption] in
def stdio : HiddenF<"stdio">;
let Visibility = [CheckOption] in {
def allow_no_checks : HiddenF<"allow-no-checks">, Into<"AllowNoChecks">;
def dump_config : HiddenF<"dump-config">, Into<"DumpConfig">;
def verify_config : HiddenF<"verify-config">, Into<"VerifyConfig">;
defm removed_arg : Hidden<"removed-arg">, Into<"RemovedArgs">;
}
def grp_moot : OptionGroup<"moot">;
let Group = grp_moot, Visibility = [CheckOption] in {
def alpha_checkers : HiddenF<"allow-enabling-analyzer-alpha-checkers">;
def custom_checks : HiddenF<"experimental-custom-checks">;
def module_headers : HiddenF<"enable-module-headers-parsing">;
def system_headers : HiddenF<"system-headers">;
defm format_style : Hidden<"format-style">;
}
// What is read, run or written is not what was asked for.
def grp_missed : OptionGroup<"missed">;
let Group = grp_missed, Visibility = [CheckOption] in {
defm load : Hidden<"load">;
defm store_check_profile : Hidden<"store-check-profile">;
defm vfsoverlay : Hidden<"vfsoverlay">;
}

def grp_which : OptionGroup<"which">, HelpText<"WHICH FINDINGS TO REPORT">;
let Group = grp_which, Visibility = [CheckOption, MergeOption] in {
defm baseline : Eq<"baseline", "FILE", "Only findings that FILE, written by --write-baseline, does not have">, Into<"Baseline">;
defm write_baseline : Eq<"write-baseline", "FILE", "Write all findings of this run to FILE, and report none">, Into<"WriteBaseline">;
def strict_baseline : F<"strict-baseline", "Exit with 1, too, where the baseline has findings that are gone">, Into<"StrictBaseline">;
defm since : Eq<"since", "REV", "Only findings in lines changed since the branch left this revision of git; staged, unstaged and untracked ones included">, Into<"Since">;
let Visibility = [CheckOption] in {
def ignore_suppressions : F<"ignore-suppressions", "Also report findings that comments suppress (NOLINT, noqa)">, Into<"IgnoreSuppressions">;
def report_unused_suppressions : F<"report-unused-suppressions", "Report comments that silence none of our findings, and those that name no check">, Into<"ReportUnusedSuppressions">;
def require_suppression_reasons : F<"require-suppression-reasons", "Report comments that name a check of ours and give no reason behind it">, Into<"RequireSuppressionReasons">;
}
}

def grp_share : OptionGroup<"share">, HelpText<"ON SEVERAL MACHINES">;
let Group = grp_share, Visibility = [CheckOption] in {
defm shard : Eq<"shard", "I/N", "Lint part I of N of the files, the same on every machine, and report nothing yet: 'aoti-tidy merge' reports what all parts found">;
defm facts_out : Eq<"facts-out", "FILE", "Of a shard: write what was found to FILE, for 'aoti-tidy merge'">, Into<"FactsOut">;
}

def grp_how : OptionGroup<"how">, HelpText<"HOW TO PARSE">;
let Group = grp_how, Visibility = [CheckOption, ServerOption] in {
def p : JoinedOrSeparate<["-"], "p">, MetaVarName<"DIR">, HelpText<"Directory of compile_commands.json (default: searched upwards from each file, then in build/)">, Into<"BuildPath">;
defm extra_arg : Eq<"extra-arg", "ARG", "Compiler argument to append; repeatable">, Into<"ExtraArgs">;
defm extra_arg_before : Eq<"extra-arg-before", "ARG", "Compiler argument to prepend; repeatable">, Into<"ExtraArgsBefore">;
let Visibility = [CheckOption, ExplainOption, ServerOption] in
defm torch_include : Eq<"torch-include", "DIR", "Torch's include directory (default: the flags' own, then $VIRTUAL_ENV, $CONDA_PREFIX, python3, $Torch_DIR, $LIBTORCH)">, Into<"TorchInclude">;
let Visibility = [CheckOption, ExplainOption, ServerOption] in
defm torch_version : Eq<"torch-version", "X.Y", "Torch version to check against (default: that of the headers; for Python, of the torch found as for --torch-include)">, Into<"TorchVersion">;
def no_search : F<"no-search", "Do not look in the repository for headers that are not found, and for what other files register">, Into<"NoSearch">;
def no_slices : F<"no-slices", "Parse all of torch's headers, also the operators that neither a C++ file nor its project mentions">, Into<"NoSlices">;
def no_gate : F<"no-gate", "Parse every C++ file, also where neither it nor a header of its project has a word of AOTInductor or of a registration of operators">, Into<"NoGate">;
let Visibility = [CheckOption, PackageOption, TraceOption, GuardOption, ExplainOption, ServerOption] in
defm file_timeout : Eq<"file-timeout", "SECONDS", "CPU time for a file (default: 120; 0: no limit); one that takes more counts as not parsed">;
let Visibility = [CheckOption, CacheOption, ServerOption] in
defm cache_dir : Eq<"cache-dir", "DIR", "Where to keep what later runs can use (default: $XDG_CACHE_HOME/aoti-tidy, else ~/.cache/aoti-tidy)">, Into<"CacheDir">;
def no_cache : F<"no-cache", "Neither use nor keep anything of other runs">, Into<"NoCache">;
let Visibility = [CheckOption, MergeOption] in
def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"N">, HelpText<"Files to lint at a time (default: one per core, as far as memory allows)">;
}

def grp_build : OptionGroup<"build">, HelpText<"IN A BUILD SYSTEM">;
let Group = grp_build, Visibility = [CheckOption, MergeOption] in {
def sandboxed : F<"sandboxed", "Read nothing but the inputs: the files that are named here, and those in --inputs; exit with 2 where anything else is read. Implies --no-search">, Into<"Sandboxed">;
defm inputs : Eq<"inputs", "FILE", "With --sandboxed: a list of more inputs, a file or a folder in each line; repeatable">, Into<"InputLists">;
defm depfile : Eq<"depfile", "FILE", "Write which files were read to FILE, for make and ninja; the target is the FILE of -o or of --facts-out">, Into<"Depfile">;
}

def grp_fix : OptionGroup<"fix">, HelpText<"FIXES">;
let Group = grp_fix, Visibility = [CheckOption] in {
def fix : F<"fix", "Apply the safe fixes">, Into<"Fix">;
def fix_errors : Flag<["--", "-"], "fix-errors">, Alias<fix>;
def fix_notes : Flag<["--", "-"], "fix-notes">, Alias<fix>;
def unsafe_fixes : F<"unsafe-fixes", "Apply the safe fixes and those whose effect you must judge">, Into<"UnsafeFixes">;
def diff : F<"diff", "Print what --fix would change (with --unsafe-fixes: what that would) and change nothing">, Into<"Diff">;
def add_suppressions : F<"add-suppressions", "Instead of fixes, add comments that silence what is found">;
def add_suppressions_eq : Joined<["--", "-"], "add-suppressions=">, MetaVarName<"REASON">, HelpText<"As --add-suppressions, with that reason in each comment">;
defm export_fixes : Eq<"export-fixes", "FILE", "Write the findings and fixes as YAML for clang-apply-replacements">, Into<"ExportFixes">;
}

def grp_package : OptionGroup<"of-package">, HelpText<"WHAT TO SAY OF A PACKAGE">;
let Group = grp_package, Visibility = [PackageOption] in {
def prove : F<"prove", "From which size to which one each dynamic dimension is proved to be safe, what an index may hold, which sizes must be equal, and what happens otherwise">, Into<"Prove">;
def memory : F<"memory", "What the tensors that a run allocates take at least, as a formula of the dynamic sizes and at their bounds (preview)">;
def memory_eq : Joined<["--", "-"], "memory=">, MetaVarName<"SIZES">, HelpText<"As --memory, at these sizes, too: s77=64,s12=3">;
def compatible : F<"compatible", "Of two packages, OLD and NEW: what a caller of OLD sees break with NEW; exit code 1 if anything does">, Into<"Compatible">;
defm target : Eq<"target", "MACHINE", "Whether the packages load there, as cpu=x86-64-v3,gpu=sm_80,torch=2.8, each of them or not; exit code 1 if one does not">, Into<"Target">;
}

def grp_trace : OptionGroup<"trace">, HelpText<"WHAT TO TRACE">;
let Group = grp_trace, Visibility = [TraceOption] in {
defm kernel_name : Eq<"kernel", "NAME", "Only the kernels whose name is NAME, or contains it">, Into<"TraceKernel">;
def all : F<"all", "What is proved to be in bounds, too; by default the text shows only what is out of bounds or not decided">, Into<"TraceAll">;
defm assert_text : Eq<"assert", "TEXT", "Only the asserts that TEXT is about: an error message or a line of a log, whole or in part">, Into<"TraceAssert">;
}

def grp_explain : OptionGroup<"explain">, HelpText<"WHAT TO EXPLAIN A LOG WITH">;
let Group = grp_explain, Visibility = [ExplainOption] in {
defm source : Eq<"source", "DIR", "The sources of the program that failed, a file or a folder: the checks look there for the cause; repeatable">, Into<"Sources">;
}

def grp_cache : OptionGroup<"cache">, HelpText<"WHAT TO DO WITH THE CACHE">;
let Group = grp_cache, Visibility = [CacheOption] in {
def clear : F<"clear", "Remove everything from it">, Into<"CacheClear">;
}

def grp_init : OptionGroup<"init">, HelpText<"WHAT TO WRITE">;
let Group = grp_init, Visibility = [InitOption] in {
def dry_run : F<"dry-run", "Print what would be written, and write nothing">, Into<"DryRun">;
}

def grp_out : OptionGroup<"out">, HelpText<"OUTPUT">;
let Group = grp_out in {
let Visibility = [CheckOption, MergeOption, PackageOption, TraceOption, ExplainOption, RuleOption, CacheOption, GuardOption] in
defm format : Eq<"format", "FORM", "Form of the report: text (default), concise (a line for each finding), json, jsonl, sarif, github (the default, beside text, where $GITHUB_ACTIONS is true), gitlab, junit, lintrunner, markdown">;
let Visibility = [CheckOption, MergeOption] in {
defm report : Eq<"report", "FORM:FILE", "Write another report beside that of --format; repeatable. --report=github prints annotations">;
defm fail_on : Eq<"fail-on", "error|warning|info", "The least severity for which a run with findings exits with 1 (default: warning)">;
}
let Visibility = [CheckOption, MergeOption, PackageOption, TraceOption, GuardOption, ExplainOption] in
def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"FILE">, HelpText<"Write the report to a file; of another form than text, the text of a lint still goes to standard output">, Into<"OutputFile">;
let Visibility = [CheckOption, MergeOption, TraceOption, ExplainOption, PackageOption, RuleOption] in {
defm color : Eq<"color", "auto|always|never", "Colours in text (default: auto; FORCE_COLOR, CLICOLOR_FORCE and NO_COLOR of the environment decide before the terminal does)">;
def use_color : F<"use-color", "The same as --color=always, as clang-tidy spells it">;
def use_color_eq : Joined<["--", "-"], "use-color=">;
}
let Visibility = [CheckOption, MergeOption] in
defm message_length : Eq<"message-length", "COLUMNS", "Where the text report goes on with a note below, instead of a longer message (default: 95); 0: nowhere, for programs that read one line">;
let Visibility = [CheckOption, MergeOption] in
def exit_zero : F<"exit-zero", "Exit with 0 although there are findings (never although something failed)">, Into<"ExitZero">;
let Visibility = [CheckOption, MergeOption, PackageOption, TraceOption, GuardOption, ExplainOption] in
def quiet : F<"quiet", "No notices, progress and summary on standard error; with -o of another form, no text">, Into<"Quiet">;
let Visibility = [CheckOption] in
def statistics : F<"statistics", "Findings and time of each check, on standard error">, Into<"Statistics">;
let Visibility = [CheckOption] in
def enable_check_profile : Flag<["--", "-"], "enable-check-profile">, Alias<statistics>;
let Visibility = [CheckOption, MergeOption, PackageOption, ExplainOption] in
def verbose : F<"verbose", "Say why checks were silent: the loaders whose package is not known; --runs says more. Print the compiler's errors of every file. With package, list all constants">, Into<"Verbose">;
def help : F<"help", "Print this help and exit">, Into<"Help">;
def h : Flag<["-"], "h">, Alias<help>;
def version : F<"version", "Print the version and exit">, Into<"Version">;
}
