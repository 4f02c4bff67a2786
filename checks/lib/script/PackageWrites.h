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

/// Paths, as far as they are known, by number.
class PathTable {
public:
  using Entry = std::pair<std::optional<Text>, unsigned>;
  PathTable() = default;
  explicit PathTable(llvm::ArrayRef<Entry> All);

  /// Those that may be the path \p Asked, in their order; more than \p Limit of
  /// them if there are more, but not all then.
  llvm::SmallVector<unsigned, 4> mayBe(const std::optional<Text> &Asked,
                                       size_t Limit) const;

private:
  /// Paths by their ends: two of which neither is whole are one if one ends as
  /// the other does.
  class Ends {
  public:
    void add(llvm::StringRef Tail, unsigned Number);
    void sort();
    template <typename AddT> bool visit(llvm::StringRef Tail, AddT Add) const;

  private:
    llvm::StringMap<llvm::SmallVector<unsigned, 2>> ByTail;
    /// Sorted from their ends backwards.
    std::vector<llvm::StringRef> Tails;
  };

  llvm::SmallVector<unsigned, 0> Numbers, Unknown;
  llvm::StringMap<llvm::SmallVector<unsigned, 2>> ByText;
  Ends Whole, Partial;
};

/// What a file may put where packages lie.
class PackageWrites {
public:
  explicit PackageWrites(const File &F);

  /// The calls that may write a package to \p Asked, in the order of the text;
  /// more than \p Limit of them if there are more, but not all then.
  llvm::SmallVector<const Call *, 2>
  compilesTo(const std::optional<Text> &Asked, size_t Limit) const;
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
  /// The compiles of one function that name a path.
  struct OfScope {
    std::vector<PathTable::Entry> Entries;
    PathTable Paths;
    llvm::StringMap<llvm::SmallVector<unsigned, 2>> ByText;
  };
  struct Handing {
    Node Path, Call;
    bool Writes = false; ///< the call surely does
  };
  void readCompiles();
  void readOtherCalls();
  void read(Node Value, Node Call, bool Writes, unsigned Depth);
  Node handed(Node Path, bool OnlyWriters) const;

  const File &F;
  PathTable Compiles; ///< by their number among the file's calls
  std::map<const void *, OfScope> Scopes;
  /// Whole paths that are given to functions that write.
  llvm::StringSet<> Written;
  /// And to those that write or may write: the first call.
  llvm::StringMap<Node> Given;
  /// What these are given, by similarityOf().
  llvm::DenseMap<unsigned, std::vector<Handing>> Handed;
};

} // namespace aoti_tidy::python

#endif
