// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_FILEREPLACEMENT_H
#define AOTI_TIDY_DRIVER_BASE_FILEREPLACEMENT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <memory>
#include <string>
#include <utility>

namespace aoti_tidy {

/// Replaces the text of a file that still has the expected one. Readers see the old
/// text or the new one; owner, mode, access control lists and other attributes stay.
/// If another program changes the file meanwhile, its text stays. Errors are bare
/// reasons: "it has changed".
class FileReplacement {
public:
  /// Locks the file until the end of the object, and writes the new text beside
  /// it.
  static llvm::Expected<FileReplacement>
  prepare(llvm::StringRef Path, llvm::StringRef Before, llvm::StringRef After);

  FileReplacement(FileReplacement &&Other) = default;
  FileReplacement &operator=(FileReplacement &&Other) = default;
  ~FileReplacement();

  /// Makes the new text that of the file.
  llvm::Error commit();
  /// Undoes commit().
  void revert();

private:
  /// A descriptor that is closed, and with it unlocked.
  class Descriptor {
  public:
    explicit Descriptor(int FD) : FD(FD) {}
    Descriptor(Descriptor &&Other) noexcept : FD(std::exchange(Other.FD, -1)) {}
    Descriptor &operator=(Descriptor &&Other) noexcept {
      std::swap(FD, Other.FD);
      return *this;
    }
    ~Descriptor();
    int get() const { return FD; }

  private:
    int FD;
  };

  FileReplacement(Descriptor File, std::string Path, llvm::StringRef Before)
      : File(std::move(File)), Path(std::move(Path)), Before(Before) {}

  static llvm::Expected<Descriptor> lock(const std::string &Path);

  Descriptor File;
  std::string Path;       ///< behind all links
  llvm::StringRef Before; ///< outlives this
  /// The new text until commit(), then the old one; null if the file has the new
  /// text already.
  std::unique_ptr<llvm::sys::fs::TempFile> Staged;
  bool IsExchanged = false;
};

/// Why a file cannot be replaced without losing its hard links or rights; empty if
/// it can.
std::string whyIrreplaceable(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
