// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

unsigned lineBegin(StringRef Text, unsigned Offset) {
  const size_t Newline = Text.take_front(Offset).rfind('\n');
  return Newline == StringRef::npos ? 0 : Newline + 1;
}

bool isBlank(char C) { return C == ' ' || C == '\t'; }

} // namespace

std::string brief(Node N, size_t Limit) {
  std::string Result;
  bool Space = false;
  for (char C : N.text()) {
    if (C == '\n' || C == '\r' || isBlank(C)) {
      Space = true;
      continue;
    }
    const char Last = Result.empty() ? '(' : Result.back();
    if (Space && !StringRef("([{").contains(Last) &&
        !StringRef(")]}").contains(C))
      Result += ' ';
    Space = false;
    Result += C;
    if (Result.size() > Limit)
      return "...";
  }
  llvm::SmallVector<Node, 16> Open = {N};
  while (!Open.empty()) {
    const Node Next = Open.pop_back_val();
    if (Next.is("comment"))
      return "...";
    if (!Next.is("string"))
      llvm::append_range(Open, Next.allChildren());
  }
  return Result;
}

TextRange removalOf(Node Item) {
  const StringRef Text = Item.tree().text();
  Node Next, Comma, Before;
  bool Passed = false;
  for (Node Sibling : Item.parent().allChildren()) {
    if (Sibling == Item) {
      Passed = true;
      continue;
    }
    if (!Passed && Sibling.is(","))
      Before = Sibling;
    if (Passed && !Comma && Sibling.is(","))
      Comma = Sibling;
    else if (Passed && !Sibling.isAnyOf({"comment", ")", "]", "}"}) && !Next &&
             Comma)
      Next = Sibling;
  }
  unsigned Begin = Item.begin();
  unsigned End = Comma ? Comma.end() : Item.end();
  const unsigned LineBegin = lineBegin(Text, Begin);
  unsigned After = End;
  while (After < Text.size() && isBlank(Text[After]))
    ++After;
  const bool StartsLine = Text.slice(LineBegin, Begin).trim(" \t").empty();
  const bool EndsLine = After >= Text.size() || Text[After] == '\n' ||
                        Text.substr(After).starts_with("\r\n");
  if (StartsLine && EndsLine && LineBegin != 0) {
    // The line is its own.
    const size_t Newline = Text.find('\n', After);
    return {LineBegin, Newline == StringRef::npos
                           ? static_cast<unsigned>(Text.size())
                           : static_cast<unsigned>(Newline + 1)};
  }
  // The last one takes the comma before it along, and leaves that behind it.
  if (!Next && Before && Text.slice(Before.end(), Begin).trim(" \t").empty())
    return {Before.begin(), Item.end()};
  return {Begin, EndsLine || !Next ? End : After};
}

bool hasNoEffect(Node Expr, const File &F) {
  const auto IsPure = [&](Node Callee) {
    static constexpr StringRef Known[] = {
        "builtins.dict", "builtins.list", "builtins.str", "builtins.tuple",
        "os.fspath",     "pathlib.Path",  "torch.device"};
    const auto Name = F.names().qualifiedName(Callee);
    return Name && (llvm::is_contained(Known, *Name) ||
                    StringRef(*Name).starts_with("os.path."));
  };
  bool Result = true;
  forEachNode(Expr, [&](Node N) {
    Result &= !N.isAnyOf({"await", "yield", "named_expression",
                          "generator_expression"}) &&
              (!N.is("call") || IsPure(N.field("function")));
    return Result;
  });
  return Result;
}

std::optional<Edit> rewriteString(Node Value, StringRef Text) {
  const StringRef Old = Value.text();
  if (!Value.is("string") || !literalText(Value) || Old.size() < 2)
    return std::nullopt;
  const char Quote = Old.back();
  const size_t First = Old.find(Quote);
  // r"..." is one of its own; """ is not worth it.
  if (First == StringRef::npos || First > 2 ||
      Old.substr(First).starts_with(std::string(3, Quote)))
    return std::nullopt;
  // The text between the quotes.
  return Edit{
      {static_cast<unsigned>(Value.begin() + First + 1), Value.end() - 1},
      Text.str()};
}

} // namespace aoti_tidy::python
