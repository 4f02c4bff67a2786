// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/PythonSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace clang::tidy::aoti {
namespace {

/// Longer constants are not put into other strings: a chain of them could grow
/// without bound.
constexpr size_t MaxConstant = 4096;

bool isOneOf(StringRef Text, std::initializer_list<StringRef> Words) {
  return llvm::is_contained(Words, Text);
}

/// Words that may stand before a bracket without calling it.
bool isKeyword(StringRef Word) {
  return isOneOf(Word, {"and",    "as",    "assert", "await",  "del", "elif",
                        "except", "for",   "from",   "global", "if",  "import",
                        "in",     "is",    "lambda", "not",    "or",  "raise",
                        "return", "while", "with",   "yield"});
}

void unescape(StringRef Body, std::string &To) {
  while (!Body.empty()) {
    const auto [Plain, Rest] = Body.split('\\');
    To += Plain;
    Body = Rest;
    if (Body.empty())
      return;
    const char C = Body.front();
    Body = Body.drop_front();
    if (C == 'n')
      To += '\n';
    else if (C == 't')
      To += '\t';
    else if (C == '\\' || C == '\'' || C == '"')
      To += C;
    else if (C != '\n') // a line continued on the next
      (To += '\\') += C;
  }
}

} // namespace

PythonSource::PythonSource(StringRef Text)
    : Text(Text), Tokens(lexBrokenPython(Text)) {
  matchBrackets();
  findFunctions();
  findAssignments();
  findCalls();
}

void PythonSource::matchBrackets() {
  Match.assign(Tokens.size(), 0);
  std::vector<size_t> OpenOnes;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const PythonToken &T = Tokens[I];
    // Inside brackets there is no Newline: they were never closed.
    if (T.K == PythonToken::Newline) {
      for (const size_t Open : OpenOnes)
        Match[Open] = I;
      OpenOnes.clear();
    } else if (T.K == PythonToken::Operator) {
      if (isOneOf(T.Text, {"(", "[", "{"})) {
        OpenOnes.push_back(I);
      } else if (isOneOf(T.Text, {")", "]", "}"}) && !OpenOnes.empty()) {
        Match[OpenOnes.back()] = I;
        OpenOnes.pop_back();
      }
    }
  }
}

size_t PythonSource::columnOf(size_t Token) const {
  size_t Column = 0;
  for (size_t I = Tokens[Token].Offset; I > 0 && Text[I - 1] != '\n'; --I)
    ++Column;
  return Column;
}

void PythonSource::findFunctions() {
  FunctionOf.resize(Tokens.size());
  FunctionId Current = -1;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    FunctionOf[I] = Current;
    const PythonToken &T = Tokens[I];
    if (T.K == PythonToken::Newline ||
        (I > 0 && Tokens[I - 1].K != PythonToken::Newline))
      continue;
    // A statement no further in than its 'def' ends a function.
    const size_t Column = columnOf(I);
    while (Current >= 0 && Column <= Functions[Current].Column)
      Current = Functions[Current].Parent;
    FunctionOf[I] = Current;
    if (Current >= 0 && T.is(PythonToken::Name, "global"))
      for (size_t N = I + 1; isName(N) || isOperator(N, ","); ++N)
        if (isName(N))
          Functions[Current].Globals.push_back(Tokens[N].Text);
    const size_t Def = isName(I, "async") ? I + 1 : I;
    if (isName(Def, "def") && isName(Def + 1)) {
      addFunction(Def, Column, Current);
      Current = static_cast<FunctionId>(Functions.size()) - 1;
    }
  }
}

void PythonSource::addFunction(size_t Def, size_t Column, FunctionId Parent) {
  Function F{Tokens[Def + 1].Text, Parent, Column, {}, {}};
  if (isOperator(Def + 2, "("))
    for (const PythonArgument &A : elements(Def + 2)) {
      // x, *x, x: T, x=1
      size_t I = A.Value.Begin;
      while (isOperator(I, "*"))
        ++I;
      if (!A.Keyword.empty())
        F.Parameters.push_back(A.Keyword);
      else if (isName(I))
        F.Parameters.push_back(Tokens[I].Text);
    }
  Functions.push_back(std::move(F));
}

bool PythonSource::hasParameter(FunctionId F, StringRef Name) const {
  return llvm::is_contained(Functions[F].Parameters, Name);
}

bool PythonSource::hasGlobal(FunctionId F, StringRef Name) const {
  return llvm::is_contained(Functions[F].Globals, Name);
}

void PythonSource::findCalls() {
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (!isName(I) || !isOperator(I + 1, "(") || isKeyword(Tokens[I].Text) ||
        (I > 0 && (isName(I - 1, "def") || isName(I - 1, "class"))))
      continue;
    PythonCall Call{I, I + 1, Match[I + 1], Tokens[I].Text, ""};
    while (Call.Begin >= 2 && isOperator(Call.Begin - 1, ".") &&
           isName(Call.Begin - 2)) {
      if (Call.Begin == I)
        Call.Receiver = Tokens[I - 2].Text;
      Call.Begin -= 2;
    }
    Calls.push_back(Call);
  }
}

