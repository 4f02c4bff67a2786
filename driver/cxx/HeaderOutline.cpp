// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/HeaderOutline.h"
#include "checks/lib/emitted/EmittedLanguage.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// They begin, or are part of, what declares no plain function.
bool isOfNoFunction(StringRef Word) {
  static constexpr StringRef Words[] = {
      "using",    "typedef", "enum",          "extern",    "friend", "operator",
      "union",    "concept", "static_assert", "requires",  "asm",    "decltype",
      "noexcept", "alignas", "__attribute__", "__declspec"};
  return llvm::is_contained(Words, Word);
}

class Outliner {
public:
  explicit Outliner(StringRef Text)
      : Text(Text), Lang(rawLanguage()),
        L(SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end()) {
    Result.Namespaces.push_back("");
    next();
  }

  std::optional<HeaderOutline> run() {
    while (T.isNot(tok::eof)) {
      if (T.is(tok::r_brace)) {
        if (Open.empty())
          return std::nullopt;
        Open.pop_back();
        next();
      } else if (T.is(tok::semi)) {
        next();
      } else if (isWord("namespace")) {
        if (!openNamespace())
          return std::nullopt;
      } else if (!item()) {
        return std::nullopt;
      }
    }
    if (!Open.empty())
      return std::nullopt;
    return std::move(Result);
  }

private:
  bool isWord(StringRef Word) const {
    return T.is(tok::raw_identifier) && T.getRawIdentifier() == Word;
  }
  size_t begin() const { return EndOfToken - T.getLength(); }

  /// The next token that is not part of a directive.
  void next() {
    EndOfLast = EndOfToken;
    lex();
    while (T.is(tok::hash) && T.isAtStartOfLine()) {
      ++DirectivesSeen;
      directive();
    }
    if (T.is(tok::raw_identifier))
      Result.Words.push_back(T.getRawIdentifier());
  }
  void lex() {
    L.LexFromRawLexer(T);
    EndOfToken = L.getBufferLocation() - Text.begin();
  }

  void directive() {
    HeaderOutline::Directive D;
    D.Begin = begin();
    D.End = EndOfToken;
    lex();
    const StringRef Kind = T.is(tok::raw_identifier) && !T.isAtStartOfLine()
                               ? T.getRawIdentifier()
                               : "";
    while (T.isNot(tok::eof) && !T.isAtStartOfLine()) {
      D.End = EndOfToken;
      lex();
    }
    D.Text = Text.slice(D.Begin, D.End);
    D.IsCondition =
        Kind.starts_with("if") || Kind.starts_with("el") || Kind == "endif";
    if (Kind == "include") {
      const StringRef Name = D.Text.split('<').second;
      if (Name.ends_with(">") && Name.count('>') == 1)
        D.Included = Name.drop_back();
    }
    Result.Directives.push_back(D);
  }

  /// namespace at { namespace native {
  bool openNamespace() {
    std::string Name = Result.Namespaces[current()];
    do {
      next();
      if (T.isNot(tok::raw_identifier))
        return false;
      Name += (Name.empty() ? "" : "::") + T.getRawIdentifier().str();
      next();
    } while (T.is(tok::coloncolon));
    if (T.isNot(tok::l_brace))
      return false;
    const auto It = llvm::find(Result.Namespaces, Name);
    Open.push_back(It - Result.Namespaces.begin());
    if (It == Result.Namespaces.end())
      Result.Namespaces.push_back(std::move(Name));
    next();
    return true;
  }
  unsigned current() const { return Open.empty() ? 0 : Open.back(); }

  bool item() {
    HeaderOutline::Item I;
    I.Begin = begin();
    I.Namespace = current();
    I.FirstWord = Result.Words.size() - T.is(tok::raw_identifier);
    const size_t Directives = DirectivesSeen;
    StringRef Name;
    if (isWord("using"))
      I.IsUsing = usingDeclaration();
    else
      Name = declaration();
    // Where it is not known what it is, it ends where anything does.
    if (Name.empty() && !I.IsUsing && !skipRest())
      return false;
    I.End = EndOfLast;
    I.EndWord = Result.Words.size() - T.is(tok::raw_identifier);
    // Part of it may be in an #if. One directly behind it does no harm.
    I.HasDirective = llvm::any_of(
        llvm::drop_begin(Result.Directives, Result.Directives.size() -
                                                (DirectivesSeen - Directives)),
        [&](const auto &D) { return D.Begin < I.End; });
    if (!I.HasDirective && I.Namespace != 0)
      I.Name = Name;
    Result.Items.push_back(I);
    return true;
  }

  /// Whether it is one, which is read to its end.
  bool usingDeclaration() {
    do {
      next();
      if (T.is(tok::raw_identifier))
        next();
    } while (T.is(tok::coloncolon));
    if (T.isNot(tok::semi))
      return false;
    next();
    return true;
  }

