// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/StringValue.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool appendCodePoint(StringRef Digits, unsigned Radix, std::string &To) {
  unsigned Code = 0;
  if (Digits.getAsInteger(Radix, Code))
    return false;
  char Bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT], *End = Bytes;
  if (!llvm::ConvertCodePointToUTF8(Code, End))
    return false;
  To.append(Bytes, End);
  return true;
}

/// \p Escape with its backslash. False if it is a character by its name.
bool appendEscape(StringRef Escape, std::string &To) {
  const StringRef Rest = Escape.drop_front();
  if (Rest.empty())
    return false;
  switch (Rest.front()) {
  case '\n':
  case '\r':
    return true; // a line that goes on
  case 'x':
  case 'u':
  case 'U':
    return appendCodePoint(Rest.drop_front(), 16, To);
  case 'N':
    return false;
  default:
    break;
  }
  if (llvm::isDigit(Rest.front()))
    return appendCodePoint(Rest, 8, To);
  static constexpr StringRef Letters = "abfnrtv", Meant = "\a\b\f\n\r\t\v";
  const size_t At = Letters.find(Rest.front());
  To += At == StringRef::npos ? Rest.front() : Meant[At];
  return true;
}

bool appendContent(Node Content, bool IsFormatted, std::string &To) {
  const StringRef All = Content.tree().text();
  unsigned At = Content.begin();
  for (const Node &Part : Content.children()) {
    To += All.slice(At, Part.begin());
    At = Part.end();
    if (Part.is("escape_sequence")) {
      if (!appendEscape(Part.text(), To))
        return false;
    } else if (IsFormatted && Part.is("escape_interpolation")) {
      To += Part.text().front();
    } else {
      To += Part.text();
    }
  }
  To += All.slice(At, Content.end());
  return true;
}

} // namespace

std::optional<std::vector<StringPart>> partsOf(Node String) {
  const auto Parts = String.children();
  if (!String.is("string") || Parts.size() < 2 ||
      !Parts.front().is("string_start") || !Parts.back().is("string_end") ||
      String.hasError())
    return std::nullopt;
  const std::string Prefix =
      Parts.front().text().take_while(llvm::isAlpha).lower();
  // Bytes, and templates (Python 3.14), are no strings.
  if (StringRef(Prefix).find_first_of("bt") != StringRef::npos)
    return std::nullopt;
  const bool IsFormatted = StringRef(Prefix).contains('f');
  std::vector<StringPart> Result;
  for (const Node &Part : llvm::ArrayRef(Parts).drop_front().drop_back()) {
    if (Part.is("interpolation")) {
      Result.push_back({"", Part});
      continue;
    }
    if (Result.empty() || Result.back().Interpolation)
      Result.emplace_back();
    if (!appendContent(Part, IsFormatted, Result.back().Text))
      return std::nullopt;
  }
  return Result;
}

std::optional<std::string> literalText(Node String) {
  const auto Parts = partsOf(String);
  if (!Parts || Parts->size() > 1 ||
      (Parts->size() == 1 && Parts->front().Interpolation))
    return std::nullopt;
  return Parts->empty() ? std::string() : Parts->front().Text;
}

Text concatenate(const Text &A, const Text &B) {
  return {A.IsWhole ? A.Head + B.Head : A.Head,
          B.IsWhole ? A.Tail + B.Tail : B.Tail, A.IsWhole && B.IsWhole};
}

Text asPath(Text Of) {
  const auto Normal = [](StringRef Path) {
    std::string Result = Path.starts_with("/") ? "/" : "";
    llvm::SmallVector<StringRef, 8> Parts;
    Path.split(Parts, '/', -1, /*KeepEmpty=*/false);
    StringRef Between;
    for (StringRef P : Parts) {
      if (P == ".")
        continue;
      (Result += Between) += P;
      Between = "/";
    }
    return Result.empty() ? std::string(".") : Result;
  };
  if (Of.IsWhole)
    return wholeText(Normal(Of.Head));
  // Keeps those ends that no slash can change.
  if (StringRef(Of.Head).starts_with(".") ||
      StringRef(Of.Head).contains("//") || StringRef(Of.Head).contains("/."))
    Of.Head.clear();
  StringRef Tail = StringRef(Of.Tail).rtrim('/');
  Tail = Tail.drop_front(Tail.rfind('/') + 1);
  Of.Tail = Tail == "." ? "" : Tail.str();
  return Of;
}

Text joinPaths(const Text &A, const Text &B) {
  if (A.IsWhole && A.Head.empty())
    return B;
  if (B.startsWith("/"))
    return B;
  // It may be an absolute one, and all that is before it go.
  if (B.Head.empty())
    return {"", B.Tail, false};
  const bool HasSlash = A.endsWith("/");
  if (A.IsWhole && !HasSlash)
    return concatenate(wholeText(A.Head + "/"), B);
  if (!A.IsWhole && !HasSlash && !A.Tail.empty())
    return concatenate({A.Head, A.Tail + "/", false}, B);
  return concatenate(A, B);
}

} // namespace aoti_tidy::python
