// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Syntax.h"
#include "checks/lib/python/GrammarGaps.h"
#include "checks/lib/python/Repair.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <utility>

// The name is the grammar's.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" const TSLanguage *tree_sitter_python();

namespace aoti_tidy::python {
namespace {

constexpr size_t MaxText = size_t(64) << 20;

struct ParserDeleter {
  void operator()(TSParser *P) const { ts_parser_delete(P); }
};

/// A cursor has memory of its own, and each node of a file needs one.
struct SharedCursor {
  TSTreeCursor At = {};
  bool IsNew = true;

  TSTreeCursor *on(TSNode N) {
    if (std::exchange(IsNew, false))
      At = ts_tree_cursor_new(N);
    else
      ts_tree_cursor_reset(&At, N);
    return &At;
  }
  ~SharedCursor() {
    if (!IsNew)
      ts_tree_cursor_delete(&At);
  }
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

unsigned Node::line() const { return *this ? In->lineOf(begin()) : 0; }

unsigned Node::column() const {
  return *this ? begin() - In->lineBegins()[line() - 1] + 1 : 0;
}

Node Node::parent() const { return *this ? wrap(In->parentOf(Raw)) : Node(); }

Node Node::field(llvm::StringRef Name) const {
  if (!*this)
    return {};
  return wrap(ts_node_child_by_field_name(Raw, Name.data(), Name.size()));
}

/// Whether it is one of its parent's children().
bool Node::isChild() const {
  // Broken text that was skipped is an extra, too, and may have calls in it.
  return ts_node_is_named(Raw) && (!ts_node_is_extra(Raw) || isError());
}

/// Until \p Visit returns false.
template <typename VisitorT> void Node::forEachChild(VisitorT Visit) const {
  if (!*this)
    return;
  // A child by its number is found from the first one on, each time.
  static thread_local SharedCursor Shared;
  TSTreeCursor *At = Shared.on(Raw);
  if (ts_tree_cursor_goto_first_child(At))
    while (Visit(ts_tree_cursor_current_node(At)) &&
           ts_tree_cursor_goto_next_sibling(At)) {
    }
}

llvm::SmallVector<Node, 8> Node::allChildren() const {
  llvm::SmallVector<Node, 8> Result;
  forEachChild([&](TSNode N) {
    Result.push_back(wrap(N));
    return true;
  });
  return Result;
}

llvm::SmallVector<Node, 4> Node::children() const {
  llvm::SmallVector<Node, 4> Result;
  forEachChild([&](TSNode N) {
    if (wrap(N).isChild())
      Result.push_back(wrap(N));
    return true;
  });
  return Result;
}

Node Node::child(llvm::StringRef Kind) const {
  Node Result;
  forEachChild([&](TSNode N) {
    if (wrap(N).isChild() && wrap(N).is(Kind))
      Result = wrap(N);
    return !Result;
  });
  return Result;
}

namespace {

struct TreeDeleter {
  void operator()(TSTree *T) const { ts_tree_delete(T); }
};
using RawTree = std::unique_ptr<TSTree, TreeDeleter>;

/// Lines that are broken each for itself come to light one after the other.
constexpr unsigned MaxRepairs = 4;
/// Bytes that are parsed again for that; more are no person's text.
constexpr size_t MaxReparsed = size_t(1) << 20;

bool isStatement(TSNode N) {
  const llvm::StringRef Kind = ts_node_type(N);
  return Kind.ends_with("_statement") || Kind.ends_with("_definition") ||
         Kind == "comment";
}

/// The parts of \p Text that could not be read and go on behind the statement
/// that they begin with: a mistake there swallows what is behind it. One within
/// a statement is as good as can be.
std::vector<ByteRange> swallowed(const RawTree &T, llvm::StringRef Text) {
  std::vector<ByteRange> Result;
  std::vector<TSNode> Open = {ts_tree_root_node(T.get())};
  TSTreeCursor At = ts_tree_cursor_new(Open.front());
  while (!Open.empty()) {
    const TSNode N = Open.back();
    Open.pop_back();
    ts_tree_cursor_reset(&At, N);
    if (!ts_node_has_error(N) || !ts_tree_cursor_goto_first_child(&At))
      continue;
    // Whole statements at the front of an "ERROR" are not lost.
    bool IsWhole = ts_node_is_error(N);
    do {
      const TSNode Child = ts_tree_cursor_current_node(&At);
      if (IsWhole && !isStatement(Child)) {
        IsWhole = false;
        const ByteRange Rest(ts_node_start_byte(Child), ts_node_end_byte(N));
        if (ts_node_start_point(Child).row != ts_node_end_point(N).row &&
            hasSeveralStatements(Text, Rest)) {
          Result.push_back(Rest);
          break;
        }
      }
      Open.push_back(Child);
    } while (ts_tree_cursor_goto_next_sibling(&At));
  }
  ts_tree_cursor_delete(&At);
  return Result;
}

template <typename RangesT> size_t bytesIn(const RangesT &Ranges) {
  size_t Result = 0;
  for (const auto &[Begin, End] : Ranges)
    Result += End - Begin;
  return Result;
}

/// Parses \p Text without the statements that keep what is behind them from
/// being read, if less is lost then than with them: \p Best, and \p Lost of it.
template <typename ParserT>
void repair(std::string Text, ParserT Parse, RawTree &Best,
            std::vector<ByteRange> &Lost) {
  auto Swallowed = swallowed(Best, Text);
  size_t Least = bytesIn(Swallowed);
  std::set<ByteRange> Removed;
  const size_t Rounds = std::min<size_t>(
      MaxRepairs, MaxReparsed / std::max<size_t>(Text.size(), 1));
  for (size_t I = 0; I < Rounds && !Swallowed.empty(); ++I) {
    // The first broken place often breaks those behind it.
    const unsigned First = llvm::min_element(Swallowed)->first;
    if (const auto Gone = leaveOutStatement(Text, First))
      Removed.insert(*Gone);
    RawTree Next = Parse(Text);
    Swallowed = swallowed(Next, Text);
    const size_t Bytes = bytesIn(Swallowed) + bytesIn(Removed);
    if (Bytes >= Least)
      continue;
    Least = Bytes;
    Lost.assign(Removed.begin(), Removed.end());
    Best = std::move(Next);
  }
}

} // namespace

std::unique_ptr<Tree> Tree::parse(llvm::StringRef Text) {
  if (Text.size() > MaxText)
    return nullptr;
  const std::unique_ptr<TSParser, ParserDeleter> Parser(ts_parser_new());
  if (!ts_parser_set_language(Parser.get(), tree_sitter_python()))
    return nullptr;
  const auto Parse = [&](llvm::StringRef T) {
    return RawTree(
        ts_parser_parse_string(Parser.get(), nullptr, T.data(), T.size()));
  };
  const auto HasError = [](const RawTree &T) {
    return ts_node_has_error(ts_tree_root_node(T.get()));
  };
  const std::string WithLineFeeds =
      hasLoneReturns(Text) ? withoutLoneReturns(Text) : "";
  const llvm::StringRef Source = WithLineFeeds.empty() ? Text : WithLineFeeds;
  RawTree Best = Parse(Source);
  std::vector<ByteRange> Lost;
  bool IsBroken = HasError(Best);
  if (IsBroken) {
    std::string Known = forGrammar(Source);
    if (Known != Source)
      Best = Parse(Known);
    IsBroken = HasError(Best);
    if (IsBroken)
      repair(std::move(Known), Parse, Best, Lost);
  }
  return std::unique_ptr<Tree>(
      new Tree(Text, Best.release(), std::move(Lost), IsBroken));
}

llvm::ArrayRef<unsigned> Tree::lineBegins() const {
  if (LineBegins.empty()) {
    LineBegins.push_back(0);
    for (size_t At = 0; At < Text.size(); ++At)
      if (Text[At] == '\n' ||
          (Text[At] == '\r' && !Text.drop_front(At + 1).starts_with("\n")))
        LineBegins.push_back(At + 1);
  }
  return LineBegins;
}

unsigned Tree::lineOf(unsigned Offset) const {
  const auto Begins = lineBegins();
  return llvm::upper_bound(Begins, Offset) - Begins.begin();
}

TSNode Tree::parentOf(TSNode N) const {
  if (Inner.empty()) {
    TSTreeCursor At = ts_tree_cursor_new(ts_tree_root_node(Raw.get()));
    llvm::SmallVector<unsigned, 64> Above;
    for (bool IsDone = false; !IsDone;) {
      const TSNode Here = ts_tree_cursor_current_node(&At);
      if (!Above.empty())
        ParentNumbers.try_emplace(reinterpret_cast<uintptr_t>(Here.id),
                                  Above.back());
      if (ts_tree_cursor_goto_first_child(&At)) {
        Above.push_back(Inner.size());
        Inner.push_back(Here);
        continue;
      }
      while (!ts_tree_cursor_goto_next_sibling(&At)) {
        IsDone = !ts_tree_cursor_goto_parent(&At);
        if (IsDone)
          break;
        Above.pop_back();
      }
    }
    ts_tree_cursor_delete(&At);
  }
  const auto Number = ParentNumbers.find(reinterpret_cast<uintptr_t>(N.id));
  return Number == ParentNumbers.end() ? TSNode() : Inner[Number->second];
}

Node Tree::nodeAt(unsigned Begin, unsigned End) const {
  const TSNode Found = ts_node_named_descendant_for_byte_range(
      ts_tree_root_node(Raw.get()), Begin, End);
  return ts_node_is_null(Found) ? Node() : Node(Found, *this);
}

} // namespace aoti_tidy::python
