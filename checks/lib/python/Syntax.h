// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_SYNTAX_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_SYNTAX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
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

  explicit operator bool() const { return In && !ts_node_is_null(Raw); }
  /// Two nodes of a tree are the same one.
  bool operator==(const Node &Other) const {
    return bool(*this) == bool(Other) && (!*this || ts_node_eq(Raw, Other.Raw));
  }

  /// As the grammar names it: "call", "attribute", "identifier"; an operator or
  /// a keyword by its text.
  llvm::StringRef kind() const;
  bool is(llvm::StringRef Kind) const { return kind() == Kind; }
  bool isAnyOf(std::initializer_list<llvm::StringRef> Kinds) const;

  /// The grammar's number of the kind; for tables.
  unsigned kindNumber() const { return *this ? ts_node_symbol(Raw) : 0; }
  /// Whether its kind is its text: "(", "=", "def".
  bool isToken() const { return *this && !ts_node_is_named(Raw); }
  /// Whether it is an "ERROR".
  bool isError() const { return *this && is("ERROR"); }
  /// Whether it is '*x' or '**x' among arguments or elements: any number of
  /// them. By the text, as the grammar may read '*f(x)' as a call of '*f'.
  bool isSplat() const { return text().starts_with("*") && !isToken(); }

  llvm::StringRef text() const;
  /// Bytes of the tree's text.
  unsigned begin() const { return *this ? ts_node_start_byte(Raw) : 0; }
  unsigned end() const { return *this ? ts_node_end_byte(Raw) : 0; }
  /// From 1; the column in bytes.
  unsigned line() const;
  unsigned column() const;
  /// Whether both are there, and \p Other is a part of it, or the same.
  bool contains(Node Other) const {
    return *this && Other && begin() <= Other.begin() && Other.end() <= end();
  }
  /// Unlike any other node of the tree.
  const void *id() const { return Raw.id; }

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
  bool hasError() const { return *this && ts_node_has_error(Raw); }

  const Tree &tree() const { return *In; }

private:
  friend class Tree;
  Node(TSNode Raw, const Tree &In) : Raw(Raw), In(&In) {}
  Node wrap(TSNode Other) const;
  template <typename VisitorT> void forEachChild(VisitorT Visit) const;
  bool isChild() const;

  TSNode Raw = {};
  const Tree *In = nullptr;
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
  Node root() const { return {ts_tree_root_node(Raw.get()), *this}; }
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
  struct Deleter {
    void operator()(TSTree *T) const { ts_tree_delete(T); }
  };
  Tree(llvm::StringRef Text, TSTree *Raw,
       std::vector<std::pair<unsigned, unsigned>> Lost, bool IsBroken)
      : Text(Text), Raw(Raw), Lost(std::move(Lost)), Broken(IsBroken) {}

  llvm::StringRef Text;
  TSNode parentOf(TSNode N) const;
  llvm::ArrayRef<unsigned> lineBegins() const;

  std::unique_ptr<TSTree, Deleter> Raw;
  std::vector<std::pair<unsigned, unsigned>> Lost;
  bool Broken;
  /// tree-sitter finds a parent from the root on, each time. By a node's id:
  /// the number of its parent in Inner; filled when a parent is first asked
  /// for. Numbers, as LLVM hashes pointers badly that lie as close as children.
  mutable llvm::DenseMap<uintptr_t, unsigned> ParentNumbers;
  mutable std::vector<TSNode> Inner;
  mutable std::vector<unsigned> LineBegins;
};

/// Calls \p Visit(Node) for \p Top and all nodes below it, in the order of the
/// text, comments aside. If it returns false, the nodes below are left out. Not
/// recursive: text may be nested deeply.
template <typename VisitorT> void forEachNode(Node Top, VisitorT Visit) {
  llvm::SmallVector<Node, 64> Open = {Top};
  while (!Open.empty()) {
    const Node N = Open.pop_back_val();
    if (!N || !Visit(N))
      continue;
    const auto Below = N.children();
    Open.append(Below.rbegin(), Below.rend());
  }
}

} // namespace aoti_tidy::python

#endif
