// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Values.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Limits of one question: expressions may be as large, and names may stand
/// for names as often, as a file likes.
constexpr unsigned MaxValueDepth = 48;
constexpr unsigned MaxVisits = 512;
constexpr size_t MaxLength = 4096;

bool isUnknown(const Text &T) {
  return !T.IsWhole && T.Head.empty() && T.Tail.empty();
}

class Evaluator {
public:
  Evaluator(const Names &N, const Values &V) : Known(N), V(V) {}

  std::optional<Text> text(Node Expr, unsigned Depth = 0);

private:
  std::optional<Text> binary(Node Expr, unsigned Depth);
  std::optional<Text> call(Node Expr, unsigned Depth);
  std::optional<Text> method(Node Call, unsigned Depth);
  std::optional<Text> literal(Node String, unsigned Depth);
  Text orUnknown(Node Expr, unsigned Depth) {
    return text(Expr, Depth).value_or(Text());
  }

  const Names &Known;
  const Values &V;
  unsigned Visits = 0;
};

std::optional<Text> Evaluator::text(Node Expr, unsigned Depth) {
  if (Depth > MaxValueDepth || ++Visits > MaxVisits)
    return std::nullopt;
  Expr = V.resolved(Expr);
  std::optional<Text> Result;
  if (Expr.is("string")) {
    Result = literal(Expr, Depth + 1);
  } else if (Expr.is("concatenated_string")) {
    Result = wholeText("");
    for (const Node &Part : Expr.children()) {
      const auto Next = literal(Part, Depth + 1);
      if (!Next)
        return std::nullopt;
      Result = concatenate(*Result, *Next);
    }
  } else if (Expr.is("binary_operator")) {
    Result = binary(Expr, Depth + 1);
  } else if (Expr.is("call")) {
    Result = call(Expr, Depth + 1);
  }
  if (Result && Result->Head.size() + Result->Tail.size() > MaxLength)
    return std::nullopt;
  return Result;
}

std::optional<Text> Evaluator::literal(Node String, unsigned Depth) {
  const auto Parts = partsOf(String);
  if (!Parts)
    return std::nullopt;
  Text Result = wholeText("");
  for (const StringPart &P : *Parts) {
    if (!P.Interpolation) {
      Result = concatenate(Result, wholeText(P.Text));
      continue;
    }
    const auto Inside = P.Interpolation.children();
    // {x!r}, {x:>8} and {x=} write something else than the string; {x:=8} looks
    // like an assignment.
    const bool IsPlain = Inside.size() == 1 &&
                         !Inside.front().is("named_expression") &&
                         llvm::none_of(P.Interpolation.allChildren(),
                                       [](Node N) { return N.is("="); });
    Result = concatenate(Result,
                         IsPlain ? orUnknown(Inside.front(), Depth) : Text());
  }
  return Result;
}

std::optional<Text> Evaluator::binary(Node Expr, unsigned Depth) {
  const Node Left = Expr.field("left"), Right = Expr.field("right");
  const StringRef Operator = Expr.field("operator").text();
  if (Operator != "+" && Operator != "/")
    return std::nullopt;
  const auto A = text(Left, Depth), B = text(Right, Depth);
  // Only strings are added to strings, and only paths are divided by them.
  if (!A && !B)
    return std::nullopt;
  const Text First = A.value_or(Text()), Second = B.value_or(Text());
  if (Operator == "+")
    return concatenate(First, Second);
  return asPath(joinPaths(asPath(First), asPath(Second)));
}

std::optional<Text> Evaluator::call(Node Expr, unsigned Depth) {
  const auto Name = Known.qualifiedName(Expr.field("function"));
  if (!Name)
    return method(Expr, Depth);
  const auto Arguments = Expr.field("arguments").children();
  const auto IsPlain = [](Node N) {
    return !N.is("keyword_argument") && !N.isSplat();
  };
  if (Arguments.empty() || !llvm::all_of(Arguments, IsPlain))
    return method(Expr, Depth);
  const StringRef Function = *Name;
  if (Function == "builtins.str" || Function == "os.fspath") {
    // str(x) of something else gives a string, but not its end.
    return Arguments.size() == 1 ? text(Arguments.front(), Depth)
                                 : std::nullopt;
  }
  if (Function == "os.path.abspath" || Function == "os.path.realpath" ||
      Function == "os.path.expanduser") {
    Text Result = orUnknown(Arguments.front(), Depth);
    if (!Result.startsWith("/") || Function == "os.path.realpath")
      Result = {"", Result.Tail, false};
    return asPath(std::move(Result));
  }
  const bool IsPath =
      Function == "pathlib.Path" || Function == "pathlib.PurePath" ||
      Function == "pathlib.PosixPath" || Function == "pathlib.PurePosixPath";
  if (!IsPath && Function != "os.path.join")
    return method(Expr, Depth);
  Text Result = orUnknown(Arguments.front(), Depth);
  for (const Node &Next : llvm::drop_begin(Arguments))
    Result = joinPaths(Result, orUnknown(Next, Depth));
  return IsPath ? asPath(std::move(Result)) : Result;
}

