// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/CxxRegistrations.h"
#include "checks/lib/ops/RegistrationWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Words = ArrayRef<CxxWord>;

// Beyond these it is nothing that people write.
constexpr size_t MaxBlocks = 256;
constexpr size_t MaxName = 1024;
constexpr size_t MaxUsings = 32;

/// A block of registrations, or a function that gets a library.
struct Library {
  std::string Variable; ///< empty: in no such block
  std::string Namespace, Key;
  std::string Scope;    ///< of namespaces around it: "a::b::"
  bool IsKnown = false; ///< Namespace and Key are
  bool IsGuess = false; ///< by the name of the macro
};

class Reader {
public:
  Reader(const CxxWords &Source, const CxxMacros &Macros,
         const llvm::StringSet<> &Registering, StringRef File)
      : Macros(Macros), File(File),
        Expanded(Macros.expand(
            Source.Words,
            [&](const CxxMacro &M) { return Registering.contains(M.Name); })),
        All(Expanded), Closing(closingWords(All)) {}

  CxxRegistrations read() {
    size_t I = 0;
    while (I < All.size() && Blocks.size() < MaxBlocks)
      I = step(I);
    takeUnread(All.drop_front(std::min(I, All.size())));
    resolveNames();
    return std::move(Result);
  }

private:
  /// What a '{' has opened.
  struct Block {
    enum Kind { Namespace, Registrations, Other };
    Kind K = Other;
    std::string Scope = {}; ///< of a namespace: "a::b::"
    Library Lib = {};
  };
  /// A function that is declared here, by its name in full.
  struct Function {
    std::vector<FilePlace> Places;
    unsigned Parameters = 0;
    bool IsDefined = false;
  };
  /// What stands for a kernel, and where.
  struct Written {
    std::string Name, Scope;
  };

  size_t step(size_t I);
  size_t declaration(size_t I);
  size_t openNamespace(size_t I);
  size_t function(size_t I);
  size_t libraryBlock(size_t I);
  size_t statement(size_t I, const Library &Lib);
  size_t customClass(size_t I);
  void define(const Library &Lib, ArrayRef<Words> Arguments, size_t At);
  void implement(const Library &Lib, ArrayRef<Words> Arguments, size_t At);
  void addKernel(const Library &Lib, std::optional<OpName> Op, std::string Key,
                 Words Function, const CxxWord &At);
  std::optional<std::string> textOf(Words W, unsigned Depth = 0) const;
  std::string resolved(Words W) const;
  void takeUnread(Words W);
  void resolveNames();

