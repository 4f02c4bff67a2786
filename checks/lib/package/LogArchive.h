// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_LOGARCHIVE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_LOGARCHIVE_H

#include "checks/lib/package/Archive.h"
#include <set>

namespace aoti_tidy {

/// Whether \p File is a log that can have emitted code in it. Of a mapped one,
/// little is in memory at a time.
bool mayLogCode(llvm::MemoryBuffer &File);

/// Whether there is emitted code in a log, or in a folder of TORCH_TRACE.
bool logsCode(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

/// Whether torch has given a log in TORCH_TRACE's folder the name.
bool isTraceLog(llvm::StringRef FileName);

/// The emitted code that torch has logged, as if it were in a package:
/// data/aotinductor/model/model.wrapper.cpp and .kernel.cpp, those of the next
/// compile in model2.
///
/// It is in what TORCH_LOGS=output_code prints ("Output wrapper code:", each line
/// with the record's prefix), and in the files of TORCH_TRACE ("graph_dump", with
/// the code in lines that begin with a tab). Measured with torch 2.13; ranks that
/// write into one log are told apart by their process numbers.
class LogArchive : public Archive {
public:
  explicit LogArchive(llvm::StringRef Path) : Archive(Path) {}

  /// Adds the code in \p Log. What another process has compiled as well is there
  /// once.
  void add(llvm::MemoryBuffer &Log);

  bool isLog() const override { return true; }
  uint64_t size(size_t Index) const override { return Texts[Index].size(); }
  llvm::Expected<std::string> read(size_t Index, uint64_t MaxSize) override;

private:
  void addModel(std::string Wrapper, std::string Kernels);

  std::vector<std::string> Texts; ///< of Names
  /// Wrappers with their kernels.
  std::set<std::pair<std::string, std::string>> Known;
};

} // namespace aoti_tidy

#endif
