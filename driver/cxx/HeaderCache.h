// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_HEADERCACHE_H
#define AOTI_TIDY_DRIVER_CXX_HEADERCACHE_H

#include "driver/base/InputLog.h"
#include "driver/cache/CacheFolder.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <set>

namespace aoti_tidy {

struct PrecompiledInputs;

/// How the headers of a file were read.
enum class HeaderUse {
  Parsed, ///< as any compiler does
  Sliced, ///< without operators that nobody mentions
  Built,  ///< precompiled for this file, and for later ones
  Reused, ///< precompiled before
};

/// Torch's headers, precompiled without the bodies of their functions, for all
/// files that include the same ones first, in the same order, with the same
/// flags.
///
/// A file sees them as if they were parsed: they are used only where nothing of
/// the file or its project comes before them that they could see, none of its
/// include folders has one of their names, and every file that they were made of
/// has the text it had. Whenever one of that is not certain, the file is parsed
/// as any compiler would do it.
class HeaderCache {
public:
  /// \param HaveCommonFlags To precompile headers takes longer than to parse
  /// them, and much of the disk: it is done for the first file that has them,
  /// where it is one of these, so that others of the run may have them, too, and
  /// else for the second one.
  HeaderCache(CacheFolder Folder, llvm::StringSet<> HaveCommonFlags);
  ~HeaderCache();

  /// The needs of a parse with precompiled headers; to be kept while it lasts.
  struct Parse {
    HeaderUse Use = HeaderUse::Reused;
    std::string Key;
    std::string KeyOfFile; ///< of this file with these headers
    /// Of the texts that they are made of, and where a parse looks for others.
    std::string Identity;
    std::shared_ptr<clang::CompilerInvocation> Invocation;
    std::unique_ptr<llvm::MemoryBuffer> Source;
    llvm::IntrusiveRefCntPtr<clang::FileManager> Files;
    /// The files that the headers were made of.
    const std::set<llvm::sys::fs::UniqueID> *Read = nullptr;
    const PrecompiledInputs *Inputs = nullptr;
    /// Where no file of one of the names must appear: include folders of the
    /// project, searched before those of the system and behind them.
    std::vector<std::string> Before, Behind;

    /// The inputs that the parse depends on and does not read: the files that the
    /// headers were made of, and the places where others would be found.
    std::vector<Input> dependsOn() const;
  };
  /// The precompiled headers for a file, which are made if nobody has made them.
  std::optional<Parse> find(const clang::CompilerInvocation &Invocation,
                            clang::FileManager &Files);

  /// A parse with them had errors that there are not without: they are not to
  /// be used for that file again. \p KeyOfFile is the parse's.
  void reject(const std::string &KeyOfFile);

private:
  class Headers;
  /// Whether headers are to be precompiled now.
  bool isTimeFor(const std::string &Key, llvm::StringRef File) const;
  /// Null if there are none, or none that are made of what is there now.
  std::shared_ptr<const Headers> load(const std::string &Key) const;
  std::shared_ptr<const Headers> keep(const std::string &Key,
                                      const PrecompiledInputs &Inputs,
                                      llvm::StringRef Precompiled) const;

  const CacheFolder Folder;
  const llvm::StringSet<> HaveCommonFlags;
  /// The headers that this process has looked at: a run's files are read once.
  std::map<std::string, std::shared_ptr<const Headers>> Known;
};

} // namespace aoti_tidy

#endif
