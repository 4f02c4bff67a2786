// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Configurations.h"
#include "checks/lib/package/Json.h"
#include "llvm/Support/JSON.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The scalar that stands behind 'key:'; nothing if it is none in one line.
std::optional<std::string> scalar(StringRef Text) {
  Text = Text.trim();
  if (Text.empty())
    return std::nullopt;
  const char Quote = Text.front();
  if (Quote == '"' || Quote == '\'') {
    const size_t End = Text.find(Quote, 1);
    const StringRef Inside = Text.slice(1, End);
    if (End == StringRef::npos || Inside.contains('\\'))
      return std::nullopt;
    const StringRef Rest = Text.drop_front(End + 1).ltrim();
    return Rest.empty() || Rest.starts_with("#") ? std::optional(Inside.str())
                                                 : std::nullopt;
  }
  // Anchors, tags, flows, blocks.
  if (StringRef("&*!{[|>%@`#").contains(Quote))
    return std::nullopt;
  return Text.split(" #").first.rtrim().str();
}

} // namespace

std::optional<std::string> stringInJson(StringRef Text,
                                        llvm::ArrayRef<std::string> Keys) {
  if (isNestedDeeply(Text))
    return std::nullopt;
  auto Parsed = llvm::json::parse(Text);
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError());
    return std::nullopt;
  }
  const llvm::json::Value *At = &*Parsed;
  for (const std::string &Key : Keys) {
    const llvm::json::Object *Object = At->getAsObject();
    At = Object ? Object->get(Key) : nullptr;
    if (!At)
      return std::nullopt;
  }
  const auto Found = At->getAsString();
  return Found ? std::optional(Found->str()) : std::nullopt;
}

std::optional<std::string> stringInYaml(StringRef Text,
                                        llvm::ArrayRef<std::string> Keys) {
  size_t Matched = 0;     // of Keys: those whose mapping the line is in
  size_t Indentation = 0; // of that mapping's keys
  bool IsFirst = true;    // the line is the mapping's first one
  std::optional<std::string> Found;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.rtrim();
    const StringRef Bare = Line.ltrim();
    if (Bare.empty() || Bare.starts_with("#") || Line == "---")
      continue;
    // Of several documents, and of tabs, nothing is known.
    if (Line.starts_with("---") || Line.starts_with("...") ||
        Line.contains('\t'))
      return std::nullopt;
    const size_t Indent = Line.size() - Bare.size();
    if (IsFirst) {
      // An empty mapping; what follows is outside.
      if (Matched && Indent <= Indentation)
        return std::nullopt;
      Indentation = Indent;
      IsFirst = false;
    }
    if (Indent > Indentation)
      continue;
    if (Indent < Indentation)
      return Found;
    auto [Key, Value] = Bare.split(':');
    Key = Key.trim().trim("'\"");
    if (Key != Keys[Matched] || !(Value.empty() || Value.starts_with(" ")))
      continue;
    // The key is there twice.
    if (Found)
      return std::nullopt;
    if (Matched + 1 == Keys.size()) {
      Found = scalar(Value);
      if (!Found)
        return std::nullopt;
      continue;
    }
    Value = Value.trim();
    if (!Value.empty() && !Value.starts_with("#"))
      return std::nullopt;
    ++Matched;
    IsFirst = true;
  }
  return Found;
}

} // namespace aoti_tidy::python
