// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/RefusedSyntax.h"
#include "checks/lib/python/Kinds.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

namespace {

/// print "a", exec code, raise E, "text"
bool isStatementOfPython2(Node N) {
  switch (kindOf(N)) {
  case Kind::PrintStatement:
    // print >>f, x: of a shift.
    return !N.child("chevron");
  case Kind::ExecStatement:
    return true;
  case Kind::RaiseStatement:
    return bool(N.child("expression_list"));
  default:
    return false;
  }
}

/// 0777, 10L
bool isNumberOfPython2(StringRef Text) {
  return Text.ends_with_insensitive("l") ||
         (Text.size() > 1 && Text.front() == '0' &&
          llvm::all_of(Text, [](char C) { return llvm::isDigit(C); }) &&
          Text.find_first_not_of('0') != StringRef::npos);
}

/// `a`, ur"a"
bool isStringOfPython2(StringRef Text) {
  const StringRef Prefix =
      Text.take_until([](char C) { return C == '"' || C == '\'' || C == '`'; });
  if (Text.drop_front(Prefix.size()).starts_with("`"))
    return true;
  static constexpr StringRef Known[] = {"",   "b",  "f",  "r",  "t",  "u",
                                        "br", "fr", "rb", "rf", "rt", "tr"};
  return !llvm::is_contained(Known, Prefix.lower());
}

/// f(a=1, b), f(**a, *b)
Node misplacedArgument(Node Arguments) {
  bool IsBehindName = false, IsBehindDict = false;
  for (const Node A : Arguments.children()) {
    const bool IsDict = A.is("dictionary_splat");
    IsBehindDict |= IsDict;
    if (IsDict || A.is("keyword_argument"))
      IsBehindName = true;
    else if (A.isSplat() ? IsBehindDict : IsBehindName)
      return A;
  }
  return {};
}

/// The part of \p N itself, not of its children, that Python refuses.
Node refusedPart(Node N) {
  switch (kindOf(N)) {
  case Kind::Identifier:
    return N.text() == "async" || N.text() == "await" ? N : Node();
  case Kind::Integer:
    return isNumberOfPython2(N.text()) ? N : Node();
  case Kind::String:
    return isStringOfPython2(N.text()) ? N : Node();
  case Kind::ComparisonOperator: {
    // a <> b
    const auto Parts = N.allChildren();
    const auto *Old =
        llvm::find_if(Parts, [](Node Part) { return Part.is("<>"); });
    return Old == Parts.end() ? Node() : *Old;
  }
  case Kind::TuplePattern: {
    // def f((a, b)): ..., lambda (a, b)=c: ...
    const Node Above = N.parent();
    return Above.isAnyOf(
               {"parameters", "lambda_parameters", "default_parameter"})
               ? N
               : Node();
  }
  case Kind::ForInClause: {
    // [a for a in 1, 2]
    const auto Parts = N.children();
    return Parts.size() > 2 ? Parts[2] : Node();
  }
  case Kind::ArgumentList:
    return misplacedArgument(N);
  default:
    return isStatementOfPython2(N) ? N : Node();
  }
}

} // namespace

std::optional<unsigned> firstRefusedPlace(const Tree &T) {
  Node First;
  forEachNode(T.root(), [&](Node N) {
    First = First ? First : refusedPart(N);
    return !First;
  });
  return First ? std::optional(First.begin()) : std::nullopt;
}

} // namespace aoti_tidy::python
