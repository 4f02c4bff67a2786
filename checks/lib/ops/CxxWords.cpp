// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/CxxWords.h"
#include "checks/lib/emitted/EmittedLanguage.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

namespace aoti_tidy {
namespace {

/// Macros in macros; more is nobody's registration.
constexpr unsigned MaxDepth = 6;
/// How many words macros may add to a file: what doubles at each step ends.
constexpr size_t MaxExpanded = 1 << 20;

/// The value of a string literal: R"x(...)x", u8"...", "...".
std::string valueOf(StringRef Literal) {
  const size_t Quote = Literal.find('"');
  if (Quote == StringRef::npos)
    return "";
  const bool IsRaw = Literal.take_front(Quote).ends_with("R");
  Literal = Literal.drop_front(Quote + 1);
  if (IsRaw) {
    const StringRef Delimiter =
        Literal.take_until([](char C) { return C == '('; });
    const size_t End =
        Literal.rfind((llvm::Twine(")") + Delimiter + "\"").str());
    return Literal.slice(Delimiter.size() + 1, End).str();
  }
  Literal = Literal.take_front(Literal.rfind('"'));
  std::string Value;
  for (size_t I = 0; I < Literal.size(); ++I) {
    char C = Literal[I];
    if (C == '\\' && I + 1 < Literal.size()) {
      C = Literal[++I];
      // A line that goes on in the next.
      if (C == '\n' || C == '\r')
        continue;
      // Space is space, in a schema.
      if (C == 'n' || C == 't')
        C = ' ';
    }
    Value += C;
  }
  return Value;
}

/// Reads a file once, from its beginning to its end.
class Reader {
public:
  Reader(StringRef Text, const llvm::StringSet<> &Defined)
      : Text(Text), Defined(Defined), Language(emittedLanguage()),
        Lexer(clang::SourceLocation(), Language, this->Text.c_str(),
              this->Text.c_str(), this->Text.c_str() + this->Text.size()) {
    next();
  }

  CxxWords read() {
    while (Current.isNot(tok::eof))
      if (Current.is(tok::hash) && Current.isAtStartOfLine())
        directive();
      else
        take(Result.Words);
    return std::move(Result);
  }

private:
  /// What is known of a branch of #if.
  enum class State { Never, Maybe, Taken };
  struct Branch {
    State Outer, Own;
    State Else; ///< what #else is
  };

  void next() { Lexer.LexFromRawLexer(Current); }

  StringRef spelling() {
    const size_t End = Lexer.getCurrentBufferOffset();
    return StringRef(Text).slice(End - Current.getLength(), End);
  }

  bool isInLine() const {
    return Current.isNot(tok::eof) && !Current.isAtStartOfLine();
  }

  /// The branch at hand, and those around it.
  State state() const {
    return Branches.empty()
               ? State::Taken
               : std::min(Branches.back().Outer, Branches.back().Own);
  }

  /// Adds the current word to \p To and goes on.
  void take(std::vector<CxxWord> &To) {
    const State Here = state();
    if (Here != State::Never) {
      CxxWord W;
      const StringRef Spelled = spelling();
      W.Offset = Lexer.getCurrentBufferOffset() - Current.getLength();
      W.IsCertain = Here == State::Taken;
      if (tok::isStringLiteral(Current.getKind())) {
        W.K = CxxWord::String;
        W.Text = valueOf(Spelled);
      } else {
        W.K = Current.is(tok::raw_identifier) ? CxxWord::Name : CxxWord::Other;
        W.Text = Spelled.str();
      }
      To.push_back(std::move(W));
    }
    next();
  }

  void skipLine() {
    while (isInLine())
      next();
  }

  void directive() {
    next();
    if (!isInLine())
      return;
    const StringRef Name = spelling();
    next();
    if (Name == "define")
      define();
    else if (Name == "if" || Name == "ifdef" || Name == "ifndef")
      open(Name);
    else if (!Branches.empty() && (Name == "else" || Name.starts_with("elif")))
      otherwise(Name);
    else if (!Branches.empty() && Name == "endif")
      Branches.pop_back();
    skipLine();
  }

