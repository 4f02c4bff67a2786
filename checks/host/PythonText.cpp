// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/host/PythonText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace clang::tidy::aoti {
namespace {

/// f-strings nest; nobody writes more than two levels.
constexpr unsigned MaxNesting = 16;

bool isNameStart(char C) {
  return llvm::isAlpha(C) || C == '_' || static_cast<unsigned char>(C) >= 0x80;
}
bool isNameChar(char C) { return isNameStart(C) || llvm::isDigit(C); }
bool isQuote(char C) { return C == '\'' || C == '"'; }

/// r"", f'', Rb"""""" ...
bool isStringPrefix(StringRef Word) {
  return Word.size() <= 2 && llvm::all_of(Word, [](char C) {
           return StringRef("bBfFrRtTuU").contains(C);
         });
}
bool isInterpolated(StringRef Prefix) {
  return Prefix.find_first_of("fFtT") != StringRef::npos;
}

} // namespace

/// Splits Python text into tokens; comments and spaces are dropped.
class PythonText::Lexer {
public:
  explicit Lexer(StringRef Code) : Code(Code) {}

  std::optional<std::vector<Token>> run() {
    while (Pos < Code.size())
      if (!next())
        return std::nullopt;
    add(Kind::Newline, Pos);
    return std::move(Tokens);
  }

private:
  char at(size_t I) const { return I < Code.size() ? Code[I] : '\0'; }

  void add(Kind K, size_t Begin) {
    Tokens.push_back({K, Code.slice(Begin, Pos), Begin, Depth});
  }

  bool next() {
    const size_t Begin = Pos;
    const char C = Code[Pos];
    if (C == '#') {
      Pos = std::min(Code.find('\n', Pos), Code.size());
      return true;
    }
    if (C == '\n') {
      ++Pos;
      // Inside brackets a line break is a space.
      if (Depth == 0)
        add(Kind::Newline, Begin);
      return true;
    }
    if (C == '\\') {
      // A line continued on the next.
      Pos += at(Pos + 1) == '\r' ? 3 : 2;
      Pos = std::min(Pos, Code.size());
      return at(Pos - 1) == '\n';
    }
    if (llvm::isSpace(C)) {
      ++Pos;
      return true;
    }
    if (isNameStart(C))
      return nameOrString();
    if (isQuote(C))
      return string("", Begin);
    if (llvm::isDigit(C)) {
      // The dot of '1.5'; '1 .real' does not matter here.
      while (isNameChar(at(Pos)) || at(Pos) == '.')
        ++Pos;
      return true;
    }
    return operatorToken();
  }

  bool nameOrString() {
    const size_t Begin = Pos;
    while (isNameChar(at(Pos)))
      ++Pos;
    const StringRef Word = Code.slice(Begin, Pos);
    if (isQuote(at(Pos)) && isStringPrefix(Word))
      return string(Word, Begin);
    add(Kind::Name, Begin);
    return true;
  }

  bool operatorToken() {
    const size_t Begin = Pos;
    const char C = Code[Pos++];
    if (StringRef("([{").contains(C))
      ++Depth;
    // '==', ':=', '+=': none of them is the '=' of an assignment.
    if (StringRef("=!<>:+-*/%&|^@").contains(C) && at(Pos) == '=')
      ++Pos;
    add(Kind::Operator, Begin);
    if (StringRef(")]}").contains(C)) {
      if (Depth == 0)
        return false;
      --Depth;
    }
    return true;
  }

  bool string(StringRef Prefix, size_t Begin) {
    if (!skipString(isInterpolated(Prefix), 0))
      return false;
    add(Kind::String, Begin);
    return true;
  }

  /// From the opening quote to behind the closing one.
  bool skipString(bool Interpolated, unsigned Nesting) {
    if (Nesting == MaxNesting)
      return false;
    const char Quote = Code[Pos];
    const std::string Triple(3, Quote);
    const bool IsTriple = Code.substr(Pos).starts_with(Triple);
    Pos += IsTriple ? 3 : 1;
    unsigned Braces = 0;
    while (Pos < Code.size()) {
      const char C = Code[Pos];
      // A quote inside the braces of an f-string opens another string.
      if (Braces > 0 && isQuote(C)) {
        const bool Inner = isInterpolated(Code.slice(Pos - 1, Pos));
        if (!skipString(Inner, Nesting + 1))
          return false;
        continue;
      }
      if (C == Quote && (!IsTriple || Code.substr(Pos).starts_with(Triple))) {
        Pos += IsTriple ? 3 : 1;
        return true;
      }
      if (C == '\n' && !IsTriple && Braces == 0)
        return false;
      if (C == '\\') {
        Pos += 2;
        continue;
      }
      if (Interpolated && C == '{') {
        if (Braces == 0 && at(Pos + 1) == '{')
          ++Pos;
        else
          ++Braces;
      }
      if (Braces > 0 && C == '}')
        --Braces;
      ++Pos;
    }
    return false;
  }

