// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_RUNRECORD_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_RUNRECORD_H

#include "llvm/ADT/StringRef.h"
#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A property of an input, as a person reads it: "cuda:1", "float32", "[8, ?]";
/// on several ways, all it can be: "cpu or cuda".
struct KnownText {
  std::string Text;  ///< empty if not known
  unsigned Line = 0; ///< where it comes from; 0: in another file than the run

  friend auto operator<=>(const KnownText &, const KnownText &) = default;
};

/// What is known of a tensor that a model gets.
struct InputRecord {
  KnownText Device, Type, Sizes;
  std::string WhyNot; ///< why a device or type is not known

  /// What the checks need most.
  bool isKnown() const { return !Device.Text.empty() && !Type.Text.empty(); }

  friend auto operator<=>(const InputRecord &, const InputRecord &) = default;
};

/// What records say, in whatever language the host is.
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

/// The user has named the package, for \p Files or, if empty, for all.
std::string byUser(llvm::StringRef Files);
std::string nothingAt(llvm::StringRef Path);
/// Different packages lie at two places that \p Path may mean.
std::string severalAt(llvm::StringRef Path, llvm::StringRef First,
                      llvm::StringRef Second);
std::string cannotBeRead(llvm::StringRef Path);
/// \p Callee is given the path, and may write to it.
std::string mayBeReplaced(llvm::StringRef Path, llvm::StringRef Callee,
                          unsigned Line);
std::string notFollowedTo(llvm::StringRef Path);
/// Why a value is not known: what makes it, the expression \p Text, was not
/// followed.
std::string notFollowed(llvm::StringRef Text);
std::string notFollowedCall(llvm::StringRef Callee);
/// Where the loader is made is not known, because of \p Why, if that is.
std::string loaderNotFollowed(llvm::StringRef Why);
std::string noSuchModel(llvm::StringRef Package, llvm::StringRef Model);
/// Why a value is not known: it is a parameter of \p Function, if that has a
/// name.
std::string isParameter(llvm::StringRef Name, llvm::StringRef Function);
std::string isMember(llvm::StringRef Name);
} // namespace runtext

/// What is known of a call that runs a model.
struct RunRecord {
  std::string File; ///< as the compiler names it
  unsigned Line = 0, Column = 0;
  /// The model's package, and how it was found; if none was, why.
  std::string Package, FoundBy, WhyNoPackage;
  std::string Device;      ///< that the package was compiled for
  unsigned LoaderLine = 0; ///< 0: not known, or several
  std::string LoaderFile;
  /// How many inputs the package takes.
  std::optional<unsigned> Takes;
  /// Nothing if it is not known how many there are: WhyNoInputs.
  std::optional<std::vector<InputRecord>> Inputs;
  std::string WhyNoInputs;
  /// Then, what each of them is, if that is known.
  std::optional<InputRecord> EachInput;

  /// Of how many inputs the device and the type are known, and of how many
  /// there are; a run of which neither is known counts as one.
  unsigned known() const;
  unsigned all() const;

  friend auto operator<=>(const RunRecord &, const RunRecord &) = default;
};

} // namespace aoti_tidy

#endif