  /// #if 0, #if 1, #ifdef X, which is taken for what no build defines; of all
  /// else only a build knows.
  void open(StringRef Name) {
    const State Outer = state();
    std::vector<std::string> Words;
    while (isInLine() && Words.size() < 5) {
      Words.push_back(spelling().str());
      next();
    }
    State Own = State::Maybe, Else = State::Maybe;
    const StringRef First = Words.empty() ? "" : StringRef(Words.front());
    if (First.empty() || (Name == "ifdef" && Defined.contains(First)))
      Own = State::Taken;
    else if (Name == "ifndef" && Defined.contains(First))
      std::tie(Own, Else) = std::pair(State::Never, State::Taken);
    else if (Name == "ifndef" || isNotDefined(Words))
      Own = State::Taken;
    else if (Name == "ifdef")
      Else = State::Taken;
    else if (Words.size() == 1 && (First == "0" || First == "false"))
      std::tie(Own, Else) = std::pair(State::Never, State::Taken);
    else if (Words.size() == 1 && (First == "1" || First == "true"))
      std::tie(Own, Else) = std::pair(State::Taken, State::Never);
    Branches.push_back({Outer, Own, Else});
  }

  /// "!defined(X)", "!defined X" and nothing more.
  bool isNotDefined(ArrayRef<std::string> Words) const {
    return !isInLine() && Words.size() >= 3 && Words[0] == "!" &&
           Words[1] == "defined" && Words.size() == (Words[2] == "(" ? 5 : 3) &&
           !Defined.contains(Words[Words[2] == "(" ? 3 : 2]);
  }

  void otherwise(StringRef Name) {
    Branch &B = Branches.back();
    B.Own = Name == "else" ? B.Else : std::min(B.Else, State::Maybe);
    B.Else = B.Own;
  }

  void define() {
    if (!isInLine() || Current.isNot(tok::raw_identifier))
      return;
    CxxMacro M;
    M.Name = spelling().str();
    const bool IsSeen = state() != State::Never;
    next();
    if (isInLine() && Current.is(tok::l_paren) && !Current.hasLeadingSpace()) {
      M.IsFunction = true;
      next();
      while (isInLine() && Current.isNot(tok::r_paren)) {
        if (Current.isNot(tok::comma))
          M.Parameters.push_back(spelling().str());
        next();
      }
      if (isInLine())
        next();
    }
    while (isInLine())
      take(M.Body);
    if (IsSeen)
      Result.Macros.push_back(std::move(M));
  }

  const std::string Text; ///< ends with a zero, as the lexer wants it
  const llvm::StringSet<> &Defined;
  const clang::LangOptions Language;
  clang::Lexer Lexer;
  clang::Token Current;
  std::vector<Branch> Branches;
  CxxWords Result;
};

bool isOpening(const CxxWord &W) { return W.is("(") || W.is("[") || W.is("{"); }
bool isClosing(const CxxWord &W) { return W.is(")") || W.is("]") || W.is("}"); }

/// Expands macros within a bound that all of a file's share.
class Expander {
public:
  Expander(const CxxMacros &Macros,
           llvm::function_ref<bool(const CxxMacro &)> IsWanted)
      : Macros(Macros), IsWanted(IsWanted) {}

  void expand(ArrayRef<CxxWord> Words, unsigned Depth,
              std::vector<CxxWord> &To) {
    for (size_t I = 0; I < Words.size();) {
      const CxxMacro *M = Words[I].isName() && Depth < MaxDepth
                              ? Macros.find(Words[I].Text)
                              : nullptr;
      const bool IsCalled = I + 1 < Words.size() && Words[I + 1].is("(");
      if (!M || (M->IsFunction && !IsCalled) || !IsWanted(*M) ||
          To.size() + M->Body.size() > MaxExpanded) {
        To.push_back(Words[I++]);
        continue;
      }
      size_t End = I + 1;
      std::vector<ArrayRef<CxxWord>> Arguments;
      if (M->IsFunction) {
        Arguments = splitArguments(Words, I + 1);
        End = std::min(closingWord(Words, I + 1) + 1, Words.size());
        // Each word of the body may be all arguments.
        if (M->Body.size() * (End - I) > MaxExpanded) {
          I = End;
          continue;
        }
      }
      expand(substitute(*M, Arguments, Words[I]), Depth + 1, To);
      I = End;
    }
  }

private:
  /// The body of \p M, with its arguments, for its use \p At.
  static std::vector<CxxWord> substitute(const CxxMacro &M,
                                         ArrayRef<ArrayRef<CxxWord>> Arguments,
                                         const CxxWord &At) {
    std::vector<CxxWord> Result;
    for (size_t I = 0; I < M.Body.size(); ++I) {
      const CxxWord &W = M.Body[I];
      const bool IsText = W.is("#") && I + 1 < M.Body.size();
      if (const auto *Argument =
              argumentFor(IsText ? M.Body[I + 1] : W, M, Arguments)) {
        if (!IsText) {
          Result.insert(Result.end(), Argument->begin(), Argument->end());
          continue;
        }
        // #NAME
        ++I;
        CxxWord Text{CxxWord::String, "", At.Offset, At.IsCertain, true};
        for (const CxxWord &Part : *Argument)
          Text.Text += Part.Text;
        Result.push_back(std::move(Text));
        continue;
      }
      Result.push_back(
          {W.K, W.Text, At.Offset, At.IsCertain && W.IsCertain, true});
    }
    return Result;
  }

