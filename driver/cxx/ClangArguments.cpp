// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/ClangArguments.h"
#include "driver/base/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

namespace path = llvm::sys::path;
using llvm::opt::Arg;
using llvm::opt::Option;
using namespace clang::options;

namespace aoti_tidy {
namespace {

/// nvcc's options whose value is the next argument; to Clang the value would
/// be an input file. From 'nvcc --help'.
bool isNvccOptionWithValue(llvm::StringRef Arg) {
  static const llvm::StringSet<> Options = {
      "-gencode",       "--generate-code",
      "-arch",          "--gpu-architecture",
      "-code",          "--gpu-code",
      "-ccbin",         "--compiler-bindir",
      "-Xcompiler",     "--compiler-options",
      "-Xptxas",        "--ptxas-options",
      "-Xcudafe",       "-Xfatbin",
      "-Xnvlink",       "-maxrregcount",
      "-odir",          "--output-directory",
      "-diag-suppress", "--diag-suppress",
      "-diag-error",    "-t",
      "--threads",      "-cudart",
      "--cudart"};
  return Options.contains(Arg);
}

/// The header that was precompiled to this file, if it is beside it.
std::string headerOfPch(llvm::StringRef Pch, llvm::StringRef Directory) {
  llvm::StringRef Header = Pch;
  if (!Header.consume_back(".pch") && !Header.consume_back(".gch"))
    return "";
  llvm::SmallString<256> Path = Header;
  path::make_absolute(Directory, Path);
  return llvm::sys::fs::exists(Path) ? Header.str() : "";
}

/// -fthis and -fthat, of GCC's kind and of Clang's own.
bool isFeature(const Option &O) {
  return isOneOf(O, {OPT_f_Group, OPT_f_clang_Group});
}

bool isForModules(const Option &O) {
  return O.getName().contains("module") || O.getName().contains("pcm");
}

/// Features that have a value and change what a source means.
bool isLanguageFeatureWithValue(const Option &O) {
  return isOneOf(O, {OPT_fbracket_depth_EQ,
                     OPT_fclang_abi_compat_EQ,
                     OPT_fcf_protection_EQ,
                     OPT_fconstexpr_depth_EQ,
                     OPT_fconstexpr_steps_EQ,
                     OPT_fexec_charset_EQ,
                     OPT_finput_charset_EQ,
                     OPT_ffile_prefix_map_EQ,
                     OPT_ffp_contract,
                     OPT_ffp_eval_method_EQ,
                     OPT_ffp_model_EQ,
                     OPT_fgnuc_version_EQ,
                     OPT_flax_vector_conversions_EQ,
                     OPT_fmacro_prefix_map_EQ,
                     OPT_fmax_type_align_EQ,
                     OPT_fms_compatibility_version,
                     OPT_fmsc_version,
                     OPT_fms_memptr_rep_EQ,
                     OPT_fno_builtin_,
                     OPT_fno_sanitize_EQ,
                     OPT_fobjc_runtime_EQ,
                     OPT_fopenmp_EQ,
                     OPT_fopenmp_version_EQ,
                     OPT_foperator_arrow_depth_EQ,
                     OPT_fpack_struct_EQ,
                     OPT_fsanitize_EQ,
                     OPT_fstrict_flex_arrays_EQ,
                     OPT_ftemplate_depth_EQ,
                     OPT_ftlsmodel_EQ,
                     OPT_fvisibility_EQ});
}

/// True for options that say how a source is read, and nothing else.
bool isForParsing(const Option &O) {
  const bool IsFlag = O.getKind() == Option::FlagClass;
  if (isOneOf(O, {OPT_offload_Group, OPT_cuda_Group, OPT_hip_Group}))
    // Clang asks programs which processors there are; only the host's part of
    // a file is read, so nothing is lost with them.
    return isOneOf(O, {OPT_offload_host_only, OPT_cuda_path_EQ,
                       OPT_no_cuda_version_check});
  if (isFeature(O))
    return (IsFlag && !isForModules(O) &&
            !isOneOf(O, {OPT_ftime_report, OPT_ftime_report_json,
                         OPT_ftime_trace, OPT_fsave_optimization_record,
                         OPT_frewrite_includes, OPT_frewrite_imports})) ||
           isLanguageFeatureWithValue(O);
  // i_Group holds Clang's modules, clang_i_Group the include paths.
  if (O.matches(OPT_clang_i_Group) || O.matches(OPT_I_Group))
    return !isForModules(O) && !O.matches(OPT_include_pch);
  if (O.matches(OPT_IncludePath_Group))
    return IsFlag && !isForModules(O);
  return isOneOf(
      O,
      {OPT_D, OPT_U, OPT_F, OPT_m_Group, OPT_O_Group, OPT_W_Group,
       OPT_pedantic_Group, OPT_w, OPT_ansi, OPT_std_EQ, OPT_x, OPT_undef,
       OPT_trigraphs, OPT_pthread, OPT_stdlib_EQ, OPT_target,
       OPT_target_legacy_spelling, OPT_arch, OPT__sysroot_EQ, OPT_gcc_toolchain,
       OPT_gcc_install_dir_EQ, OPT_gcc_triple_EQ, OPT_B, OPT_resource_dir,
       OPT_resource_dir_EQ, OPT_working_directory, OPT_no_offload_inc,
       OPT_no_offloadlib, OPT_faligned_allocation, OPT_faligned_new_EQ,
       OPT_fnew_alignment_EQ, OPT_fcheck_new, OPT_ObjC, OPT_ObjCXX,
       // These are the compiler proper's, behind -Xclang.
       OPT_internal_isystem, OPT_internal_externc_isystem,
       OPT_fno_deprecated_macro, OPT_fcuda_allow_variadic_functions});
}

/// True for options that a build needs and a linter does not: no notice.
bool isForBuilding(const Option &O) {
  if (isOneOf(O, {OPT_Link_Group, OPT_M_Group, OPT_DebugInfo_Group, OPT_R_Group,
                  OPT_offload_Group, OPT_cuda_Group}))
    return true;
  if (isFeature(O))
    return llvm::any_of(
        std::initializer_list<llvm::StringRef>{
            "fdiagnostics", "fmessage-length", "ferror-limit", "fdebug",
            "fcoverage", "ffile-compilation-dir", "flto", "fuse-ld"},
        [&](llvm::StringRef Prefix) {
          return O.getName().starts_with(Prefix);
        });
  return isOneOf(O, {OPT_c, OPT_S, OPT_E, OPT_o, OPT_fsyntax_only, OPT_pipe,
                     OPT_shared, OPT_static, OPT_rdynamic, OPT_Wa_COMMA,
                     OPT_Qunused_arguments, OPT_driver_mode, OPT_include_pch,
                     OPT_v, OPT__HASH_HASH_HASH, OPT__version, OPT_help,
                     OPT_nodefaultlibs, OPT_nostdlib});
}

/// Passes on what parsing needs.
class Filter {
public:
  Filter(llvm::StringRef File, llvm::StringRef Directory, LeftOutFlags &LeftOut)
      : File(File), Directory(Directory), LeftOut(LeftOut) {}