void PythonSource::findAssignments() {
  llvm::StringMap<unsigned> Bound;
  size_t Statement = 0;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (Tokens[I].K == PythonToken::Newline || isOperator(I, ";")) {
      Statement = I + 1;
      continue;
    }
    if (isName(I, "for") && isName(I + 1))
      ++Bound[Tokens[I + 1].Text];
    if (!isOperator(I, "=") || Tokens[I].Depth > 0)
      continue;
    // The target is what the statement starts with: a.b.c = or c: T =
    size_t Name = Statement;
    while (isName(Name) && isOperator(Name + 1, ".") && Name + 2 < I)
      Name += 2;
    if (!isName(Name) || (Name + 1 != I && !isOperator(Name + 1, ":")))
      continue;
    size_t End = I + 1;
    while (Tokens[End].K != PythonToken::Newline && !isOperator(End, ";"))
      ++End;
    Assignments.push_back({Tokens[Name].Text, Name != Statement, {I + 1, End}});
    ++Bound[Tokens[Name].Text];
    I = End - 1;
  }
  for (const PythonAssignment &A : Assignments) {
    if (Bound[A.Name] != 1)
      continue;
    auto Value = stringAt(A.Value);
    if (Value && Value->Text.size() <= MaxConstant)
      Constants[A.Name] = std::move(*Value);
  }
}

llvm::SmallVector<PythonArgument, 4> PythonSource::elements(size_t Open) const {
  llvm::SmallVector<PythonArgument, 4> All;
  const size_t Close = Match[Open];
  PythonArgument A{"", {Open + 1, Open + 1}};
  const auto Finish = [&](size_t End) {
    A.Value.End = End;
    if (isName(A.Value.Begin) && isOperator(A.Value.Begin + 1, "=")) {
      A.Keyword = Tokens[A.Value.Begin].Text;
      A.Value.Begin += 2;
    }
    All.push_back(A);
    A = {"", {End + 1, End + 1}};
  };
  bool InLambda = false; // its parameters have commas
  for (size_t I = Open + 1; I < Close; ++I) {
    if (Match[I] > I)
      I = Match[I];
    else if (isName(I, "lambda"))
      InLambda = true;
    else if (isOperator(I, ":"))
      InLambda = false;
    else if (isOperator(I, ",") && !InLambda)
      Finish(I);
  }
  if (A.Value.Begin < Close)
    Finish(Close);
  return All;
}

std::optional<size_t> PythonSource::listAt(TokenRange R) const {
  if (R.End - R.Begin < 2 || Match[R.Begin] != R.End - 1 ||
      isOperator(R.Begin, "{"))
    return std::nullopt;
  return R.Begin;
}

const PythonString *PythonSource::constant(size_t NameToken) const {
  const StringRef Name = Tokens[NameToken].Text;
  for (FunctionId F = FunctionOf[NameToken]; F >= 0; F = parent(F))
    if (hasParameter(F, Name))
      return nullptr;
  const auto It = Constants.find(Name);
  return It == Constants.end() ? nullptr : &It->second;
}

/// f"{NS}::op" is known if NS is.
void PythonSource::append(PythonString &To, size_t StringToken) const {
  const StringRef Token = Tokens[StringToken].Text;
  const StringRef Prefix = pythonStringPrefix(Token);
  StringRef Body = pythonStringBody(Token);
  const bool Raw = Prefix.find_first_of("rR") != StringRef::npos;
  const auto Plain = [&](StringRef Part) {
    if (Raw)
      To.Text += Part;
    else
      unescape(Part, To.Text);
  };
  if (!isInterpolatedPrefix(Prefix)) {
    Plain(Body);
    return;
  }
  while (true) {
    const size_t Brace = Body.find_first_of("{}");
    Plain(Body.substr(0, Brace));
    if (Brace == StringRef::npos)
      return;
    Body = Body.substr(Brace);
    if (Body.starts_with("{{") || Body.starts_with("}}")) {
      To.Text += Body.front();
      Body = Body.drop_front(2);
      continue;
    }
    const size_t End = Body.find('}');
    const auto It = End == StringRef::npos
                        ? Constants.end()
                        : Constants.find(Body.slice(1, End).trim());
    if (It == Constants.end() || !It->second.Complete) {
      To.Complete = false;
      return;
    }
    To.Text += It->second.Text;
    Body = Body.substr(End + 1);
  }
}

std::optional<PythonString> PythonSource::stringAt(TokenRange R) const {
  while (R.End - R.Begin > 2 && isOperator(R.Begin, "(") &&
         Match[R.Begin] == R.End - 1)
    R = {R.Begin + 1, R.End - 1};
  PythonString S;
  bool IsString = false;
  for (size_t I = R.Begin; I < R.End && S.Complete; ++I) {
    const PythonToken &T = Tokens[I];
    if (T.K == PythonToken::String) {
      append(S, I);
      IsString = true;
    } else if (isOperator(I, "+") && I > R.Begin) {
      continue;
    } else if (isOperator(I, ",")) {
      return std::nullopt; // a tuple
    } else if (const PythonString *C =
                   T.K == PythonToken::Name ? constant(I) : nullptr) {
      S.Text += C->Text;
      S.Complete = C->Complete;
      IsString = true;
    } else {
      S.Complete = false;
    }
  }
  // x + "y" with x unknown is a string that starts with anything.
  for (size_t I = R.Begin + 1; I < std::min(R.End, R.Begin + 8); ++I)
    IsString |= Tokens[I].K == PythonToken::String && isOperator(I - 1, "+");
  return IsString ? std::optional(std::move(S)) : std::nullopt;
}

} // namespace clang::tidy::aoti