  const StringRef Code;
  size_t Pos = 0;
  unsigned Depth = 0;
  std::vector<Token> Tokens;
};

/// Which module each name of the text stands for.
class PythonText::Names {
public:
  Names(llvm::ArrayRef<Token> Tokens, llvm::ArrayRef<StringRef> Paths)
      : Tokens(Tokens), Paths(Paths) {
    for (size_t I = 0; I < Tokens.size();)
      I = bindingAt(I);
    // Text run by an earlier call, or the caller's globals, brought it in.
    if (!Bound.contains("torch"))
      bind("torch", "torch");
  }

  /// The dotted path \p Name stands for; empty if unknown.
  StringRef pathOf(StringRef Name) const {
    const auto It = Bound.find(Name);
    return It == Bound.end() ? StringRef() : StringRef(It->second);
  }

  struct Imported {
    StringRef LocalName;
    std::string Path;
    size_t Offset;
  };
  std::vector<Imported> ImportedNames;
  llvm::StringSet<> StarImported;
  /// One past the end of the import statement that starts at a token.
  llvm::DenseMap<size_t, size_t> ImportEnds;

private:
  bool is(size_t I, StringRef Text) const {
    return I < Tokens.size() && Tokens[I].K != Kind::String &&
           Tokens[I].Text == Text;
  }
  bool isName(size_t I) const {
    return I < Tokens.size() && Tokens[I].K == Kind::Name;
  }
  bool isNewline(size_t I) const {
    return I >= Tokens.size() || Tokens[I].K == Kind::Newline;
  }
  bool startsStatement(size_t I) const {
    return I == 0 || isNewline(I - 1) || is(I - 1, ";") ||
           (is(I - 1, ":") && Tokens[I - 1].Depth == 0);
  }

  void bind(StringRef Name, StringRef Path) {
    auto [It, New] = Bound.try_emplace(Name, Path.str());
    if (!New && It->second != Path)
      It->second.clear();
  }
  void shadow(size_t I) {
    if (isName(I))
      bind(Tokens[I].Text, "");
  }

  /// a.b.c, moving \p I behind it.
  std::string dotted(size_t &I) const {
    std::string Path;
    while (isName(I)) {
      Path += Tokens[I++].Text;
      if (!is(I, ".") || !isName(I + 1))
        break;
      Path += '.';
      ++I;
    }
    return Path;
  }

  /// Looks at one token, or one import statement; the next one to look at.
  size_t bindingAt(size_t I) {
    if (startsStatement(I) && (is(I, "import") || is(I, "from"))) {
      const size_t End = std::max(
          is(I, "import") ? plainImport(I + 1) : fromImport(I + 1), I + 1);
      ImportEnds[I] = End;
      return End;
    }
    if (is(I, "def") || is(I, "class"))
      shadow(I + 1);
    if (is(I, "def") && is(I + 2, "("))
      shadowParameters(I + 2, Tokens[I + 2].Depth, ")");
    if (is(I, "lambda"))
      shadowParameters(I, Tokens[I].Depth, ":");
    // with open(p) as f; except E as e; case C() as c
    if (is(I, "as"))
      shadow(I + 1);
    if (is(I, "for"))
      for (size_t T = I + 1; !isNewline(T) && !is(T, "in"); ++T)
        shadow(T);
    if (is(I + 1, ":="))
      shadow(I);
    if (is(I, "=") && Tokens[I].Depth == 0)
      assignment(I);
    return I + 1;
  }

  void shadowParameters(size_t I, unsigned Depth, StringRef End) {
    for (; !isNewline(I); ++I) {
      if (Tokens[I].Depth != Depth)
        continue;
      if (is(I, End))
        return;
      if (is(I, "(") || is(I, ",") || is(I, "*") || is(I, "lambda"))
        shadow(I + 1);
    }
  }

  // E = torch._export; a, torch = f()
  void assignment(size_t Equals) {
    size_t Begin = Equals;
    while (!startsStatement(Begin) && !is(Begin - 1, "="))
      --Begin;
    if (Begin + 1 == Equals && isName(Begin)) {
      size_t I = Equals + 1;
      const std::string Value = dotted(I);
      auto [Head, Rest] = StringRef(Value).split('.');
      const auto It = Bound.find(Head);
      const std::string Known = It != Bound.end() ? It->second
                                : Head == "torch" ? "torch"
                                                  : "";
      const bool IsAlias = (isNewline(I) || is(I, ";")) && !Known.empty();
      bind(Tokens[Begin].Text, !IsAlias       ? ""
                               : Rest.empty() ? Known
                                              : Known + "." + Rest.str());
      return;
    }
    for (size_t I = Begin; I < Equals; ++I)
      if (I == Begin || !is(I - 1, "."))
        if (!is(I + 1, ".") && !is(I + 1, "["))
          shadow(I);
  }

