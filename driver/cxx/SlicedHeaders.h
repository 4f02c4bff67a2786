// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_SLICEDHEADERS_H
#define AOTI_TIDY_DRIVER_CXX_SLICEDHEADERS_H

#include "driver/cxx/HeaderOutline.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {

/// Torch's headers without the operators that nobody mentions.
///
/// A header of ATen/ops that only declares functions and classes in namespace at
/// is blank where none of their names is mentioned: its directives stay, and
/// every byte of the rest becomes a space. Where another header includes many of
/// them, one after the other, those are not included that are blank and would
/// bring nothing more. So lines, columns, offsets and sizes are those of the
/// files. A header that is anything else is as it is.
///
/// A name that is mentioned stays in all of them, so that no set of overloads is
/// torn. Whoever parses must see that nothing asks for what is cut.
class SlicedHeaders : public llvm::vfs::ProxyFileSystem {
public:
  /// All that is left out is in this namespace, and in those inside of it.
  static constexpr llvm::StringLiteral Namespace = "at";

  /// \param Root Torch's include folder, as it begins the paths of its headers.
  SlicedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
                llvm::StringRef Root, llvm::StringSet<> Mentioned);
  ~SlicedHeaders() override;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// What was left out of a header.
  struct Cut {
    llvm::StringMap<llvm::StringSet<>> Names; ///< by namespace
    /// All words of it. A macro of one of these names would have had a say.
    llvm::StringSet<> Words;
  };
  /// Null: nothing, or it was not read.
  const Cut *cutOf(llvm::StringRef Path) const;
  /// Whether \p Path is of a header of ATen/ops.
  bool isOperator(llvm::StringRef Path) const;
  bool hasCuts() const { return HasCuts; }

private:
  struct Header;
  struct SlicedText {
    std::unique_ptr<llvm::MemoryBuffer> Text;
    Cut What;
  };

  const Header &operatorHeader(llvm::StringRef Path);
  bool isMentioned(const HeaderOutline &Of, const HeaderOutline::Item &I) const;
  /// Null: it is as it is.
  const SlicedText *slice(llvm::StringRef Path);
  void sliceOperator(const Header &H, SlicedText &Into);
  bool sliceUmbrella(llvm::StringRef Path, SlicedText &Into);
  bool isSpared(const Header &H, const llvm::StringSet<> &Brought);
  void bring(const Header &H, llvm::StringSet<> &Brought);
  void leaveOut(const Header &H, Cut &From);

  const std::string Root;
  const llvm::StringSet<> Mentioned;
  bool HasCuts = false;
  llvm::StringMap<std::unique_ptr<Header>> Operators;
  llvm::StringMap<std::unique_ptr<SlicedText>> Slices;
};

} // namespace aoti_tidy

#endif
