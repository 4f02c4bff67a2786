// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_PACKAGEWRITES_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_PACKAGEWRITES_H

#include "checks/lib/script/File.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy::python {

/// Whether \p C compiles a model to a package.
bool isPackageCompile(const Call &C);

/// Whether the package of \p Compile gets a name that torch makes up.
bool goesToFolderOfTorch(const Call &Compile, const File &F);

/// The places of packages that a file may write to.
class PackageWrites {
public:
  explicit PackageWrites(const File &F);

  /// The calls that may write a package to \p Asked, in the order of the text.
  /// Nothing if the file compiles too many packages to tell them apart.
  std::optional<llvm::SmallVector<const Call *, 2>>
  compilesTo(const std::optional<Text> &Asked) const;
  /// Whether something else may be put where \p Compile writes its package:
  /// another package by the same function, or a file.
  bool isWrittenAgain(const Call &Compile) const;
  /// A call that may put something at \p Place, a whole path, or at \p Path,
  /// which stands for it: it is given to a function that is not known only to
  /// read, as it is or in a list or a command. Null if there is none.
  Node mayBePutBy(llvm::StringRef Place, Node Path) const;
  /// Whether a function that puts files in their place is given \p Path.
  bool isReplaced(Node Path) const;

private:
  struct Compile {
    const Call *By;
    std::optional<Text> Path;
  };
  struct Handing {
    Node Call;
    bool Writes = false; ///< one of the calls surely does
  };
  void readCompiles();
  void readOtherCalls();
  void read(Node Value, Node Call, bool Writes, unsigned Depth);

  const File &F;
  std::vector<Compile> Compiles;
  /// Whole paths that are given to functions that write.
  llvm::StringSet<> Written;
  /// And to those that write or may write: the first call.
  llvm::StringMap<Node> Given;
  /// By their text, the expressions that are given to these.
  llvm::StringMap<Handing> Handed;
};

} // namespace aoti_tidy::python

#endif