  std::vector<std::string> Result;

  void driverArguments(llvm::ArrayRef<const char *> Args) {
    unsigned MissingIndex = 0, MissingCount = 0;
    const llvm::opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
        Args, MissingIndex, MissingCount, llvm::opt::Visibility(ClangOption));
    // CMake hands clang-tidy the whole command of the compiler, which names the
    // source, too.
    const Arg *Source = nullptr;
    for (const Arg *A : Parsed)
      if (isSource(*A))
        Source = A;
    for (const Arg *A : Parsed)
      if (A == Source || !isInput(*A))
        driverArgument(*A, Parsed);
    compilerArguments();
  }

private:
  static bool isInput(const Arg &A) { return A.getOption().matches(OPT_INPUT); }
  /// Stray values of unknown options look like inputs, and so does the compiler
  /// in front of its arguments.
  bool isSource(const Arg &A) const {
    return isInput(A) && !File.empty() &&
           path::filename(A.getValue()) == path::filename(File);
  }

  void driverArgument(const Arg &A, const llvm::opt::InputArgList &Parsed) {
    const Option &O = A.getOption();
    const llvm::StringRef Spelling = Parsed.getArgString(A.getIndex());
    if (O.matches(OPT_INPUT)) {
      // Absolute, because clang-tidy looks for configurations from the name that
      // it is given.
      Result.push_back(File.str());
    } else if (O.matches(OPT_UNKNOWN)) {
      LeftOut.Unknown.insert(Spelling);
    } else if (O.matches(OPT_x)) {
      const llvm::StringRef Language = A.getValue();
      Result.insert(Result.end(),
                    {"-x", Language == "cu" ? "cuda" : Language.str()});
    } else if (O.matches(OPT_include)) {
      include(A.getValue());
    } else if (O.matches(OPT_include_pch)) {
      const std::string Header = headerOfPch(A.getValue(), Directory);
      if (!Header.empty())
        include(Header);
    } else if (isOneOf(O, {OPT_Xclang, OPT_Xpreprocessor})) {
      Compiler.push_back(A.getValue());
    } else if (O.matches(OPT_Wp_COMMA)) {
      llvm::append_range(Compiler, A.getValues());
    } else {
      pass(A, Parsed, /*Prefix=*/"");
    }
  }

