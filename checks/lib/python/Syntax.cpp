// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Syntax.h"
#include "checks/lib/python/GrammarGaps.h"
#include "checks/lib/python/Repair.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

// The name is the grammar's.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" const TSLanguage *tree_sitter_python();

namespace aoti_tidy::python {
namespace {

constexpr size_t MaxText = size_t(64) << 20;

struct ParserDeleter {
  void operator()(TSParser *P) const { ts_parser_delete(P); }
};

/// By the number of the grammar.
std::vector<llvm::StringRef> kindNames() {
  std::vector<llvm::StringRef> Result;
  for (unsigned I = 0, N = ts_language_symbol_count(pythonGrammar()); I < N;
       ++I)
    Result.push_back(
        ts_language_symbol_name(pythonGrammar(), static_cast<TSSymbol>(I)));
  return Result;
}

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

const TSLanguage *pythonGrammar() { return tree_sitter_python(); }

llvm::StringRef Node::kind() const {
  static const std::vector<llvm::StringRef> Names = kindNames();
  if (isError())
    return "ERROR";
  return *this ? Names[kindNumber()] : "";
}

bool Node::isAnyOf(std::initializer_list<llvm::StringRef> Kinds) const {
  return llvm::is_contained(Kinds, kind());
}

bool Node::isToken() const { return *this && !In->Nodes[Number].IsNamed; }

bool Node::hasError() const { return *this && In->Nodes[Number].HasError; }

llvm::StringRef Node::text() const {
  return *this ? In->text().slice(begin(), end()) : "";
}

unsigned Node::line() const { return *this ? In->lineOf(begin()) : 0; }

unsigned Node::column() const {
  return *this ? begin() - In->lineBegins()[line() - 1] + 1 : 0;
}

Node Node::parent() const {
  return *this && Number != 0 ? Node(In->Nodes[Number].Parent, *In) : Node();
}

/// Until \p Visit returns false.
template <typename VisitorT> void Node::forEachChild(VisitorT Visit) const {
  if (!*this)
    return;
  Node N = *this;
  for (++N.Number; N.Number < behind() && Visit(N);)
    N.Number = N.behind();
}

Node Node::field(llvm::StringRef Name) const {
  const TSFieldId Wanted =
      ts_language_field_id_for_name(pythonGrammar(), Name.data(), Name.size());
  Node Result;
  forEachChild([&](Node N) {
    if (Wanted && In->Nodes[N.Number].Field == Wanted)
      Result = N;
    return !Result;
  });
  return Result;
}

llvm::SmallVector<Node, 8> Node::allChildren() const {
  llvm::SmallVector<Node, 8> Result;
  forEachChild([&](Node N) {
    Result.push_back(N);
    return true;
  });
  return Result;
}

llvm::SmallVector<Node, 4> Node::children() const {
  llvm::SmallVector<Node, 4> Result;
  forEachChild([&](Node N) {
    if (N.isChild())
      Result.push_back(N);
    return true;
  });
  return Result;
}

Node Node::child(llvm::StringRef Kind) const {
  Node Result;
  forEachChild([&](Node N) {
    if (N.isChild() && N.is(Kind))
      Result = N;
    return !Result;
  });
  return Result;
}

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
      new Tree(Text, Best.get(), std::move(Lost), IsBroken));
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

Tree::Tree(llvm::StringRef Text, const TSTree *Raw,
           std::vector<std::pair<unsigned, unsigned>> Lost, bool IsBroken)
    : Text(Text), Lost(std::move(Lost)), Broken(IsBroken) {
  const TSNode Root = ts_tree_root_node(Raw);
  Nodes.reserve(ts_node_descendant_count(Root));
  TSTreeCursor At = ts_tree_cursor_new(Root);
  unsigned Parent = 0;
  for (bool IsDone = false; !IsDone;) {
    const TSNode N = ts_tree_cursor_current_node(&At);
    const unsigned Number = Nodes.size();
    Nodes.push_back({ts_node_start_byte(N), ts_node_end_byte(N), Parent,
                     Number + 1, ts_node_symbol(N),
                     ts_tree_cursor_current_field_id(&At), ts_node_is_named(N),
                     ts_node_is_extra(N), ts_node_has_error(N)});
    if (ts_tree_cursor_goto_first_child(&At)) {
      Parent = Number;
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&At)) {
      IsDone = !ts_tree_cursor_goto_parent(&At);
      if (IsDone)
        break;
      Nodes[Parent].Behind = Nodes.size();
      Parent = Nodes[Parent].Parent;
    }
  }
  ts_tree_cursor_delete(&At);
}

Node Tree::nodeAt(unsigned Begin, unsigned End) const {
  Node Result = root();
  for (unsigned I = 1, Behind = Nodes.size(); I < Behind;) {
    const Entry &E = Nodes[I];
    const bool IsBefore =
        E.End < End || (E.Begin == E.End ? E.End < Begin : E.End <= Begin);
    if (IsBefore) {
      I = E.Behind;
      continue;
    }
    if (Begin < E.Begin)
      break;
    if (E.IsNamed)
      Result = Node(I, *this);
    Behind = E.Behind;
    ++I;
  }
  return Result;
}

} // namespace aoti_tidy::python
