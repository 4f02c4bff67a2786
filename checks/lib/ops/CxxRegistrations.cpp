// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/CxxRegistrations.h"
#include "checks/lib/ops/CxxWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Words = ArrayRef<CxxWord>;

// Beyond these it is nothing that people write.
constexpr size_t MaxBlocks = 256;
constexpr size_t MaxName = 1024;

/// CHECK, TORCH_LIBRARY, not a function's or a type's name.
bool isMacroName(StringRef Name) {
  return Name.size() > 2 && llvm::all_of(Name, [](char C) {
           return llvm::isUpper(C) || llvm::isDigit(C) || C == '_';
         });
}

/// A macro of torch/library.h, or of the stable ABI.
bool isLibraryMacro(StringRef Name) {
  Name.consume_front("STABLE_");
  return Name == "TORCH_LIBRARY" || Name == "TORCH_LIBRARY_FRAGMENT" ||
         Name == "TORCH_LIBRARY_IMPL";
}

/// "Meta" of c10::DispatchKey::Meta, of c10::kMeta and of Meta.
std::string keyIn(Words W) {
  StringRef Key = W.empty() ? StringRef() : StringRef(W.back().Text);
  if (Key.size() > 1 && Key.front() == 'k' && llvm::isUpper(Key[1]))
    Key = Key.drop_front();
  return Key == "CatchAll" ? "CompositeImplicitAutograd" : Key.str();
}

/// "op", "op(" "Tensor x) -> Tensor", torch::schema("op..."),
/// TORCH_SELECTIVE_NAME("op")
std::optional<std::string> textOf(Words W) {
  while (!W.empty() && (W.front().isName() || W.front().is("::")))
    W = W.drop_front();
  const bool IsWrapped = !W.empty() && W.front().is("(");
  if (IsWrapped)
    W = W.drop_front();
  std::string Text;
  for (; !W.empty() && W.front().isString(); W = W.drop_front())
    Text += W.front().Text;
  const bool IsWhole =
      W.empty() || (IsWrapped && (W.front().is(",") || W.front().is(")")));
  return IsWhole && !Text.empty() ? std::optional(Text) : std::nullopt;
}

/// "a::f" of &a::f, TORCH_FN(a::f), torch::dispatch(c10::kMeta, TORCH_FN(a::f));
/// empty for what is made by a cast or a template, and for a lambda.
std::string functionIn(Words W) {
  while (!W.empty() && W.back().is(")"))
    W = W.drop_back();
  std::string Name;
  while (!W.empty() && Name.size() < MaxName &&
         (W.back().isName() || W.back().is("::"))) {
    Name = W.back().Text + Name;
    W = W.drop_back();
  }
  const bool IsPlain = llvm::all_of(W, [](const CxxWord &Each) {
    return Each.isName() || Each.is("::") || Each.is("(") || Each.is(",") ||
           Each.is("&");
  });
  return IsPlain ? StringRef(Name).ltrim(':').str() : "";
}

/// A block of registrations, or a function that gets a library.
struct Library {
  std::string Variable, Namespace, Key;
  std::string Scope;    ///< of namespaces around it: "a::b::"
  bool IsKnown = false; ///< Namespace and Key are
};

class Reader {
public:
  Reader(const std::vector<CxxWord> &All, StringRef File)
      : File(File), All(All), Closing(closingWords(All)) {}

  CxxRegistrations read() {
    size_t I = 0;
    while (I < All.size() && Blocks.size() < MaxBlocks)
      I = step(I);
    takeUnread(All.drop_front(std::min(I, All.size())));
    resolveNames();
    return std::move(Result);
  }

private:
  /// A block that a '{' has opened.
  struct Block {
    enum Kind { Namespace, Registrations, Other };
    Kind K = Other;
    std::string Scope = {}; ///< of a namespace: "a::b::"
    Library Lib = {};
  };
  /// A function that is declared here, by its name in full.
  struct Function {
    std::vector<FilePlace> Places;
    bool IsDefined = false;
  };

  bool is(size_t At, StringRef Text) const {
    return At < All.size() && All[At].is(Text);
  }
  /// Words [Begin, End), as far as there are.
  Words between(size_t Begin, size_t End) const {
    End = std::min(End, All.size());
    return Begin < End ? All.slice(Begin, End - Begin) : Words();
  }
  /// The index behind the bracket that closes the one at \p Open.
  size_t behind(size_t Open) const {
    return std::min<size_t>(Closing[Open] + 1, All.size());
  }

