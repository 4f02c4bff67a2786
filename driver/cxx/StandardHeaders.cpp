// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/StandardHeaders.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

bool hasFile(llvm::StringRef Dir, llvm::StringRef Name) {
  return fs::exists(Dir + "/" + Name);
}

/// Whether Clang, without flags, looks where there are standard headers.
bool machineHasHeaders() {
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Diags(clang::DiagnosticIDs::create(), Options,
                                 new clang::IgnoringDiagConsumer);
  clang::driver::Driver Driver("clang++", llvm::sys::getDefaultTargetTriple(),
                               Diags);
  Driver.setCheckInputsExist(false);
  const std::unique_ptr<clang::driver::Compilation> Compilation(
      Driver.BuildCompilation(
          {"clang++", "-fsyntax-only", "-x", "c++", "any.cpp"}));
  if (!Compilation)
    return true;
  bool HasCxx = false, HasC = false;
  for (const clang::driver::Command &Job : Compilation->getJobs())
    for (const char *Dir : Job.getArguments()) {
      if (!path::is_absolute(Dir))
        continue;
      HasCxx |= hasFile(Dir, "cstddef");
      HasC |= hasFile(Dir, "stdlib.h") && hasFile(Dir, "unistd.h");
    }
  return HasCxx && HasC;
}

} // namespace

std::vector<std::string> standInStandardHeaders(llvm::StringRef ResourceDir) {
  llvm::SmallString<256> Cxx(path::parent_path(ResourceDir)), C = Cxx;
  path::append(Cxx, "std", "c++");
  path::append(C, "std", "c");
  if (!hasFile(Cxx, "cstddef") || !hasFile(C, "stdlib.h") ||
      machineHasHeaders())
    return {};
  return {"-nostdlibinc",
          // libc++ knows of the C library only that it is not the one that it
          // was configured for.
          "-D_LIBCPP_PROVIDES_DEFAULT_RUNE_TABLE", "-isystem", Cxx.str().str(),
          "-isystem", C.str().str()};
}

bool chooseStandardHeaders(llvm::ArrayRef<std::string> Args) {
  return llvm::any_of(Args, [](llvm::StringRef Arg) {
    return Arg.starts_with("-nostd") || Arg.starts_with("--sysroot") ||
           Arg == "-isysroot" || Arg == "-target" ||
           Arg.starts_with("--target") || Arg.starts_with("--gcc");
  });
}

} // namespace aoti_tidy
