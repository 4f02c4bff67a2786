// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/host/PythonText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace clang::tidy::aoti {
/// Which module each name of the text stands for.
class PythonText::Names {
public:
  Names(llvm::ArrayRef<PythonToken> Tokens, llvm::ArrayRef<StringRef> Paths)
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
    return I < Tokens.size() && Tokens[I].K != PythonToken::String &&
           Tokens[I].Text == Text;
  }
  bool isName(size_t I) const {
    return I < Tokens.size() && Tokens[I].K == PythonToken::Name;
  }
  bool isNewline(size_t I) const {
    return I >= Tokens.size() || Tokens[I].K == PythonToken::Newline;
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

  const llvm::ArrayRef<PythonToken> Tokens;
  const llvm::ArrayRef<StringRef> Paths;
  llvm::StringMap<std::string> Bound;
};

std::optional<PythonText> PythonText::parse(StringRef Code) {
  auto Tokens = lexPython(Code);
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
    return I < Tokens.size() && Tokens[I].K == PythonToken::Operator &&
           Tokens[I].Text == Text;
  };
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (const auto It = Known.ImportEnds.find(I);
        It != Known.ImportEnds.end()) {
      I = It->second - 1;
      continue;
    }
    if (Tokens[I].K != PythonToken::Name || (I > 0 && IsOperator(I - 1, ".")))
      continue;
    const PythonToken &Head = Tokens[I];
    std::string Chain = Known.pathOf(Head.Text).str();
    // A name that stands for the function itself was reported where it got it.
    if (Chain.empty() || (llvm::is_contained(Paths, Chain) &&
                          !Known.StarImported.contains(Head.Text)))
      continue;
    const auto *Path = llvm::find(Paths, Chain);
    while (Path == Paths.end() && IsOperator(I + 1, ".") &&
           I + 2 < Tokens.size() && Tokens[I + 2].K == PythonToken::Name) {
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
  return llvm::any_of(Tokens, [&](const PythonToken &T) {
    if (T.K == PythonToken::String)
      return pythonStringBody(T.Text) == Name;
    return T.K == PythonToken::Name && T.Text == Name;
  });
}

} // namespace clang::tidy::aoti