  /// Looks at the word at \p I; the index of the next one to look at.
  size_t step(size_t I) {
    if (is(I, "}")) {
      if (!Blocks.empty())
        Blocks.pop_back();
      return I + 1;
    }
    const auto Around =
        llvm::find_if(llvm::reverse(Blocks), [](const Block &B) {
          return B.K == Block::Registrations;
        });
    if (Around != Blocks.rend())
      return statement(I, Around->Lib);
    if (is(I, "{")) {
      Blocks.emplace_back();
      return I + 1;
    }
    return !Blocks.empty() && Blocks.back().K == Block::Other ? I + 1
                                                              : declaration(I);
  }

  /// namespace a::b {, TORCH_LIBRARY(ns, m) {, Tensor f(Tensor x) {
  size_t declaration(size_t I) {
    const CxxWord &W = All[I];
    if (W.is("namespace") || W.is("extern"))
      return openNamespace(I);
    if (!W.isName() || !is(I + 1, "("))
      return I + 1;
    const size_t Behind = behind(I + 1);
    if (isLibraryMacro(W.Text))
      return libraryBlock(I);
    if (!isMacroName(W.Text))
      return function(I);
    takeUnread(between(I + 2, Behind));
    // MY_LIBRARY(ns, m) {
    if (is(Behind, "{") && StringRef(W.Text).contains("LIBRARY"))
      takeUnread(between(Behind, behind(Behind)));
    return is(Behind, "{") ? behind(Behind) : Behind;
  }

  /// namespace a::b {, namespace {, extern "C" {
  size_t openNamespace(size_t I) {
    size_t Begin = I + 1, End = Begin;
    if (Begin < All.size() && All[Begin].isString())
      ++Begin, ++End;
    std::string Scope = Blocks.empty() ? "" : Blocks.back().Scope;
    while (End < All.size() && (All[End].isName() || All[End].is("::")))
      ++End;
    if (!is(End, "{"))
      return I + 1;
    for (const CxxWord &W : between(Begin, End))
      if (Scope.size() + W.Text.size() < MaxName)
        Scope += W.Text;
    Blocks.push_back(
        {Block::Namespace, End == Begin ? std::move(Scope) : Scope + "::"});
    return End + 1;
  }

  /// The function that is called as the word at \p I says.
  size_t function(size_t I) {
    size_t Begin = I;
    while (Begin >= 2 && I - Begin < 16 && All[Begin - 1].is("::") &&
           All[Begin - 2].isName())
      Begin -= 2;
    std::string Name = Blocks.empty() ? "" : Blocks.back().Scope;
    for (const CxxWord &W : between(Begin, I + 1))
      Name += W.Text;
    Function &F = Functions[Name];
    F.Places.push_back({File, All[I].Offset});
    size_t Next = behind(I + 1);
    while (is(Next, "const") || is(Next, "noexcept"))
      ++Next;
    if (!is(Next, "{"))
      return Next;
    F.IsDefined = true;
    Block B;
    // void registerAll(torch::Library &m) {
    if (llvm::any_of(between(I, Next),
                     [](const CxxWord &W) { return W.is("Library"); }))
      B.K = Block::Registrations;
    Blocks.push_back(std::move(B));
    return Next + 1;
  }

  /// TORCH_LIBRARY(ns, m) {, TORCH_LIBRARY_IMPL(ns, Key, m) {
  size_t libraryBlock(size_t I) {
    const size_t Behind = behind(I + 1);
    if (!is(Behind, "{"))
      return Behind;
    const auto Arguments = splitArguments(All, I + 1);
    Block B{Block::Registrations};
    const bool HasKey = Arguments.size() == 3;
    if ((HasKey || Arguments.size() == 2) && All[I].IsCertain) {
      B.Lib.Variable = Arguments.back().back().Text;
      B.Lib.Namespace = Arguments[0].back().Text;
      B.Lib.Key = HasKey ? keyIn(Arguments[1]) : "CompositeImplicitAutograd";
      B.Lib.Scope = Blocks.empty() ? "" : Blocks.back().Scope;
      // Flags may say what TORCH_EXTENSION_NAME is.
      B.Lib.IsKnown = !isMacroName(B.Lib.Namespace);
    }
    // For all namespaces: fallbacks.
    if (B.Lib.Namespace == "_")
      B.Lib.Namespace.clear();
    Blocks.push_back(std::move(B));
    return Behind + 1;
  }

  /// m.def("op(Tensor x) -> Tensor"); m.impl("op", &f);
  size_t statement(size_t I, const Library &Lib) {
    const CxxWord &W = All[I];
    if (W.is("{"))
      Blocks.emplace_back();
    // m.class_<C>("C").def("f", &C::f): methods, no operators.
    if (W.is("class_")) {
      while (I < All.size() && !is(I, ";") && !is(I, "}"))
        I = is(I, "(") || is(I, "{") ? behind(I) : I + 1;
      return I;
    }
    if (!W.isName() || !is(I + 1, "(")) {
      if (W.isString())
        takeUnread(W);
      return I + 1;
    }
    const bool IsOurs = I > 1 && is(I - 1, ".") && is(I - 2, Lib.Variable) &&
                        Lib.IsKnown && W.IsCertain;
    const auto Arguments = splitArguments(All, I + 1);
    if (IsOurs && W.is("def") && !Arguments.empty())
      define(Lib, Arguments, I);
    else if (IsOurs && W.is("impl") && Arguments.size() > 1)
      implement(Lib, Arguments, I);
    else
      takeUnread(between(I + 2, behind(I + 1)));
    return behind(I + 1);
  }

