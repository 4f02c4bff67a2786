// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SourceFlags.h"
#include "driver/cxx/ClangArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"

namespace options = clang::options;
using llvm::opt::Arg;
using llvm::opt::Option;

namespace aoti_tidy {
namespace {

/// -I FOLDER, of every kind.
bool isFolderOfHeaders(const Option &O) {
  return isOneOf(O, {options::OPT_I, options::OPT_isystem,
                     options::OPT_isystem_after, options::OPT_iquote,
                     options::OPT_idirafter, options::OPT_cxx_isystem,
                     options::OPT_stdlibxx_isystem, options::OPT_objcxx_isystem,
                     options::OPT_internal_isystem,
                     options::OPT_internal_externc_isystem});
}

/// With a value that has to do with headers, and that is not understood here.
bool maySayWhereHeadersAre(const Option &O) {
  // The compiler's own headers are none of the project's.
  if (O.getKind() == Option::FlagClass ||
      isOneOf(O, {options::OPT_isysroot, options::OPT_system_header_prefix,
                  options::OPT_no_system_header_prefix}))
    return false;
  return isOneOf(O, {options::OPT_clang_i_Group, options::OPT_I_Group,
                     options::OPT_F, options::OPT_internal_iframework,
                     options::OPT_working_directory, options::OPT_UNKNOWN});
}

class FlagReader {
public:
  SourceFlags Result;

  void read(llvm::ArrayRef<const char *> Args, options::ClangVisibility For) {
    unsigned MissingIndex = 0, MissingCount = 0;
    const llvm::opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
        Args, MissingIndex, MissingCount, llvm::opt::Visibility(For));
    Result.IsWhole &= MissingCount == 0;
    for (const Arg *A : Parsed)
      add(*A);
  }

  /// The arguments of the compiler proper.
  std::vector<std::string> Inner;

private:
  void add(const Arg &A) {
    const Option &O = A.getOption();
    if (isOneOf(O, {options::OPT_Xclang, options::OPT_Xpreprocessor})) {
      Inner.emplace_back(A.getValue());
    } else if (O.matches(options::OPT_Wp_COMMA)) {
      for (const char *Value : A.getValues())
        Inner.emplace_back(Value);
    } else if (isFolderOfHeaders(O)) {
      // '=FOLDER' is below the sysroot.
      Result.IsWhole &= A.getValue()[0] != '=';
      Result.Folders.emplace_back(A.getValue());
    } else if (isOneOf(O, {options::OPT_include, options::OPT_imacros})) {
      Result.Included.emplace_back(A.getValue());
    } else if (O.matches(options::OPT_D)) {
      Result.Macros.emplace_back(A.getValue());
    } else if (maySayWhereHeadersAre(O)) {
      Result.IsWhole = false;
    }
  }
};

std::vector<const char *> pointers(llvm::ArrayRef<std::string> Args) {
  std::vector<const char *> Result;
  for (const std::string &A : Args)
    Result.push_back(A.c_str());
  return Result;
}

} // namespace

SourceFlags sourceFlags(llvm::ArrayRef<std::string> Args) {
  FlagReader R;
  R.read(pointers(Args), options::ClangOption);
  const std::vector<std::string> Inner = std::move(R.Inner);
  R.read(pointers(Inner), options::CC1Option);
  return std::move(R.Result);
}

} // namespace aoti_tidy
