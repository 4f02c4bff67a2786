// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/documents/PythonText.h"
#include "checks/lib/python/Indentation.h"
#include "checks/lib/python/RefusedSyntax.h"
#include "driver/base/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// '# -*- coding: latin-1 -*-', in lower case; empty if there is none.
std::string declaredEncoding(StringRef Text) {
  for (int Line = 0; Line < 2; ++Line) {
    const auto [First, Rest] = Text.split('\n');
    Text = Rest;
    StringRef Comment = First.ltrim(" \t\f");
    if (!Comment.starts_with("#")) {
      if (!Comment.trim().empty())
        return "";
      continue;
    }
    for (size_t At = Comment.find("coding"); At != StringRef::npos;
         At = Comment.find("coding", At + 1)) {
      StringRef Name = Comment.drop_front(At + strlen("coding"));
      if (!Name.consume_front(":") && !Name.consume_front("="))
        continue;
      Name = Name.ltrim(" \t").take_while([](char C) {
        return llvm::isAlnum(C) || StringRef("-_.").contains(C);
      });
      if (!Name.empty())
        return Name.lower();
    }
  }
  return "";
}

bool isUtf8Name(StringRef Name) {
  return Name == "utf8" || Name == "u8" || Name.starts_with("utf-8") ||
         Name.starts_with("utf_8");
}

StringRef describe(python::IndentationProblem::Kind Is) {
  using Kind = python::IndentationProblem::Kind;
  switch (Is) {
  case Kind::Unexpected:
    return "this line is indented, but nothing opens a block for it";
  case Kind::NoBlock:
    return "an indented block is missing here";
  case Kind::NoSuchLevel:
    return "this line is not indented like any block around it";
  case Kind::Mixed:
    return "how deep this line is indented depends on the width of tabs";
  case Kind::TooDeep:
    return "more blocks are in each other here than Python allows";
  }
  llvm_unreachable("a kind without a text");
}

/// Where something is broken in the tree.
std::optional<unsigned> firstBrokenPlace(const python::Tree &T) {
  if (!T.isBroken())
    return std::nullopt;
  // A line that was left out has no node.
  std::optional<unsigned> First;
  if (!T.lost().empty())
    First = T.lost().front().first;
  python::Node N = T.root();
  if (First && !N.hasError())
    return First;
  while (!N.is("ERROR")) {
    const auto Children = N.allChildren();
    const auto *Broken = llvm::find_if(
        Children, [](python::Node C) { return C.is("ERROR") || C.hasError(); });
    if (Broken == Children.end())
      break;
    N = *Broken;
  }
  return std::min(First.value_or(N.begin()), N.begin());
}

} // namespace

std::optional<std::string> encodingProblem(StringRef Text) {
  if (llvm::all_of(Text,
                   [](char C) { return static_cast<unsigned char>(C) < 0x80; }))
    return std::nullopt;
  const std::string Name = declaredEncoding(Text);
  if (!Name.empty() && !isUtf8Name(Name))
    return fmt::format("the file's encoding is '{}'; only UTF-8 is read", Name);
  size_t ErrorOffset = 0;
  if (!llvm::json::isUTF8(Text, &ErrorOffset))
    return "the file is not valid UTF-8, and declares no other encoding";
  return std::nullopt;
}

std::optional<SyntaxProblem>
firstSyntaxProblem(const python::Tree &T, llvm::ArrayRef<unsigned> PartBegins) {
  auto Offset = firstBrokenPlace(T);
  if (!Offset)
    Offset = python::firstRefusedPlace(T);
  if (Offset)
    return SyntaxProblem{*Offset, "this is not understood as Python"};
  if (const auto P = python::firstIndentationProblem(T, PartBegins))
    return SyntaxProblem{P->Offset, describe(P->Is).str()};
  return std::nullopt;
}

} // namespace aoti_tidy
