// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/Syntax.h"
#include "llvm/ADT/STLExtras.h"

extern "C" const TSLanguage *tree_sitter_python();

namespace aoti_tidy::python {
namespace {

constexpr size_t MaxText = size_t(64) << 20;

struct ParserDeleter {
  void operator()(TSParser *P) const { ts_parser_delete(P); }
};

struct CursorGuard {
  TSTreeCursor Cursor;
  ~CursorGuard() { ts_tree_cursor_delete(&Cursor); }
};

} // namespace

const TSLanguage *pythonGrammar() { return tree_sitter_python(); }

llvm::StringRef Node::kind() const { return *this ? ts_node_type(Raw) : ""; }

bool Node::isAnyOf(std::initializer_list<llvm::StringRef> Kinds) const {
  return llvm::is_contained(Kinds, kind());
}

llvm::StringRef Node::text() const {
  return *this ? In->text().slice(begin(), end()) : "";
}

Node Node::wrap(TSNode Other) const {
  return ts_node_is_null(Other) ? Node() : Node(Other, *In);
}

Node Node::parent() const {
  return *this ? wrap(ts_node_parent(Raw)) : Node();
}

Node Node::field(llvm::StringRef Name) const {
  if (!*this)
    return {};
  return wrap(ts_node_child_by_field_name(Raw, Name.data(), Name.size()));
}

llvm::SmallVector<Node, 8> Node::allChildren() const {
  llvm::SmallVector<Node, 8> Result;
  if (!*this)
    return Result;
  // A child by its number is found from the first one on, each time.
  CursorGuard At{ts_tree_cursor_new(Raw)};
  if (ts_tree_cursor_goto_first_child(&At.Cursor))
    do
      Result.push_back(wrap(ts_tree_cursor_current_node(&At.Cursor)));
    while (ts_tree_cursor_goto_next_sibling(&At.Cursor));
  return Result;
}

llvm::SmallVector<Node, 4> Node::children() const {
  llvm::SmallVector<Node, 4> Result;
  for (const Node &N : allChildren())
    // What was skipped as broken is an extra, too, and may have calls in it.
    if (ts_node_is_named(N.Raw) &&
        (!ts_node_is_extra(N.Raw) || N.isError()))
      Result.push_back(N);
  return Result;
}

Node Node::child(llvm::StringRef Kind) const {
  for (const Node &N : children())
    if (N.is(Kind))
      return N;
  return {};
}

std::unique_ptr<Tree> Tree::parse(llvm::StringRef Text) {
  if (Text.size() > MaxText)
    return nullptr;
  const std::unique_ptr<TSParser, ParserDeleter> Parser(ts_parser_new());
  if (!ts_parser_set_language(Parser.get(), tree_sitter_python()))
    return nullptr;
  TSTree *Raw =
      ts_parser_parse_string(Parser.get(), nullptr, Text.data(), Text.size());
  return Raw ? std::unique_ptr<Tree>(new Tree(Text, Raw)) : nullptr;
}

Node Tree::nodeAt(unsigned Begin, unsigned End) const {
  const TSNode Found = ts_node_named_descendant_for_byte_range(
      ts_tree_root_node(Raw.get()), Begin, End);
  return ts_node_is_null(Found) ? Node() : Node(Found, *this);
}

} // namespace aoti_tidy::python
