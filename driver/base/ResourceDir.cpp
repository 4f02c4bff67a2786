// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/ResourceDir.h"
#include "driver/base/Errors.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {

llvm::Expected<std::string> findResourceDir(llvm::StringRef Argv0) {
  std::vector<std::string> Candidates;
  const std::string Executable = fs::getMainExecutable(
      Argv0.str().c_str(), reinterpret_cast<void *>(&findResourceDir));
  llvm::SmallString<256> Beside = path::parent_path(Executable);
  path::append(Beside, "..", "lib", "aoti-tidy", "clang");
  path::remove_dots(Beside, /*remove_dot_dot=*/true);
  Candidates.push_back(Beside.str().str());
  Candidates.push_back(AOTI_TIDY_LLVM_RESOURCE_DIR);
  for (const std::string &Dir : Candidates)
    if (fs::exists(Dir + "/include/stddef.h"))
      return Dir;
  return usageError("Clang's builtin headers are in none of '{}'; install "
                    "aoti-tidy with 'cmake --install', which brings them, or "
                    "install libclang-common-" CLANG_VERSION_MAJOR_STRING
                    "-dev",
                    llvm::join(Candidates, "', '"));
}

} // namespace aoti_tidy
