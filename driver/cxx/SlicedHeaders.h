// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_SLICEDHEADERS_H
#define AOTI_TIDY_DRIVER_CXX_SLICEDHEADERS_H

#include "driver/cxx/HeaderOutline.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {

/// Torch's headers without what nobody mentions.
///
/// A header of ATen/ops that only declares functions and classes in namespace at
/// is blank where none of their names is mentioned: its directives stay, and
/// every byte of the rest becomes a space. Where another header includes many of
/// them, one after the other, those are not included that are blank and would
/// bring nothing more. So lines, columns, offsets and sizes are those of the
/// files.
///
/// The C++ frontend has parts with a folder and a namespace each, torch/nn and
/// torch::nn. Where the namespace is not mentioned, it is as if it were empty: the
/// headers of that folder are blank, too, but for those that have anything else,
/// and what these include.
///
/// A name that is mentioned stays in all headers of operators, so that no set of
/// overloads is torn. Whoever parses must see that nothing asks for what is cut.
class SlicedHeaders : public llvm::vfs::ProxyFileSystem {
public:
  /// All that is left out is in these namespaces, and in those inside of them.
  static bool isSlicedNamespace(llvm::StringRef Name) {
    return Name == "at" || Name == "torch";
  }

  /// \param Root Torch's include folder, as it begins the paths of its headers.
  SlicedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
                llvm::StringRef Root, MentionedWords Mentioned);
  ~SlicedHeaders() override;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// A part that was left out of a header.
  struct Cut {
    llvm::StringMap<llvm::StringSet<>> Names; ///< by namespace
    /// "torch::nn": nothing of what is in them, or in those inside of them, is
    /// to be asked for.
    llvm::StringSet<> Namespaces;
    /// All words of what has Names. A macro of one of these names would have had
    /// a say.
    llvm::StringSet<> Words;
    /// Those of what is in Namespaces. A macro of a system header says there
    /// what the author of the header meant.
    llvm::StringSet<> WordsOfNamespaces;
  };
  /// Null: nothing, or it was not read.
  const Cut *cutOf(llvm::StringRef Path) const;
  /// Whether \p Path is of a header that may be blank.
  bool isCandidate(llvm::StringRef Path) const {
    return isOperator(Path) || isPart(Path);
  }
  /// Whether \p Path is of a header of the C++ frontend's that is blank now, and
  /// is needed where \p From, another header of torch's, includes it.
  bool isMissedBy(llvm::StringRef From, llvm::StringRef Path);
  bool hasCuts() const { return HasCuts; }

private:
  struct Header;
  struct SlicedText {
    std::unique_ptr<llvm::MemoryBuffer> Text;
    Cut What;
  };

  bool isOperator(llvm::StringRef Path) const;
  bool isFrontend(llvm::StringRef Path) const;
  /// Whether \p Path is of a header of the frontend's that may be blank.
  bool isPart(llvm::StringRef Path) const;
  /// Null: it is as it is.
  const SlicedText *slice(llvm::StringRef Path);

  /// A header with its outline, if it has one.
  std::unique_ptr<Header> read(llvm::StringRef Path);
  const Header &operatorHeader(llvm::StringRef Path);
  bool isMentioned(const HeaderOutline &Of, const HeaderOutline::Item &I) const;
  void sliceOperator(const Header &H, SlicedText &Into);
  bool sliceUmbrella(llvm::StringRef Path, SlicedText &Into);
  bool isSpared(const Header &H, const llvm::StringSet<> &Brought);
  void bring(const Header &H, llvm::StringSet<> &Brought);
  void leaveOut(const Header &H, Cut &From);

  Header &frontendHeader(llvm::StringRef Path);
  /// The part of the frontend that \p Namespace belongs to, if nobody mentions
  /// it: "torch::nn" of "torch::nn::init". Else empty.
  llvm::StringRef unmentionedPart(llvm::StringRef Namespace) const;
  bool isSpared(const HeaderOutline &Of, const HeaderOutline::Item &I) const;
  void settle(llvm::StringRef Path);
  void keep(llvm::StringRef Path);
  void sliceFrontend(const Header &H, SlicedText &Into);

  const std::string Root;
  const MentionedWords Mentioned;
  bool HasCuts = false;
  llvm::StringMap<std::unique_ptr<Header>> Operators, Frontend;
  llvm::StringSet<> Settled, Kept; ///< of Frontend
  llvm::StringMap<bool> IsUmbrella;
  llvm::StringMap<std::unique_ptr<SlicedText>> Slices;
};

} // namespace aoti_tidy

#endif