  static const ArrayRef<CxxWord> *
  argumentFor(const CxxWord &W, const CxxMacro &M,
              ArrayRef<ArrayRef<CxxWord>> Arguments) {
    if (!W.isName())
      return nullptr;
    const auto It = llvm::find(M.Parameters, W.Text);
    const size_t Index = It - M.Parameters.begin();
    return Index < std::min(M.Parameters.size(), Arguments.size())
               ? &Arguments[Index]
               : nullptr;
  }

  const CxxMacros &Macros;
  llvm::function_ref<bool(const CxxMacro &)> IsWanted;
};

} // namespace

bool CxxMacro::isLike(const CxxMacro &Other) const {
  return IsFunction == Other.IsFunction && Parameters == Other.Parameters &&
         llvm::equal(Body, Other.Body, [](const CxxWord &A, const CxxWord &B) {
           return A.K == B.K && A.Text == B.Text;
         });
}

CxxWords readCxxWords(StringRef Text, const llvm::StringSet<> &Defined) {
  return Reader(Text, Defined).read();
}

void CxxMacros::add(ArrayRef<CxxMacro> Macros) {
  for (const CxxMacro &M : Macros) {
    const auto [It, IsNew] = ByName.try_emplace(M.Name, Entry{M, true});
    It->second.IsKnown &= IsNew || It->second.Macro.isLike(M);
  }
}

const CxxMacro *CxxMacros::find(StringRef Name) const {
  const auto It = ByName.find(Name);
  if (It == ByName.end())
    return Around ? Around->find(Name) : nullptr;
  return It->second.IsKnown ? &It->second.Macro : nullptr;
}

std::vector<CxxWord>
CxxMacros::expand(ArrayRef<CxxWord> Words,
                  llvm::function_ref<bool(const CxxMacro &)> IsWanted) const {
  std::vector<CxxWord> Result;
  Expander(*this, IsWanted).expand(Words, 0, Result);
  return Result;
}

void CxxMacros::forEach(llvm::function_ref<void(const CxxMacro &)> See) const {
  for (const auto &E : ByName)
    if (E.second.IsKnown)
      See(E.second.Macro);
}

size_t closingWord(ArrayRef<CxxWord> Words, size_t Open) {
  unsigned Depth = 0;
  for (size_t I = Open; I < Words.size(); ++I) {
    if (isOpening(Words[I]))
      ++Depth;
    else if (isClosing(Words[I]) && --Depth == 0)
      return I;
  }
  return Words.size();
}

std::vector<size_t> closingWords(ArrayRef<CxxWord> Words) {
  std::vector<size_t> Result(Words.size(), Words.size()), Open;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (isOpening(Words[I])) {
      Open.push_back(I);
    } else if (isClosing(Words[I]) && !Open.empty()) {
      Result[Open.back()] = I;
      Open.pop_back();
    }
  }
  return Result;
}

std::vector<ArrayRef<CxxWord>> splitArguments(ArrayRef<CxxWord> Words,
                                              size_t Open) {
  const size_t Close = closingWord(Words, Open);
  std::vector<ArrayRef<CxxWord>> Result;
  unsigned Depth = 0, Angles = 0;
  size_t Begin = Open + 1;
  for (size_t I = Begin; I < Close; ++I) {
    const CxxWord &W = Words[I];
    if (isOpening(W))
      ++Depth;
    else if (isClosing(W))
      --Depth;
    else if (Depth == 0 && W.is("<") && Words[I - 1].isName())
      ++Angles;
    else if (Angles && W.is(">"))
      --Angles;
    else if (Depth == 0 && Angles == 0 && W.is(",")) {
      Result.push_back(Words.slice(Begin, I - Begin));
      Begin = I + 1;
    }
  }
  if (Begin < Close)
    Result.push_back(Words.slice(Begin, Close - Begin));
  return Result;
}

} // namespace aoti_tidy
