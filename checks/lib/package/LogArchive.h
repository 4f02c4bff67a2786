// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_LOGARCHIVE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_LOGARCHIVE_H

#include "checks/lib/package/Archive.h"
#include <set>

namespace aoti_tidy {

/// Whether \p File is a log that can have emitted code in it.
bool mayLogCode(llvm::MemoryBuffer &File);

/// The same for a log or a folder of TORCH_TRACE, with code in it.
bool logsCode(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

/// Whether it is a name that torch gives to logs in TORCH_TRACE's folder.
bool isTraceLog(llvm::StringRef FileName);

/// The emitted code of a log, as if in a package:
/// data/aotinductor/model/model.wrapper.cpp and .kernel.cpp, those of the next
/// compile in model2.
///
/// Reads TORCH_LOGS=output_code ("Output wrapper code:", each line with the
/// record's prefix) and TORCH_TRACE ("graph_dump", code in lines that begin
/// with a tab), as of torch 2.13. Ranks that write into one log are told apart
/// by process number.
class LogArchive : public Archive {
public:
  explicit LogArchive(llvm::StringRef Path) : Archive(Path) {}

  /// Adds the code in \p Log, unless another process has compiled the same.
  void add(llvm::MemoryBuffer &Log);

  bool isLog() const override { return true; }
  uint64_t size(size_t Index) const override { return Texts[Index].size(); }
  llvm::Expected<std::string> read(size_t Index, uint64_t MaxSize) override;

private:
  void addModel(std::string Wrapper, std::string Kernels);

  std::vector<std::string> Texts; ///< of Names
  std::set<std::pair<std::string, std::string>> Known;
};

} // namespace aoti_tidy

#endif
