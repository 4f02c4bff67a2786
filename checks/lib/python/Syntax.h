// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_SYNTAX_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_SYNTAX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <tree_sitter/api.h>
#include <utility>
#include <vector>

namespace aoti_tidy::python {

class Tree;

/// tree-sitter's grammar of Python.
const TSLanguage *pythonGrammar();

/// A node of the syntax tree of tree-sitter's grammar of Python, or nothing:
/// what is asked of nothing is empty. As cheap to copy as a pointer; valid as
/// long as its tree.
class Node {
public:
  Node() = default;

  explicit operator bool() const { return In; }
  /// Two nodes of a tree are the same one.
  bool operator==(const Node &Other) const = default;

  /// As the grammar names it: "call", "attribute", "identifier"; an operator or
  /// a keyword by its text.
  llvm::StringRef kind() const;
  bool is(llvm::StringRef Kind) const { return kind() == Kind; }
  bool isAnyOf(std::initializer_list<llvm::StringRef> Kinds) const;

  /// The grammar's number of the kind; for tables.
  unsigned kindNumber() const;
  /// Whether its kind is its text: "(", "=", "def".
  bool isToken() const;
  /// Whether it is an "ERROR".
  bool isError() const;
  /// Whether it is '*x' or '**x' among arguments or elements: any number of
  /// them. By the text, as the grammar may read '*f(x)' as a call of '*f'.
  bool isSplat() const { return text().starts_with("*") && !isToken(); }

  llvm::StringRef text() const;
  /// Bytes of the tree's text.
  unsigned begin() const;
  unsigned end() const;
  /// From 1; the column in bytes.
  unsigned line() const;
  unsigned column() const;
  /// Whether both are there, and \p Other is a part of it, or the same.
  bool contains(Node Other) const {
    return *this && Other && begin() <= Other.begin() && Other.end() <= end();
  }
  /// Unlike any other node of the tree.
  const void *id() const;

  Node parent() const;
  /// The child that the grammar gives that name: "function", "arguments".
  Node field(llvm::StringRef Name) const;
  /// The children that are no punctuation, keywords or comments; broken text is
  /// among them.
  llvm::SmallVector<Node, 4> children() const;
  /// All of them.
  llvm::SmallVector<Node, 8> allChildren() const;
  /// The first of children() of that kind.
  Node child(llvm::StringRef Kind) const;

  /// Whether something in it could not be read as Python.
  bool hasError() const;

  const Tree &tree() const { return *In; }

private:
  friend class Tree;
  template <typename VisitorT> friend void forEachNode(Node, VisitorT);
  Node(unsigned Number, const Tree &In) : In(&In), Number(Number) {}
  template <typename VisitorT> void forEachChild(VisitorT Visit) const;
  bool isChild() const;
  /// The number of the first node that is not below it.
  unsigned behind() const;

  const Tree *In = nullptr;
  unsigned Number = 0; ///< in the tree
};

/// The syntax tree of a Python text. Broken text has one, too: with "ERROR"
/// nodes around what could not be read, and everything else in place. A
/// statement that keeps what is behind it from being read (with a bracket that
/// is not closed) is left out.
class Tree {
public:
  /// \p Text must outlive the tree, which does not move. Null if the text is
  /// larger than any that a person writes (64 MiB).
  static std::unique_ptr<Tree> parse(llvm::StringRef Text);

  Tree(const Tree &) = delete;
  Tree &operator=(const Tree &) = delete;

  llvm::StringRef text() const { return Text; }
  /// The "module".
  Node root() const { return {0, *this}; }
  /// Whether something in the text is no Python, or none that the grammar
  /// knows.
  bool isBroken() const { return Broken; }
  /// From 1. Lines end as Python has it: "\n", "\r\n" or "\r".
  unsigned lineOf(unsigned Offset) const;
  /// The statements that were left out: bytes [begin, end), sorted.
  llvm::ArrayRef<std::pair<unsigned, unsigned>> lost() const { return Lost; }
  /// The smallest node, punctuation aside, that has the bytes [Begin, End).
  Node nodeAt(unsigned Begin, unsigned End) const;

private:
  friend class Node;
  /// A node of tree-sitter's, which itself finds a parent from the root on and a
  /// child from the first one on, each time.
  struct Entry {
    unsigned Begin, End; ///< bytes of the text
    unsigned Parent;     ///< its number; the root's is its own
    unsigned Behind;     ///< the number of the first node that is not below it
    TSSymbol Symbol;
    TSFieldId Field; ///< the name that its parent has for it; 0 if none
    bool IsNamed, IsExtra, HasError;
  };
  Tree(llvm::StringRef Text, const TSTree *Raw,
       std::vector<std::pair<unsigned, unsigned>> Lost, bool IsBroken);

  llvm::StringRef Text;
  llvm::ArrayRef<unsigned> lineBegins() const;

  std::vector<Entry> Nodes; ///< in the order of the text, parents first
  std::vector<std::pair<unsigned, unsigned>> Lost;
  bool Broken;
  mutable std::vector<unsigned> LineBegins;
};

inline unsigned Node::begin() const {
  return *this ? In->Nodes[Number].Begin : 0;
}
inline unsigned Node::end() const { return *this ? In->Nodes[Number].End : 0; }
inline unsigned Node::kindNumber() const {
  return *this ? In->Nodes[Number].Symbol : 0;
}
inline const void *Node::id() const {
  return *this ? &In->Nodes[Number] : nullptr;
}
inline unsigned Node::behind() const { return In->Nodes[Number].Behind; }
inline bool Node::isError() const {
  constexpr TSSymbol Error = -1; // beyond the grammar's own
  return kindNumber() == Error;
}
/// Whether it is one of its parent's children(). Broken text that was skipped is
/// an extra, too, and may have calls in it.
inline bool Node::isChild() const {
  const Tree::Entry &E = In->Nodes[Number];
  return E.IsNamed && (!E.IsExtra || isError());
}

/// Calls \p Visit(Node) for \p Top and all nodes below it, in the order of the
/// text, comments aside. If it returns false, the nodes below are left out. Not
/// recursive: text may be nested deeply.
template <typename VisitorT> void forEachNode(Node Top, VisitorT Visit) {
  if (!Top || !Visit(Top))
    return;
  Node N = Top;
  for (++N.Number; N.Number < Top.behind();)
    N.Number = N.isChild() && Visit(N) ? N.Number + 1 : N.behind();
}

} // namespace aoti_tidy::python

#endif