/// The results of methods of strings and paths.
std::optional<Text> Evaluator::method(Node Call, unsigned Depth) {
  const Node Callee = Call.field("function");
  if (!Callee.is("attribute"))
    return std::nullopt;
  const StringRef Name = Callee.field("attribute").text();
  const Node Object = Callee.field("object");
  const auto Arguments = Call.field("arguments").children();
  if (Name == "as_posix" && Arguments.empty())
    return text(Object, Depth);
  if ((Name == "absolute" || Name == "resolve" || Name == "expanduser") &&
      Arguments.empty()) {
    auto Result = text(Object, Depth);
    if (Result && (!Result->startsWith("/") || Name == "resolve"))
      Result = Text{"", Result->Tail, false};
    return Result;
  }
  // Only paths have these.
  if (Name == "joinpath" && !Arguments.empty()) {
    Text Result = orUnknown(Object, Depth);
    for (const Node &Next : Arguments)
      Result = joinPaths(Result, orUnknown(Next, Depth));
    return asPath(std::move(Result));
  }
  if ((Name == "with_suffix" || Name == "with_name") && Arguments.size() == 1) {
    const auto End = text(Arguments.front(), Depth);
    return End && End->IsWhole ? std::optional(Text{"", End->Tail, false})
                               : std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Node Values::resolved(Node Expr) const {
  for (unsigned Steps = 0; Steps < MaxValueDepth; ++Steps) {
    Expr = withoutParentheses(Expr);
    const Node Given =
        Expr.is("identifier") ? Known.assignedValue(Expr) : Node();
    if (!Given)
      break;
    Expr = Given;
  }
  return Expr;
}

std::optional<Text> Values::stringOf(Node Expr) const {
  auto Result = Evaluator(Known, *this).text(Expr);
  return Result && !isUnknown(*Result) ? Result : std::nullopt;
}

std::optional<std::string> Values::wholeString(Node Expr) const {
  auto Result = stringOf(Expr);
  return Result && Result->IsWhole ? std::optional(std::move(Result->Head))
                                   : std::nullopt;
}

/// Python's result for two integers; nothing if it is no integer, or too large.
static std::optional<int64_t> compute(StringRef Operator, int64_t A,
                                      int64_t B) {
  int64_t Result = 0;
  if (Operator == "+" && !__builtin_add_overflow(A, B, &Result))
    return Result;
  if (Operator == "-" && !__builtin_sub_overflow(A, B, &Result))
    return Result;
  if (Operator == "*" && !__builtin_mul_overflow(A, B, &Result))
    return Result;
  if (Operator == "**" && B >= 0 && B < 64) {
    for (Result = 1; B > 0; --B)
      if (__builtin_mul_overflow(Result, A, &Result))
        return std::nullopt;
    return Result;
  }
  // Python rounds down, C++ towards zero.
  if (A >= 0 && B > 0 && (Operator == "//" || Operator == "%"))
    return Operator == "%" ? A % B : A / B;
  return std::nullopt;
}

static std::optional<int64_t> integer(Node Expr, const Values &V,
                                      unsigned Depth, unsigned &Visits) {
  Expr = V.resolved(Expr);
  if (Depth > MaxValueDepth || ++Visits > MaxVisits)
    return std::nullopt;
  const StringRef Operator = Expr.field("operator").text();
  if (Expr.is("unary_operator")) {
    const auto Of = integer(Expr.field("argument"), V, Depth + 1, Visits);
    if (!Of || (Operator != "-" && Operator != "+"))
      return std::nullopt;
    return Operator == "-" ? compute("-", 0, *Of) : Of;
  }
  if (Expr.is("binary_operator")) {
    const auto A = integer(Expr.field("left"), V, Depth + 1, Visits);
    const auto B =
        A ? integer(Expr.field("right"), V, Depth + 1, Visits) : std::nullopt;
    return B ? compute(Operator, *A, *B) : std::nullopt;
  }
  if (!Expr.is("integer"))
    return std::nullopt;
  std::string Digits = Expr.text().str();
  llvm::erase(Digits, '_');
  int64_t Result = 0;
  // LLVM reads "010" as octal, Python not at all.
  const bool IsOld = Digits.size() > 1 && Digits[0] == '0' && Digits[1] <= '9';
  if (IsOld || StringRef(Digits).getAsInteger(0, Result))
    return std::nullopt;
  return Result;
}

std::optional<int64_t> Values::integerOf(Node Expr) const {
  unsigned Visits = 0;
  return integer(Expr, *this, /*Depth=*/0, Visits);
}

std::optional<bool> Values::booleanOf(Node Expr) const {
  bool IsNegated = false;
  for (unsigned Steps = 0; Steps < MaxValueDepth; ++Steps) {
    Expr = resolved(Expr);
    if (!Expr.is("not_operator"))
      break;
    IsNegated = !IsNegated;
    Expr = Expr.field("argument");
  }
  if (Expr.is("true"))
    return !IsNegated;
  if (Expr.is("false"))
    return IsNegated;
  return std::nullopt;
}

bool Values::isNone(Node Expr) const { return resolved(Expr).is("none"); }

} // namespace aoti_tidy::python
