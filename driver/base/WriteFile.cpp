// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/WriteFile.h"
#include "driver/base/Errors.h"
#include "driver/base/Staging.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {

static llvm::Error write(llvm::StringRef Path, llvm::StringRef Text) {
  if (Path == "-") {
    llvm::outs() << Text;
    return llvm::Error::success(); // main() looks at its error
  }
  const std::string Real = realPath(Path);
  fs::file_status Status;
  const bool Exists = !fs::status(Real, Status);
  if (Exists && Status.type() != fs::file_type::regular_file) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(Real, EC, fs::CD_OpenExisting, fs::FA_Write,
                            fs::OF_None);
    return llvm::errorCodeToError(EC ? EC : writeTo(OS, Text));
  }
  if (Exists)
    if (std::error_code EC = isWritable(Real))
      return llvm::errorCodeToError(EC);
  const llvm::StringRef Folder = path::parent_path(Real);
  removeLeftovers(Folder.empty() ? "." : Folder);
  auto Temp = stage(Folder, Text, fs::all_read | fs::all_write);
  if (!Temp)
    return Temp.takeError();
  if (Exists)
    if (std::error_code EC = fs::setPermissions(Temp->FD, Status.permissions()))
      return llvm::joinErrors(llvm::errorCodeToError(EC), Temp->discard());
  return Temp->keep(Real);
}

llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Text,
                      llvm::StringRef What) {
  auto E = write(Path, Text);
  return E ? usageError("cannot write {}'{}': {}", What, Path,
                        llvm::toString(std::move(E)))
           : llvm::Error::success();
}

llvm::Error refuseToOverwrite(llvm::StringRef Option, llvm::StringRef Output,
                              llvm::ArrayRef<std::string> Inputs) {
  fs::UniqueID Id;
  if (Output.empty() || fs::getUniqueID(Output, Id))
    return llvm::Error::success();
  for (const std::string &Input : Inputs) {
    fs::UniqueID Other;
    if (!fs::getUniqueID(Input, Other) && Other == Id &&
        fs::is_regular_file(Input))
      return overwritesInput(Option, Output);
  }
  return llvm::Error::success();
}

llvm::Error refuseOneFile(llvm::ArrayRef<NamedOutput> Outputs) {
  llvm::StringMap<llvm::StringRef> Options;
  for (const auto &[Option, Output] : Outputs) {
    if (Output.empty() || Output == "-")
      continue;
    llvm::SmallString<256> Absolute(Output);
    fs::make_absolute(Absolute);
    std::string Real = realPath(Absolute);
    // One that is not there yet has no way behind links; its folder has.
    if (!fs::exists(Real))
      Real = realPath(path::parent_path(Absolute)) + "/" +
             path::filename(Absolute).str();
    // /dev/null takes all of them.
    if (fs::exists(Real) && !fs::is_regular_file(Real))
      continue;
    if (const auto [It, IsNew] = Options.try_emplace(Real, Option); !IsNew)
      return usageError("{} and {} name one file; give two", It->getValue(),
                        Option);
  }
  return llvm::Error::success();
}

llvm::Error refuseConfiguration(llvm::StringRef Option,
                                llvm::StringRef Output) {
  constexpr llvm::StringLiteral Names[] = {
      ".clang-format",         ".clang-tidy",       "aoti-tidy.toml",
      "compile_commands.json", "compile_flags.txt", "pyproject.toml"};
  if (!Output.empty() &&
      llvm::is_contained(Names, path::filename(realPath(Output))))
    return usageError("{} is '{}', which is a name of a configuration; give "
                      "another file",
                      Option, Output);
  return llvm::Error::success();
}

llvm::Error overwritesInput(llvm::StringRef Option, llvm::StringRef Output) {
  return usageError("{} would write over '{}', which is read; give another "
                    "file",
                    Option, Output);
}

std::error_code isWritable(llvm::StringRef Path) {
  const std::string Real = realPath(Path);
  if (std::error_code EC = fs::access(Real, fs::AccessMode::Write))
    return EC;
  return fs::access(path::parent_path(Real), fs::AccessMode::Write);
}

llvm::Error refuseUnwritable(llvm::StringRef Output) {
  if (Output.empty() || Output == "-")
    return llvm::Error::success();
  const std::string Real = realPath(Output);
  const llvm::StringRef Folder = path::parent_path(Real);
  const std::error_code EC =
      fs::exists(Real)
          ? fs::access(Real, fs::AccessMode::Write)
          : fs::access(Folder.empty() ? "." : Folder, fs::AccessMode::Write);
  if (EC)
    return usageError("cannot write '{}': {}; no file was changed", Output,
                      EC.message());
  return llvm::Error::success();
}

} // namespace aoti_tidy