  /// Reads one as far as it is understood: its name, and nothing else if it is
  /// read to its end.
  StringRef declaration() {
    if (isWord("template")) {
      next();
      if (T.isNot(tok::less) || !skipAngles())
        return "";
    }
    return isWord("struct") || isWord("class") ? classDeclaration()
                                               : functionDeclaration();
  }

  // struct TORCH_API add_Tensor [: public B<int>] { ... };
  StringRef classDeclaration() {
    StringRef Name;
    for (next(); T.is(tok::raw_identifier); next())
      if (!isWord("final"))
        Name = T.getRawIdentifier();
    if (T.is(tok::colon))
      while (T.isNot(tok::l_brace)) {
        if (T.isOneOf(tok::semi, tok::r_brace, tok::eof))
          return "";
        next();
      }
    if (T.is(tok::l_brace) && !skipBalanced(tok::l_brace, tok::r_brace))
      return "";
    if (T.isNot(tok::semi))
      return "";
    next();
    return Name;
  }

  // inline std::tuple<Tensor, Tensor> name(...) { ... }
  // TORCH_API Tensor name(...);
  StringRef functionDeclaration() {
    StringRef Name; ///< the last word
    unsigned Tokens = 0;
    bool IsQualified = false, LastWasScope = false;
    for (; T.isNot(tok::l_paren); ++Tokens) {
      switch (T.getKind()) {
      case tok::raw_identifier:
        if (isOfNoFunction(T.getRawIdentifier()))
          return "";
        IsQualified = LastWasScope;
        Name = T.getRawIdentifier();
        LastWasScope = false;
        next();
        break;
      case tok::coloncolon:
        LastWasScope = true;
        Name = "";
        next();
        break;
      case tok::less:
        Name = "";
        LastWasScope = false;
        if (!skipAngles())
          return "";
        break;
      case tok::amp:
      case tok::ampamp:
      case tok::star:
        Name = "";
        LastWasScope = false;
        next();
        break;
      default:
        return "";
      }
    }
    // A macro's call has nothing before the word. A qualified name is declared
    // elsewhere.
    if (Name.empty() || IsQualified || Tokens < 2 ||
        !skipBalanced(tok::l_paren, tok::r_paren))
      return "";
    if (T.is(tok::semi)) {
      next();
      return Name;
    }
    return T.is(tok::l_brace) && skipBalanced(tok::l_brace, tok::r_brace) ? Name
                                                                          : "";
  }

  /// False where the text ends before.
  bool skipBalanced(tok::TokenKind Left, tok::TokenKind Right) {
    unsigned Depth = 0;
    do {
      if (T.is(tok::eof))
        return false;
      Depth += T.is(Left);
      Depth -= T.is(Right);
      next();
    } while (Depth);
    return true;
  }

  bool skipAngles() {
    int Depth = 0;
    do {
      if (T.isOneOf(tok::eof, tok::semi, tok::l_brace, tok::r_brace))
        return false;
      if (T.is(tok::l_paren)) {
        if (!skipBalanced(tok::l_paren, tok::r_paren))
          return false;
        continue;
      }
      Depth += T.is(tok::less);
      Depth -= T.is(tok::greater) + 2 * T.is(tok::greatergreater);
      next();
    } while (Depth > 0);
    return Depth == 0;
  }

  bool skipRest() {
    for (;;) {
      switch (T.getKind()) {
      case tok::eof:
        return true;
      case tok::r_brace: // of the namespace
        return true;
      case tok::semi:
        next();
        return true;
      case tok::l_brace:
        if (!skipBalanced(tok::l_brace, tok::r_brace))
          return false;
        if (T.isNot(tok::semi))
          return true;
        break;
      case tok::l_paren:
        if (!skipBalanced(tok::l_paren, tok::r_paren))
          return false;
        break;
      default:
        next();
      }
    }
  }

  const StringRef Text;
  const LangOptions Lang;
  Lexer L;
  Token T;
  size_t EndOfToken = 0, EndOfLast = 0, DirectivesSeen = 0;
  std::vector<unsigned> Open; ///< in Result.Namespaces
  HeaderOutline Result;
};

} // namespace

std::optional<HeaderOutline> outlineOf(StringRef Text) {
  return Outliner(Text).run();
}

void MentionedWords::addWordsOf(StringRef Text) {
  const LangOptions Lang = rawLanguage();
  Lexer L(SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
  Token T;
  StringRef Word; ///< empty: the last token was none
  bool IsBehindScope = false, IsWordBehindScope = false;
  do {
    L.LexFromRawLexer(T);
    if (!Word.empty() &&
        (T.is(tok::coloncolon) ||
         (IsWordBehindScope && T.isNoneOf(tok::l_paren, tok::less))))
      Scopes.insert(Word);
    Word = T.is(tok::raw_identifier) ? T.getRawIdentifier() : "";
    IsWordBehindScope = IsBehindScope;
    IsBehindScope = T.is(tok::coloncolon) || Word == "namespace";
    if (!Word.empty())
      Words.insert(Word);
  } while (T.isNot(tok::eof));
}

} // namespace aoti_tidy