  void takeUnread(Words W) {
    for (const CxxWord &One : W)
      if (One.K != CxxWord::Other)
        Result.Unread.push_back(One.Text);
  }

  void define(const Library &Lib, ArrayRef<Words> Arguments, size_t At) {
    const auto Text = textOf(Arguments.front());
    auto Schema = Text ? OpSchema::parse(*Text) : std::nullopt;
    std::optional<OpName> Name;
    if (Schema) {
      Name = Schema->Name;
      if (Name->Namespace.empty())
        Name->Namespace = Lib.Namespace;
      Result.Facts.Schemas.push_back(
          {Name->str(), std::move(*Schema), {File, All[At + 2].Offset}});
    } else {
      // Inferred from a function's type, which only the compiler knows.
      Name = Text ? OpName::parse(*Text) : std::nullopt;
      takeUnread(Arguments.front());
    }
    // def(schema, function), def(schema, {tag})
    if (Arguments.size() > 1 && !Arguments[1].front().is("{"))
      addKernel(Lib, std::move(Name), "CompositeImplicitAutograd", Arguments[1],
                All[At]);
  }

  /// impl("op", f), impl("op", key, f)
  void implement(const Library &Lib, ArrayRef<Words> Arguments, size_t At) {
    const auto Text = textOf(Arguments.front());
    if (!Text)
      takeUnread(Arguments.front());
    addKernel(Lib, Text ? OpName::parse(*Text) : std::nullopt,
              Arguments.size() == 3 ? keyIn(Arguments[1]) : Lib.Key,
              Arguments.back(), All[At]);
  }

  void addKernel(const Library &Lib, std::optional<OpName> Op, std::string Key,
                 Words Function, const CxxWord &At) {
    const auto Find = [&](StringRef Text) {
      return llvm::find_if(Function,
                           [&](const CxxWord &W) { return W.is(Text); });
    };
    if (Find("makeFallthrough") != Function.end())
      return;
    // torch::dispatch(c10::kMeta, TORCH_FN(f))
    if (const auto *Comma = Find(",");
        Find("dispatch") < Comma && Comma != Function.end())
      Key = keyIn(Function.take_front(Comma - Function.begin()));
    NamedKernel N;
    KernelFact &K = N.Fact;
    K.Key = std::move(Key);
    if (Op && Op->Namespace.empty())
      Op->Namespace = Lib.Namespace;
    if (Op)
      K.Op = Op->str();
    else if (OpTable::mayServeExport(K.Key))
      Result.Facts.Fakes.push_back({Lib.Namespace, "", ""});
    K.Where = {File, At.Offset};
    // As the compiler looks it up, inside out.
    if (const std::string Name = functionIn(Function); !Name.empty())
      for (StringRef Scope = Lib.Scope;;) {
        N.Names.push_back((Scope + Name).str());
        if (Scope.empty())
          break;
        const size_t Colons = Scope.drop_back(2).rfind("::");
        Scope = Scope.take_front(Colons == StringRef::npos ? 0 : Colons + 2);
      }
    Result.Kernels.push_back(std::move(N));
  }

  /// Where the file declares the function of a kernel, no other name is meant.
  void resolveNames() {
    for (NamedKernel &K : Result.Kernels) {
      const auto Known = llvm::find_if(K.Names, [&](const std::string &Name) {
        return Functions.contains(Name);
      });
      if (Known == K.Names.end())
        continue;
      const Function &F = Functions[*Known];
      K.IsDefinedHere = F.IsDefined;
      K.Fact.Declarations = F.Places;
      K.Names = {std::string(*Known)};
    }
  }

  const std::string File;
  const Words All;
  const std::vector<size_t> Closing;
  std::vector<Block> Blocks;
  llvm::StringMap<Function> Functions;
  CxxRegistrations Result;
};

} // namespace

bool mayRegisterCxxOps(StringRef Text) {
  return Text.contains("TORCH_LIBRARY") || Text.contains("torch::Library") ||
         Text.contains("Meta,") || Text.contains("Meta)");
}

CxxRegistrations readCxxRegistrations(StringRef Text, StringRef File) {
  return Reader(readCxxWords(Text), File).read();
}

} // namespace aoti_tidy
