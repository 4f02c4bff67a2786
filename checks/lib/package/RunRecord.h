// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_RUNRECORD_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_RUNRECORD_H

#include "llvm/ADT/StringRef.h"
#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A property of an input for people: "cuda:1", "[8, ?]", "cpu or cuda".
struct KnownText {
  std::string Text;  ///< empty if not known
  unsigned Line = 0; ///< where it comes from; 0: in another file than the run

  friend auto operator<=>(const KnownText &, const KnownText &) = default;
};

struct InputRecord {
  KnownText Device, Type, Sizes;
  std::string WhyNot; ///< why a device or type is not known

  bool isKnown() const { return !Device.Text.empty() && !Type.Text.empty(); }

  friend auto operator<=>(const InputRecord &, const InputRecord &) = default;
};

namespace runtext {
inline constexpr llvm::StringLiteral ByConstantPath = "its constant path";
inline constexpr llvm::StringLiteral PathAtRunTime =
    "its path is only known at run time";
inline constexpr llvm::StringLiteral FolderChanges =
    "its path counts from a folder that the script goes to";
inline constexpr llvm::StringLiteral ModelNameAtRunTime =
    "its model_name is only known at run time";
inline constexpr llvm::StringLiteral ListNotFollowed =
    "what the list holds here was not followed";
inline constexpr llvm::StringLiteral NotFollowed = "not followed";

std::string byUser(llvm::StringRef Files);
/// \p Script of the run writes it.
std::string writtenBy(llvm::StringRef Script);
std::string nothingAt(llvm::StringRef Path);
/// \p Path may mean two places with different packages.
std::string severalAt(llvm::StringRef Path, llvm::StringRef First,
                      llvm::StringRef Second);
std::string cannotBeRead(llvm::StringRef Path);
/// \p Callee gets the path and may write to it.
std::string mayBeReplaced(llvm::StringRef Path, llvm::StringRef Callee,
                          unsigned Line);
std::string notFollowedTo(llvm::StringRef Path);
/// Why a value is not known: the expression \p Text is not followed.
std::string notFollowed(llvm::StringRef Text);
std::string notFollowedCall(llvm::StringRef Callee);
std::string loaderNotFollowed(llvm::StringRef Why);
std::string noSuchModel(llvm::StringRef Package, llvm::StringRef Model);
/// Why a value is not known: it is a parameter of \p Function, which may have
/// no name.
std::string isParameter(llvm::StringRef Name, llvm::StringRef Function);
std::string isMember(llvm::StringRef Name);
} // namespace runtext

struct RunRecord {
  std::string File; ///< as the compiler names it
  unsigned Line = 0, Column = 0;
  std::string Package, FoundBy, WhyNoPackage;
  std::string Device;      ///< that the package was compiled for
  unsigned LoaderLine = 0; ///< 0: not known, or several
  std::string LoaderFile;
  std::optional<unsigned> Takes;
  std::optional<std::vector<InputRecord>> Inputs;
  std::string WhyNoInputs;
  std::optional<InputRecord> EachInput;

  /// Inputs with a known device and type, and inputs; a run counts as one if
  /// their number is not known.
  unsigned known() const;
  unsigned all() const;

  friend auto operator<=>(const RunRecord &, const RunRecord &) = default;
};

} // namespace aoti_tidy

#endif