  void open(Block B) {
    if (B.K != Block::Namespace)
      ++Inner;
    if (B.K == Block::Registrations)
      Libraries.push_back(Blocks.size());
    Blocks.push_back(std::move(B));
  }
  void close() {
    if (Blocks.empty())
      return;
    if (Blocks.back().K != Block::Namespace)
      --Inner;
    if (Blocks.back().K == Block::Registrations)
      Libraries.pop_back();
    Blocks.pop_back();
  }
  StringRef scope() const {
    return Blocks.empty() ? "" : StringRef(Blocks.back().Scope);
  }
  bool is(size_t At, StringRef Text) const {
    return At < All.size() && All[At].is(Text);
  }
  bool isAnyOf(size_t At, std::initializer_list<StringRef> Texts) const {
    return llvm::any_of(Texts, [&](StringRef T) { return is(At, T); });
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
  size_t find(size_t From, StringRef Text) const {
    while (From < All.size() && !All[From].is(Text))
      ++From;
    return From;
  }

  const CxxMacros &Macros;
  const std::string File;
  const std::vector<CxxWord> Expanded;
  const Words All;
  const std::vector<size_t> Closing;
  std::vector<Block> Blocks;
  unsigned Inner = 0;                   ///< blocks that are no namespaces
  std::vector<size_t> Libraries;        ///< blocks of registrations
  llvm::StringMap<std::string> Aliases; ///< namespace a = b;
  std::vector<std::string> Usings;      ///< using namespace a;
  llvm::StringSet<> Classes;            ///< variables of class_<C>
  llvm::StringMap<Function> Functions;
  std::vector<Written> Names; ///< for each kernel
  CxxRegistrations Result;
};

/// Looks at the word at \p I; the index of the next one to look at.
size_t Reader::step(size_t I) {
  if (is(I, "}")) {
    close();
    return I + 1;
  }
  if (!Libraries.empty())
    return statement(I, Blocks[Libraries.back()].Lib);
  if (is(I, "{")) {
    open({});
    return I + 1;
  }
  return Inner ? I + 1 : declaration(I);
}

/// namespace a::b {, TORCH_LIBRARY(ns, m) {, Tensor f(Tensor x) {
size_t Reader::declaration(size_t I) {
  const CxxWord &W = All[I];
  if (W.is("extern") && I + 1 < All.size() && All[I + 1].isString() &&
      is(I + 2, "{")) {
    open({Block::Namespace, scope().str()});
    return I + 3;
  }
  if (W.is("namespace"))
    return openNamespace(I);
  if (W.is("using") && is(I + 1, "namespace")) {
    const size_t End = find(I, ";");
    if (Usings.size() < MaxUsings)
      Usings.push_back(qualifiedName(between(I + 2, End)));
    return End;
  }
  if (!W.isName() || !is(I + 1, "("))
    return I + 1;
  if (isLibraryMacro(W))
    return libraryBlock(I);
  // The names of its functions are Python's, not the dispatcher's.
  const size_t Behind = behind(I + 1);
  if ((W.is("PYBIND11_MODULE") || W.is("NB_MODULE")) && is(Behind, "{"))
    return behind(Behind);
  if (isMacroName(W.Text)) {
    takeUnread(between(I + 2, Behind));
    return Behind;
  }
  return function(I);
}

/// namespace a::b {, namespace {, namespace a = b;
size_t Reader::openNamespace(size_t I) {
  size_t End = I + 1;
  while (End < All.size() && (All[End].isName() || All[End].is("::")))
    ++End;
  const std::string Name = qualifiedName(between(I + 1, End));
  if (is(End, "{")) {
    std::string Scope = scope().str();
    if (!Name.empty() && Scope.size() + Name.size() < MaxName)
      Scope += Name + "::";
    open({Block::Namespace, std::move(Scope)});
    return End + 1;
  }
  if (!is(End, "="))
    return End;
  const size_t Stop = find(End, ";");
  Aliases[Name] = qualifiedName(between(End + 1, Stop));
  return Stop;
}

/// The function that is called as the word at \p I says.
size_t Reader::function(size_t I) {
  size_t Begin = I;
  while (Begin >= 2 && I - Begin < 16 && All[Begin - 1].is("::") &&
         All[Begin - 2].isName())
    Begin -= 2;
  Function &F =
      Functions[(scope() + qualifiedName(between(Begin, I + 1))).str()];
  F.Places.push_back({File, All[I].Offset});
  const auto Parameters = splitArguments(All, I + 1);
  F.Parameters = Parameters.size();
  size_t Next = behind(I + 1);
  while (isAnyOf(Next, {"const", "noexcept", "override"}))
    ++Next;
  if (!is(Next, "{"))
    return Next;
  F.IsDefined = true;
  // void registerAll(torch::Library &m) {
  Block B;
  for (const Words Parameter : Parameters)
    if (Parameter.size() > 2 && Parameter.back().isName() &&
        llvm::any_of(Parameter,
                     [](const CxxWord &W) { return W.is("Library"); })) {
      B.K = Block::Registrations;
      B.Lib.Variable = Parameter.back().Text;
    }
  open(std::move(B));
  return Next + 1;
}

/// TORCH_LIBRARY(ns, m) {, TORCH_LIBRARY_IMPL(ns, Key, m) {
size_t Reader::libraryBlock(size_t I) {
  const size_t Behind = behind(I + 1);
  if (!is(Behind, "{"))
    return Behind;
  const auto Arguments = splitArguments(All, I + 1);
  Block B{Block::Registrations};
  const bool HasKey = Arguments.size() == 3;
  if ((HasKey || Arguments.size() == 2) && All[I].IsCertain) {
    B.Lib.Variable = lastName(Arguments.back()).str();
    // Torch's own make a text of it as it is written.
    const bool IsTorchs = isTorchMacro(All[I].Text);
    B.Lib.Namespace = IsTorchs && !All[I].IsOfMacro
                          ? lastName(Arguments[0]).str()
                          : resolved(Arguments[0]);
    // For all namespaces: fallbacks.
    if (B.Lib.Namespace == "_")
      B.Lib.Namespace.clear();
    B.Lib.Key = HasKey ? keyIn(Arguments[1]) : "CompositeImplicitAutograd";
    B.Lib.Scope = scope();
    B.Lib.IsKnown = true;
    B.Lib.IsGuess = !IsTorchs && !Macros.find(All[I].Text);
  }
  open(std::move(B));
  return Behind + 1;
}

/// m.def("op(Tensor x) -> Tensor"); m.impl("op", &f);
size_t Reader::statement(size_t I, const Library &Lib) {
  const CxxWord &W = All[I];
  if (W.is("{")) {
    open({});
    return I + 1;
  }
  if (W.is("class_") || Classes.contains(W.Text))
    return customClass(I);
  const bool IsCall = is(I + 1, "(");
  if (IsCall && I > 1 && isAnyOf(I - 1, {".", "->"}) &&
      isAnyOf(I, {"def", "impl"})) {
    // m.def(...).def(...), too.
    const bool IsOurs = Lib.IsKnown && W.IsCertain &&
                        (is(I - 2, Lib.Variable) || is(I - 2, ")"));
    const auto Arguments = splitArguments(All, I + 1);
    if (!IsOurs || Arguments.empty() || Arguments.front().empty())
      takeUnread(between(I, behind(I + 1)));
    else if (W.is("def"))
      define(Lib, Arguments, I);
    else
      implement(Lib, Arguments, I);
    return behind(I + 1);
  }
  // A macro that nobody in sight has defined: REGISTER(op)
  if (IsCall && isMacroName(W.Text))
    takeUnread(between(I + 2, behind(I + 1)));
  else if (W.isString())
    takeUnread(W);
  return I + 1;
}

/// m.class_<C>("C").def("f", &C::f), auto c = m.class_<C>("C"), c.def(...): what
/// the rest of the statement defines are methods, no operators.
size_t Reader::customClass(size_t I) {
  constexpr size_t MaxReceiver = 4; // c = this->m.class_
  for (size_t At = I; At > 1 && I - At < MaxReceiver; --At)
    if (is(At - 1, "=") && All[At - 2].isName())
      Classes.insert(All[At - 2].Text);
  while (I < All.size() && !isAnyOf(I, {";", "{", "}"}))
    I = is(I, "(") ? behind(I) : I + 1;
  return I;
}

void Reader::takeUnread(Words W) {
  for (const CxxWord &One : W)
    if (One.K != CxxWord::Other)
      Result.Unread.push_back(One.Text);
}

/// A name that may be a macro for another, or for a text.
std::string Reader::resolved(Words W) const {
  if (W.size() != 1 || !W.front().isName())
    return "";
  const CxxMacro *M = Macros.find(W.front().Text);
  const bool IsName =
      M && !M->IsFunction && M->Body.size() == 1 && M->Body.front().isName();
  return IsName ? M->Body.front().Text : W.front().Text;
}

/// "op", "op(" "Tensor x) -> Tensor", torch::schema("op..."),
/// TORCH_SELECTIVE_NAME("op"), a macro for one of them.
std::optional<std::string> Reader::textOf(Words W, unsigned Depth) const {
  constexpr unsigned MaxDepth = 4;
  if (W.empty() || Depth > MaxDepth)
    return std::nullopt;
  if (const auto Inside = wrappedIn(W)) {
    const bool IsText = Inside->Callee == "schema" ||
                        Inside->Callee == "TORCH_SELECTIVE_NAME" ||
                        Inside->Callee == "TORCH_SELECTIVE_SCHEMA";
    return IsText && !Inside->Arguments.empty()
               ? textOf(Inside->Arguments.front(), Depth + 1)
               : std::nullopt;
  }
  std::string Text;
  for (const CxxWord &One : W) {
    if (One.isString()) {
      Text += One.Text;
      continue;
    }
    const CxxMacro *M = One.isName() ? Macros.find(One.Text) : nullptr;
    const auto Of =
        M && !M->IsFunction ? textOf(M->Body, Depth + 1) : std::nullopt;
    if (!Of)
      return std::nullopt;
    Text += *Of;
  }
  return Text;
}

void Reader::define(const Library &Lib, ArrayRef<Words> Arguments, size_t At) {
  const auto Text = textOf(Arguments.front());
  if (!Text)
    return takeUnread(Arguments.front());
  const auto *const First = llvm::find_if(
      Arguments.front(), [](const CxxWord &W) { return W.isString(); });
  const CxxWord &Begin =
      First == Arguments.front().end() ? Arguments.front().front() : *First;
  std::optional<OpName> Name;
  if (auto Schema = OpSchema::parse(*Text)) {
    Name = Schema->Name;
    if (Name->Namespace.empty())
      Name->Namespace = Lib.Namespace;
    Result.Facts.Schemas.push_back(
        {Name->str(), std::move(*Schema), {File, Begin.Offset}});
  } else {
    // Inferred from a function's type, which only the compiler knows.
    Name = OpName::parse(*Text);
    takeUnread(Arguments.front());
  }
  // def(schema, function), def(schema, {tag})
  if (Arguments.size() > 1 && !Arguments[1].empty() &&
      !Arguments[1].front().is("{"))
    addKernel(Lib, std::move(Name), "CompositeImplicitAutograd", Arguments[1],
              All[At]);
}

void Reader::implement(const Library &Lib, ArrayRef<Words> Arguments,
                       size_t At) {
  if (Arguments.size() < 2)
    return takeUnread(Arguments.front());
  const auto Text = textOf(Arguments.front());
  if (!Text)
    takeUnread(Arguments.front());
  const bool HasKey = Arguments.size() == 3;
  addKernel(Lib, Text ? OpName::parse(*Text) : std::nullopt,
            HasKey ? keyIn(Arguments[1]) : Lib.Key, Arguments[HasKey ? 2 : 1],
            All[At]);
}

void Reader::addKernel(const Library &Lib, std::optional<OpName> Op,
                       std::string Key, Words Function, const CxxWord &At) {
  NamedKernel N;
  KernelFact &K = N.Fact;
  K.Key = std::move(Key);
  // torch::dispatch(c10::kMeta, TORCH_FN(f)), torch::CppFunction(&f)
  constexpr unsigned MaxWrappers = 4;
  for (unsigned I = 0; I < MaxWrappers; ++I) {
    const auto Inside = wrappedIn(Function);
    if (!Inside)
      break;
    const bool IsDispatch = Inside->Callee == "dispatch";
    if (Inside->Callee == "makeFallthrough")
      return;
    if (Inside->Arguments.size() != (IsDispatch ? 2 : 1) ||
        !(IsDispatch || Inside->Callee == "TORCH_FN" ||
          Inside->Callee == "TORCH_BOX" || Inside->Callee == "CppFunction"))
      break;
    if (IsDispatch)
      K.Key = keyIn(Inside->Arguments.front());
    Function = Inside->Arguments.back();
  }
  if (!Function.empty() && Function.front().is("&"))
    Function = Function.drop_front();
  if (Op && Op->Namespace.empty())
    Op->Namespace = Lib.Namespace;
  if (Op)
    K.Op = Op->str();
  else if (OpTable::mayServeExport(K.Key))
    Result.Facts.Fakes.push_back({Lib.Namespace, "", ""});
  K.Where = {File, At.Offset};
  N.IsGuess = Lib.IsGuess;
  Names.push_back({qualifiedName(Function), Lib.Scope});
  Result.Kernels.push_back(std::move(N));
}

/// Gives each kernel the names that its function may have, by the functions and
/// namespaces of the whole file.
void Reader::resolveNames() {
  for (auto [K, At] : llvm::zip_equal(Result.Kernels, Names)) {
    if (At.Name.empty() || At.Name.size() > MaxName)
      continue;
    const auto [First, Rest] = StringRef(At.Name).split("::");
    if (const auto It = Aliases.find(First);
        It != Aliases.end() && !Rest.empty())
      At.Name = It->second + "::" + Rest.str();
    auto Candidates = namesFor(At.Name, At.Scope, Usings);
    const auto Known = llvm::find_if(Candidates, [&](const std::string &Name) {
      return Functions.contains(Name);
    });
    if (Known == Candidates.end()) {
      K.Names = std::move(Candidates);
      continue;
    }
    const Function &F = Functions[*Known];
    K.Names = {*Known};
    K.IsDefinedHere = F.IsDefined;
    K.Parameters = F.Parameters;
    K.Fact.Declarations = F.Places;
  }
}

} // namespace

CxxRegistrations readCxxRegistrations(const CxxWords &Words,
                                      const CxxMacros &Macros,
                                      const llvm::StringSet<> &Registering,
                                      StringRef File) {
  return Reader(Words, Macros, Registering, File).read();
}

} // namespace aoti_tidy
