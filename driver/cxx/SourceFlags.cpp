// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SourceFlags.h"
#include "driver/cxx/ClangArguments.h"
#include "llvm/Option/ArgList.h"

using llvm::opt::Arg;
using llvm::opt::Option;
using namespace clang::options;

namespace aoti_tidy {
namespace {

/// -I FOLDER, of every kind.
bool isFolderOfHeaders(const Option &O) {
  return isOneOf(O, {OPT_I, OPT_isystem, OPT_isystem_after, OPT_iquote,
                     OPT_idirafter, OPT_cxx_isystem, OPT_stdlibxx_isystem,
                     OPT_objcxx_isystem, OPT_internal_isystem,
                     OPT_internal_externc_isystem});
}

/// With a value that has to do with headers, and that is not understood here.
bool maySayWhereHeadersAre(const Option &O) {
  // The compiler's own headers are none of the project's.
  if (O.getKind() == Option::FlagClass ||
      isOneOf(O, {OPT_isysroot, OPT_system_header_prefix,
                  OPT_no_system_header_prefix}))
    return false;
  return isOneOf(O,
                 {OPT_clang_i_Group, OPT_I_Group, OPT_F,
                  OPT_internal_iframework, OPT_working_directory, OPT_UNKNOWN});
}

class FlagReader {
public:
  SourceFlags Result;

  void read(llvm::ArrayRef<const char *> Args, ClangVisibility For) {
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
    if (isOneOf(O, {OPT_Xclang, OPT_Xpreprocessor})) {
      Inner.emplace_back(A.getValue());
    } else if (O.matches(OPT_Wp_COMMA)) {
      for (const char *Value : A.getValues())
        Inner.emplace_back(Value);
    } else if (isFolderOfHeaders(O)) {
      // '=FOLDER' is below the sysroot.
      Result.IsWhole &= A.getValue()[0] != '=';
      Result.Folders.emplace_back(A.getValue());
    } else if (isOneOf(O, {OPT_include, OPT_imacros})) {
      Result.Included.emplace_back(A.getValue());
    } else if (O.matches(OPT_D)) {
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
  R.read(pointers(Args), ClangOption);
  const std::vector<std::string> Inner = std::move(R.Inner);
  R.read(pointers(Inner), CC1Option);
  return std::move(R.Result);
}

} // namespace aoti_tidy
