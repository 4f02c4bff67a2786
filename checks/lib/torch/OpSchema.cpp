// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/OpSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isIdentifier(StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text.front()) &&
         llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// Parts of \p Text between commas that are in no bracket and no string.
/// Nothing if brackets do not match.
std::optional<std::vector<StringRef>> splitAtCommas(StringRef Text) {
  std::vector<StringRef> Parts;
  if (Text.trim().empty())
    return Parts;
  size_t Start = 0;
  int Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '"' || C == '\'') {
      const size_t End = Text.find(C, I + 1);
      if (End == StringRef::npos)
        return std::nullopt;
      I = End;
    } else if (C == '(' || C == '[') {
      ++Depth;
    } else if (C == ')' || C == ']') {
      if (--Depth < 0)
        return std::nullopt;
    } else if (C == ',' && Depth == 0) {
      Parts.push_back(Text.slice(Start, I));
      Start = I + 1;
    }
  }
  Parts.push_back(Text.drop_front(Start));
  return Depth == 0 ? std::optional(Parts) : std::nullopt;
}

/// The index of the bracket that closes the one at \p Open.
size_t closing(StringRef Text, size_t Open) {
  int Depth = 0;
  for (size_t I = Open; I < Text.size(); ++I) {
    // A default may be a text.
    if (Text[I] == '"' || Text[I] == '\'')
      I = Text.find(Text[I], I + 1);
    if (I == StringRef::npos)
      return I;
    if (Text[I] == '(' || Text[I] == '[')
      ++Depth;
    else if ((Text[I] == ')' || Text[I] == ']') && --Depth == 0)
      return I;
  }
  return StringRef::npos;
}

/// Takes a type off the front of \p Text: "Tensor(a!)[]", "int[2]?",
/// "Dict(str, Tensor)", "(int, Tensor)".
std::optional<std::string> takeType(StringRef &Text, bool &IsMutated) {
  std::string Type;
  if (Text.starts_with("(")) {
    const size_t End = closing(Text, 0);
    if (End == StringRef::npos)
      return std::nullopt;
    Type = Text.take_front(End + 1).str();
    Text = Text.drop_front(End + 1);
  } else {
    const StringRef Base = Text.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
    if (Base.empty())
      return std::nullopt;
    Type = Base.str();
    Text = Text.drop_front(Base.size());
  }
  while (!Text.empty()) {
    if (Text.consume_front("?")) {
      Type += '?';
    } else if (Text.front() == '[') {
      const size_t End = closing(Text, 0);
      if (End == StringRef::npos)
        return std::nullopt;
      Type += "[]";
      Text = Text.drop_front(End + 1);
    } else if (Text.front() == '(') {
      const size_t End = closing(Text, 0);
      if (End == StringRef::npos)
        return std::nullopt;
      const StringRef Inside = Text.take_front(End + 1);
      const bool HasElementTypes = Type == "Dict" || Type == "Future" ||
                                   Type == "RRef" || Type == "Await";
      if (HasElementTypes)
        Type += Inside;
      else
        IsMutated |= Inside.contains('!'); // an alias annotation
      Text = Text.drop_front(End + 1);
    } else {
      break;
    }
  }
  return Type;
}

std::optional<SchemaArgument> parseArgument(StringRef Text, size_t Offset) {
  SchemaArgument A;
  A.TypeOffset = Offset + (Text.size() - Text.ltrim().size());
  StringRef Rest = Text.trim();
  auto Type = takeType(Rest, A.IsMutated);
  // The name must be set off from the type.
  if (!Type || Rest.empty() || !llvm::isSpace(Rest.front()))
    return std::nullopt;
  A.Type = std::move(*Type);
  A.Name = Rest.split('=').first.trim().str();
  // "int stride[2]": a fixed length may also follow the name.
  if (const size_t Bracket = StringRef(A.Name).find('[');
      Bracket != StringRef::npos)
    A.Name = StringRef(A.Name).take_front(Bracket).str();
  return isIdentifier(A.Name) ? std::optional(std::move(A)) : std::nullopt;
}

} // namespace

std::optional<OpName> OpName::parse(StringRef Text) {
  OpName Result;
  Text = Text.trim();
  if (const size_t Colons = Text.find("::"); Colons != StringRef::npos) {
    Result.Namespace = Text.take_front(Colons).str();
    Text = Text.drop_front(Colons + 2);
    if (Result.Namespace.empty())
      return std::nullopt;
  }
  auto [Name, Overload] = Text.split('.');
  Result.Name = Name.str();
  // torch.ops spells the overload without a name so.
  Result.Overload = Overload == "default" ? "" : Overload.str();
  if (!isIdentifier(Name) || (Text.contains('.') && !isIdentifier(Overload)))
    return std::nullopt;
  return Result;
}

std::string OpName::str() const {
  std::string Result = Namespace.empty() ? Name : Namespace + "::" + Name;
  if (!Overload.empty())
    Result += "." + Overload;
  return Result;
}

std::optional<OpSchema> OpSchema::parse(StringRef Text) {
  const size_t Open = Text.find('(');
  if (Open == StringRef::npos)
    return std::nullopt;
  const size_t Close = closing(Text, Open);
  auto Name = OpName::parse(Text.take_front(Open));
  if (!Name || Close == StringRef::npos)
    return std::nullopt;
  OpSchema S;
  S.Name = std::move(*Name);

  const auto Arguments = splitAtCommas(Text.slice(Open + 1, Close));
  if (!Arguments)
    return std::nullopt;
  for (const StringRef Part : *Arguments) {
    if (Part.trim() == "*" || Part.trim() == "...")
      continue;
    auto A = parseArgument(Part, Part.data() - Text.data());
    if (!A)
      return std::nullopt;
    S.Arguments.push_back(std::move(*A));
  }

  StringRef Returns = Text.drop_front(Close + 1).trim();
  if (!Returns.consume_front("->"))
    return std::nullopt;
  Returns = Returns.trim();
  if (Returns.starts_with("(")) {
    if (closing(Returns, 0) != Returns.size() - 1)
      return std::nullopt;
    Returns = Returns.drop_front().drop_back();
  }
  const auto Parts = splitAtCommas(Returns);
  if (!Parts)
    return std::nullopt;
  for (StringRef Part : *Parts) {
    Part = Part.trim();
    bool IsMutated = false;
    if (auto Type = takeType(Part, IsMutated))
      S.Returns.push_back(std::move(*Type));
  }
  return S;
}

bool OpSchema::isFunctional() const {
  return llvm::none_of(Arguments,
                       [](const SchemaArgument &A) { return A.IsMutated; });
}

} // namespace aoti_tidy
