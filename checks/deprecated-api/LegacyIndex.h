// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYINDEX_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYINDEX_H

#include "checks/deprecated-api/LegacyExport.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace aoti_tidy::python {

inline bool isWithin(Node N, Node Other) {
  return Other && Other.begin() <= N.begin() && N.end() <= Other.end();
}

/// The compiles of a file, by what their loads are given.
class CompilesByPath {
public:
  CompilesByPath(llvm::ArrayRef<CompileParts> Compiles, const File &F);

  /// Those, of which a load of \p Path surely loads what one has made, by their
  /// numbers: all of them if they are at most two, else some.
  llvm::SmallVector<unsigned, 4> madeAt(Node Path) const;

private:
  using Place = std::pair<llvm::StringRef, const void *>;
  const File &F;
  llvm::DenseMap<const void *, unsigned> ByCall;
  /// By the text of the path and its scope.
  std::map<Place, llvm::SmallVector<unsigned, 2>> ByText;
};

/// What a file's legacy loads have as parts.
class LegacyLoads {
public:
  explicit LegacyLoads(const File &F);

  /// Whether \p N is part of a load, or given to a runner of libraries.
  bool has(Node N) const;
  /// The uses of the variable that \p Name is one of for which that holds.
  llvm::ArrayRef<Node> usesOf(Node Name);

private:
  const File &F;
  llvm::DenseSet<const void *> Calls;
  /// By the variable's first use.
  std::map<const void *, std::vector<Node>> Uses;
};

/// Where a file names or repeats the path of a library: the strings, and the
/// expressions that are in no string.
class PathTexts {
public:
  explicit PathTexts(const File &F);

  /// The first node in the order of the text, and the outer one first, that is a
  /// string with \p Base in it, which ends with ".so", or whose text is that of
  /// \p Path, and for which \p Counts holds; nothing if none does.
  Node find(Node Path, llvm::StringRef Base,
            llvm::function_ref<bool(Node)> Counts);

private:
  struct Suffix {
    /// The text of a string up to the end of a ".so" in it.
    llvm::StringRef UpTo;
    unsigned Number; ///< of the string
  };
  using Shape = std::pair<unsigned, uint64_t>;
  static Shape shapeOf(llvm::StringRef Text);
  llvm::ArrayRef<unsigned> placesOf(Node Path, llvm::StringRef Base);

  /// All nodes, in the order of find().
  std::vector<Node> Nodes;
  /// Sorted from the end of the text backwards.
  std::vector<Suffix> Suffixes;
  /// By the length and the ends of the text.
  std::map<Shape, std::vector<unsigned>> ByShape;
  /// What was found for a base and a path: several compiles may have one.
  llvm::StringMap<std::vector<unsigned>> Places;
};

/// The imports that are for nothing but some calls.
class ImportUses {
public:
  explicit ImportUses(const File &F);

  /// The imports by name of functions that the file uses in \p Callees only, in
  /// the order of the text, if all that their statements import is among them.
  std::vector<Node> statementsFor(llvm::ArrayRef<Node> Callees) const;

private:
  struct Variable {
    const Import *Imported = nullptr;
    unsigned Clauses = 0;
    size_t Outside = 0; ///< uses that are not in that import
    /// Other statements bind it, too, or a string names it.
    bool IsNeeded = false;
  };

  const File &F;
  /// By the variable's first use.
  llvm::DenseMap<const void *, Variable> Variables;
  llvm::DenseMap<const void *, unsigned> NamesOf; ///< by the statement
};

} // namespace aoti_tidy::python

#endif