  void include(llvm::StringRef Header) {
    // Past the driver: it would take a 'header.pch' beside it in its place,
    // which another Clang made.
    Result.insert(Result.end(),
                  {"-Xclang", "-include", "-Xclang", Header.str()});
  }

  /// Reads the options that the driver hands to the compiler proper unchanged.
  void compilerArguments() {
    unsigned MissingIndex = 0, MissingCount = 0;
    const llvm::opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
        Compiler, MissingIndex, MissingCount, llvm::opt::Visibility(CC1Option));
    for (const Arg *A : Parsed)
      pass(*A, Parsed, "-Xclang");
  }

  void pass(const Arg &A, const llvm::opt::InputArgList &Parsed,
            llvm::StringRef Prefix) {
    const Option &O = A.getOption();
    const llvm::StringRef Spelling = Parsed.getArgString(A.getIndex());
    // Warnings are not shown, so they must not become errors either.
    if (Spelling.starts_with("-Werror"))
      return;
    if (!isForParsing(O)) {
      if (!isForBuilding(O))
        LeftOut.Refused.insert(Prefix.empty()
                                   ? Spelling.str()
                                   : fmt::format("{} {}", Prefix, Spelling));
      return;
    }
    llvm::opt::ArgStringList Rendered;
    A.render(Parsed, Rendered);
    for (const char *Text : Rendered) {
      if (!Prefix.empty())
        Result.push_back(Prefix.str());
      Result.emplace_back(Text);
    }
  }

  const llvm::StringRef File, Directory;
  LeftOutFlags &LeftOut;
  std::vector<const char *> Compiler;
};

std::string sorted(const llvm::StringSet<> &Flags) {
  std::vector<llvm::StringRef> Names(Flags.keys().begin(), Flags.keys().end());
  llvm::sort(Names);
  return llvm::join(Names, " ");
}

} // namespace

void LeftOutFlags::add(const LeftOutFlags &Other) {
  for (llvm::StringRef Flag : Other.Unknown.keys())
    Unknown.insert(Flag);
  for (llvm::StringRef Flag : Other.Refused.keys())
    Refused.insert(Flag);
}

std::vector<std::string> LeftOutFlags::notices() const {
  std::vector<std::string> Lines;
  if (!Unknown.empty())
    Lines.push_back(fmt::format(
        "flags that Clang does not know are left out: {}", sorted(Unknown)));
  if (!Refused.empty())
    Lines.push_back(fmt::format("flags that reading a source does not need are "
                                "left out: {}",
                                sorted(Refused)));
  return Lines;
}

std::vector<std::string> fitForClang(llvm::ArrayRef<std::string> Args,
                                     llvm::StringRef File,
                                     llvm::StringRef Directory,
                                     LeftOutFlags &LeftOut) {
  std::vector<const char *> Known;
  for (size_t I = 1; I < Args.size(); ++I) {
    if (isNvccOptionWithValue(Args[I])) {
      LeftOut.Unknown.insert(Args[I]);
      ++I;
    } else if (Args[I] != "--") {
      // That is before the file in commands inferred from another file's; what
      // is added at the end must not become an input.
      Known.push_back(Args[I].c_str());
    }
  }
  Filter Passed(File, Directory, LeftOut);
  Passed.Result.emplace_back("clang++");
  Passed.driverArguments(Known);
  return std::move(Passed.Result);
}

std::vector<std::string> fitForClang(llvm::ArrayRef<std::string> Extra,
                                     LeftOutFlags &LeftOut) {
  std::vector<const char *> Args;
  for (const std::string &A : Extra)
    Args.push_back(A.c_str());
  Filter Passed("", "", LeftOut);
  Passed.driverArguments(Args);
  return std::move(Passed.Result);
}

bool isOneOf(const Option &O, llvm::ArrayRef<ID> Ids) {
  return llvm::any_of(Ids, [&](ID Id) { return O.matches(Id); });
}

} // namespace aoti_tidy
