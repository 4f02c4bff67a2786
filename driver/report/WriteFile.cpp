// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/WriteFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;

namespace aoti_tidy {
namespace {

/// LLVM's streams end the process if nobody asks them about their error.
std::error_code writeTo(llvm::raw_fd_ostream &OS, llvm::StringRef Text) {
  OS << Text;
  OS.flush();
  const std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

/// Behind all links, as far as they lead to something.
llvm::SmallString<256> realPath(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  if (fs::real_path(Path, Real))
    Real = Path;
  return Real;
}

} // namespace

llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Text) {
  if (Path == "-") {
    llvm::outs() << Text;
    return llvm::Error::success(); // main() looks at its error
  }
  const llvm::SmallString<256> Real = realPath(Path);
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
  auto Temp =
      fs::TempFile::create(Real + ".%%%%%%.tmp", fs::all_read | fs::all_write);
  if (!Temp)
    return Temp.takeError();
  std::error_code EC;
  {
    llvm::raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    EC = writeTo(OS, Text);
  }
  if (!EC && Exists)
    EC = fs::setPermissions(Temp->FD, Status.permissions());
  if (EC)
    return llvm::joinErrors(llvm::errorCodeToError(EC), Temp->discard());
  return Temp->keep(Real);
}

std::error_code isWritable(llvm::StringRef Path) {
  const llvm::SmallString<256> Real = realPath(Path);
  if (std::error_code EC = fs::access(Real, fs::AccessMode::Write))
    return EC;
  return fs::access(llvm::sys::path::parent_path(Real), fs::AccessMode::Write);
}

} // namespace aoti_tidy
