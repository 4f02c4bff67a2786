// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes in texts. As '%s', '{n}' and 'str(n)' a symbol stays one.
#include "checks/symint-meta/FakeReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

/// Whether \p N runs only for who asks to be told more.
static bool isForDebugging(Node N) {
  for (; N && !N.is("function_definition"); N = N.parent())
    if (const StringRef Condition = N.field("condition").text();
        N.isAnyOf({"elif_clause", "if_statement"}) &&
        llvm::any_of(
            std::initializer_list<StringRef>{"debug", "enabledfor", "verbose"},
            [&](StringRef Word) {
              return Condition.contains_insensitive(Word);
            }))
      return true;
  return false;
}

/// What '%' takes one by one in \p Format, as the letters of the conversions;
/// nothing if names or '*' say what it is.
static std::optional<std::string> conversionsOf(StringRef Format) {
  std::string Result;
  while (true) {
    Format = Format.drop_until([](char C) { return C == '%'; });
    if (!Format.consume_front("%"))
      return Result;
    if (Format.consume_front("%"))
      continue;
    Format = Format.ltrim("#0- +");
    Format = Format.drop_while(llvm::isDigit);
    if (Format.consume_front("."))
      Format = Format.drop_while(llvm::isDigit);
    Format = Format.ltrim("hlL");
    if (Format.empty() || !llvm::isAlpha(Format.front()))
      return std::nullopt;
    Result += Format.front();
    Format = Format.drop_front();
  }
}

/// '"%d rows" % x.shape[0]': the conversions of numbers make one of a size.
void FakeReader::percent(Node N, const FakeValues &V, const Calls &By) {
  const auto Format = In->values().wholeString(N.field("left"));
  const auto Letters = Format ? conversionsOf(*Format) : std::nullopt;
  if (!Letters)
    return;
  const Node Right = In->values().resolved(N.field("right"));
  const auto Given =
      Right.is("tuple") ? Right.children() : decltype(Right.children()){Right};
  if (Given.size() != Letters->size())
    return;
  for (const auto [Letter, Value] : llvm::zip(*Letters, Given))
    if (StringRef("diouxXeEfFgGc").contains(Letter) && isFree(Value, V) &&
        V.isInteger(Value)) {
      if (!isForDebugging(N))
        add(N, FakeDefect::FormattedSize, By);
      return;
    }
}

/// '{x.shape[0]:8}' in an f-string: symbols take no format.
void FakeReader::interpolation(Node N, const FakeValues &V, const Calls &By) {
  const auto Parts = N.children();
  const Node Spec = N.child("format_specifier");
  if (!Parts.empty() && Spec && Spec.text().size() > 1 &&
      !N.child("type_conversion") && isFree(Parts.front(), V) &&
      !isForDebugging(N))
    add(N, FakeDefect::FormatSpec, By, Parts.front());
}

/// '"{:8}".format(x.shape[0])', 'format(x.shape[0], "8")'
void FakeReader::format(Node Call, const FakeValues &V, const Calls &By) {
  const auto Arguments = argumentsOf(Call);
  const auto Method = methodCall(Call);
  if (!Method) {
    const auto Spec = Arguments.size() == 2
                          ? In->values().wholeString(Arguments[1])
                          : std::nullopt;
    if (Spec && !Spec->empty() && isFree(Arguments[0], V) &&
        !isForDebugging(Call))
      add(Call, FakeDefect::FormatSpec, By, Arguments[0]);
    return;
  }
  const auto Format = In->values().wholeString(Method->Object);
  if (!Format || llvm::any_of(Arguments, [](Node A) { return A.isSplat(); }))
    return;
  StringRef Rest = *Format;
  for (size_t Next = 0;;) {
    Rest = Rest.drop_until([](char C) { return C == '{'; });
    if (!Rest.consume_front("{"))
      return;
    if (Rest.consume_front("{"))
      continue;
    const auto [Field, Behind] = Rest.split('}');
    Rest = Behind;
    const auto [Name, Spec] = Field.split(':');
    size_t Index = Next;
    if (Name.empty())
      ++Next;
    else if (Name.getAsInteger(10, Index))
      Index = llvm::find_if(Arguments,
                            [&, Keyword = Name](Node A) {
                              return A.is("keyword_argument") &&
                                     A.field("name").text() == Keyword;
                            }) -
              Arguments.begin();
    if (Index >= Arguments.size() || Spec.empty() || Spec.contains('{'))
      continue;
    const Node Given = Arguments[Index];
    const Node Value =
        Given.is("keyword_argument") ? Given.field("value") : Given;
    if (isFree(Value, V)) {
      if (!isForDebugging(Call))
        add(Call, FakeDefect::FormatSpec, By, Value);
      return;
    }
  }
}

} // namespace aoti_tidy::python