  // import torch._export as E, os
  size_t plainImport(size_t I) {
    while (isName(I)) {
      const std::string Path = dotted(I);
      if (is(I, "as") && isName(I + 1)) {
        bind(Tokens[I + 1].Text, Path);
        I += 2;
      } else {
        const StringRef Head = StringRef(Path).split('.').first;
        bind(Head, Head);
      }
      if (!is(I, ","))
        break;
      ++I;
    }
    return I;
  }

  // from torch._export import aot_load as load, aot_compile
  size_t fromImport(size_t I) {
    const bool Relative = is(I, ".");
    while (is(I, "."))
      ++I;
    const std::string Module = dotted(I);
    if (!is(I, "import"))
      return I;
    ++I;
    if (is(I, "*")) {
      for (StringRef Path : Paths)
        if (auto [Parent, Name] = Path.rsplit('.');
            !Relative && Parent == Module) {
          bind(Name, Path);
          StarImported.insert(Name);
        }
      return I + 1;
    }
    if (is(I, "("))
      ++I;
    while (isName(I)) {
      const size_t NameAt = I;
      size_t LocalAt = I++;
      if (is(I, "as") && isName(I + 1)) {
        LocalAt = I + 1;
        I += 2;
      }
      const std::string Path =
          Relative ? "" : Module + "." + Tokens[NameAt].Text.str();
      bind(Tokens[LocalAt].Text, Path);
      ImportedNames.push_back(
          {Tokens[LocalAt].Text, Path, Tokens[NameAt].Offset});
      if (!is(I, ","))
        break;
      ++I;
    }
    return I;
  }

  const llvm::ArrayRef<Token> Tokens;
  const llvm::ArrayRef<StringRef> Paths;
  llvm::StringMap<std::string> Bound;
};

std::optional<PythonText> PythonText::parse(StringRef Code) {
  auto Tokens = Lexer(Code).run();
  if (!Tokens)
    return std::nullopt;
  PythonText Text;
  Text.Tokens = std::move(*Tokens);
  return Text;
}

std::vector<PythonUse>
PythonText::usesOf(llvm::ArrayRef<StringRef> Paths) const {
  const Names Known(Tokens, Paths);
  std::vector<PythonUse> Uses;
  for (const Names::Imported &Name : Known.ImportedNames) {
    const auto *Path = llvm::find(Paths, Name.Path);
    // Defined anew further down: not torch's any more.
    if (Path != Paths.end() && Known.pathOf(Name.LocalName) == Name.Path)
      Uses.push_back({*Path, Name.Offset});
  }
  const auto IsOperator = [this](size_t I, StringRef Text) {
    return I < Tokens.size() && Tokens[I].K == Kind::Operator &&
           Tokens[I].Text == Text;
  };
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (const auto It = Known.ImportEnds.find(I);
        It != Known.ImportEnds.end()) {
      I = It->second - 1;
      continue;
    }
    if (Tokens[I].K != Kind::Name || (I > 0 && IsOperator(I - 1, ".")))
      continue;
    const Token &Head = Tokens[I];
    std::string Chain = Known.pathOf(Head.Text).str();
    // A name that stands for the function itself was reported where it got it.
    if (Chain.empty() || (llvm::is_contained(Paths, Chain) &&
                          !Known.StarImported.contains(Head.Text)))
      continue;
    const auto *Path = llvm::find(Paths, Chain);
    while (Path == Paths.end() && IsOperator(I + 1, ".") &&
           I + 2 < Tokens.size() && Tokens[I + 2].K == Kind::Name) {
      I += 2;
      Chain += "." + Tokens[I].Text.str();
      Path = llvm::find(Paths, Chain);
    }
    // 'torch._export.aot_load = mine' replaces it.
    if (Path != Paths.end() && !IsOperator(I + 1, "="))
      Uses.push_back({*Path, Head.Offset});
  }
  llvm::sort(Uses, [](const PythonUse &A, const PythonUse &B) {
    return A.Offset < B.Offset;
  });
  return Uses;
}

bool PythonText::mentions(StringRef Name) const {
  return llvm::any_of(Tokens, [&](const Token &T) {
    if (T.K == Kind::String)
      return T.Text.drop_while([](char C) { return !isQuote(C); })
                 .trim("'\"") == Name;
    return T.K == Kind::Name && T.Text == Name;
  });
}

} // namespace clang::tidy::aoti
