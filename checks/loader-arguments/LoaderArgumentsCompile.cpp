// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of what compiles a model ahead of time.
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/loader-arguments/CompileArgumentsRule.h"
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Whether the string certainly ends otherwise.
bool cannotEndWith(const Text &T, StringRef End) {
  if (T.endsWith(End))
    return false;
  // A known end "t2" may be the end of ".pt2".
  return T.IsWhole || !End.ends_with(T.Tail);
}

/// The object of \p Expr, if that is an exported program's .module().
Node programOf(Node Expr, const File &F) {
  const Node Value = F.values().resolved(Expr);
  const Node Method = Value.field("function");
  if (!Value.is("call") || !Method.is("attribute") ||
      Method.field("attribute").text() != "module")
    return {};
  const Node Object = Method.field("object");
  return isExportedProgram(Object, F) ? Object : Node();
}

/// Whether \p Expr surely is a module that is no GraphModule.
bool isPlainModule(Node Expr, const File &F) {
  if (!isModule(Expr, F))
    return false;
  const Node Callee = makerOf(Expr, F).field("function");
  const auto Name = F.names().qualifiedName(Callee);
  // A class of the file may derive from it.
  return Name ? *Name != torchname::GraphModule
              : Callee.is("identifier") &&
                    !F.tree().text().contains("GraphModule");
}

/// The entry 'aot_inductor.output_path' of the config for \p Parameter.
std::optional<Dict::Entry> outputPathIn(const LoaderCall &L,
                                        StringRef Parameter, const File &F) {
  const Argument *A = L.C.keyword(Parameter);
  if (const auto Config = A ? F.values().dictOf(A->Value) : std::nullopt)
    for (const Dict::Entry &E : Config->Entries)
      if (E.Name && *E.Name == "aot_inductor.output_path")
        return E;
  return std::nullopt;
}

/// Whether the keys are those of a config, not names of a model's inputs.
bool isConfig(const Dict &D) {
  return llvm::any_of(D.Entries, [](const Dict::Entry &E) {
    return E.Name && (StringRef(*E.Name).contains('.') ||
                      llvm::is_contained({"max_autotune", "freezing",
                                          "coordinate_descent_tuning",
                                          "epilogue_fusion", "shape_padding"},
                                         StringRef(*E.Name)));
  });
}

/// A finding on the model that a function is given.
void reportModel(const LoaderCall &L, const Argument &A, CompiledModel Given,
                 std::vector<Edit> Fix, std::vector<Finding> &Out) {
  if (auto Problem = compiledModelProblem(L.Function, Given))
    Out.emplace_back(rangeOf(A.Whole), std::move(*Problem), std::vector<Note>(),
                     std::move(Fix));
}

void checkProgram(const LoaderCall &L, const File &F,
                  std::vector<Finding> &Out) {
  const Argument *A = L.C.argument(0, "exported_program");
  if (!A)
    return;
  // aoti_compile_and_package(ep.module())
  if (const Node Program = programOf(A->Value, F)) {
    std::vector<Edit> Fix;
    if (A->Value.is("call"))
      Fix.push_back({{Program.end(), A->Value.end()}, ""});
    reportModel(L, *A, CompiledModel::ModuleOfProgram, std::move(Fix), Out);
  } else if (isModule(A->Value, F)) {
    // aoti_compile_and_package(model)
    reportModel(L, *A, CompiledModel::Module, {}, Out);
  }
}

void checkLibraryModel(const LoaderCall &L, const File &F,
                       std::vector<Finding> &Out) {
  const bool IsOfInductor = L.is(torchname::InductorAotCompile);
  const Argument *A = L.C.argument(0, IsOfInductor ? "gm" : "f");
  if (!A)
    return;
  // aot_compile(ep, (x,))
  if (isExportedProgram(A->Value, F)) {
    std::vector<Edit> Fix;
    if (!isRewrittenAnyway(L, F) &&
        A->Value.isAnyOf({"identifier", "call", "attribute"}))
      Fix.push_back({{A->Value.end(), A->Value.end()}, ".module()"});
    reportModel(L, *A, CompiledModel::Program, std::move(Fix), Out);
  }
  // torch._inductor.aot_compile(model, (x,))
  if (isPlainModule(A->Value, F))
    reportModel(L, *A, CompiledModel::Module, {}, Out);
}

// aoti_compile_and_package(ep, "model.pt2")
void checkIgnored(const LoaderCall &L, const File &F,
                  std::vector<Finding> &Out) {
  for (unsigned I = 1; I <= 2; ++I) {
    const Argument *A = L.C.positional(I);
    if (!A)
      return;
    const auto Path = F.values().stringOf(A->Value);
    const auto Config = Path ? std::nullopt : F.values().dictOf(A->Value);
    if (!Path && !(Config && isConfig(*Config)))
      continue;
    const bool IsPath = Path.has_value();
    const StringRef Name = nameOfIgnored(IsPath);
    const bool IsGiven = L.C.keyword(Name) != nullptr;
    Finding Found{rangeOf(A->Whole),
                  ignoredArgumentProblem(I, IsPath, IsGiven)};
    if (IsGiven && canMove(L, *A) && hasNoEffect(A->Value, F))
      Found.Fix.push_back({removalOf(A->Whole), ""});
    else if (!IsGiven && canMove(L, *A) &&
             !(Path && cannotEndWith(*Path, ".pt2")))
      Found.Fix.push_back(
          {{A->Value.begin(), A->Value.begin()}, Name.str() + "="});
    Out.push_back(std::move(Found));
  }
}

/// Whether \p Expr surely is a pathlib.Path: Path(d) / "m.pt2",
/// p.with_suffix().
bool isPathObject(Node Expr, const File &F) {
  constexpr unsigned MaxDepth = 16;
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    Expr = F.values().resolved(Expr);
    if (const Call *Made = F.callAt(Expr);
        Made && llvm::is_contained({"pathlib.Path", "pathlib.Path.cwd",
                                    "pathlib.Path.home", "pathlib.PosixPath"},
                                   StringRef(Made->Callee)))
      return true;
    const Node Callee = Expr.field("function");
    if (Expr.is("binary_operator") && Expr.field("operator").text() == "/")
      Expr = Expr.field("left");
    else if (Expr.is("attribute") && Expr.field("attribute").text() == "parent")
      Expr = Expr.field("object");
    else if (Expr.is("call") && Callee.is("attribute") &&
             llvm::is_contained({"absolute", "expanduser", "joinpath",
                                 "resolve", "with_name", "with_suffix"},
                                Callee.field("attribute").text()))
      Expr = Callee.field("object");
    else
      return false;
  }
  return false;
}

// aoti_compile_and_package(ep, package_path="model.so")
void checkPackagePath(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  const Argument *A = L.C.keyword("package_path");
  if (A && isPathObject(A->Value, F)) {
    Out.emplace_back(
        rangeOf(A->Whole), pathObjectProblem(), std::vector<Note>(),
        std::vector<Edit>{{{A->Value.begin(), A->Value.begin()}, "str("},
                          {{A->Value.end(), A->Value.end()}, ")"}});
    return;
  }
  const auto Path = A ? F.values().stringOf(A->Value) : std::nullopt;
  if (!Path || !cannotEndWith(*Path, ".pt2"))
    return;
  const std::string Extension = extensionOf(A->Value, F);
  Out.push_back(findingOn(L, *A, packagePathProblem(Extension), F));
}

/// Whether \p Value certainly is neither empty nor None.
bool isSomething(Node Value, const File &F) {
  const auto Text = F.values().stringOf(Value);
  return Text && !(Text->Head.empty() && Text->Tail.empty());
}

// inductor_configs={"aot_inductor.output_path": "model.so"}
void checkOutputPath(const LoaderCall &L, const File &F,
                     std::vector<Finding> &Out) {
  const auto Path = outputPathIn(L, "inductor_configs", F);
  if (!Path || !isSomething(Path->Value, F))
    return;
  Out.emplace_back(rangeOf(Path->Whole),
                   outputPathProblem(L.C.keyword("package_path") != nullptr));
}

// torch._inductor.aot_compile(gm, [x], {"max_autotune": True})
void checkPositionalOptions(const LoaderCall &L, const File &F,
                            std::vector<Finding> &Out) {
  const Argument *A = L.C.positional(2);
  const auto Config = A ? F.values().dictOf(A->Value) : std::nullopt;
  if (!Config || !isConfig(*Config))
    return;
  Out.emplace_back(rangeOf(A->Whole), positionalOptionsProblem());
}

// torch._inductor.aot_compile(ep.module(), [x])
void checkInputList(const LoaderCall &L, const File &F,
                    std::vector<Finding> &Out) {
  const Argument *Model = L.C.argument(0, "gm");
  const Argument *A = L.C.argument(1, "args");
  // Other graphs take what they are given.
  if (!A || !A->Value.is("list") || !Model || !programOf(Model->Value, F))
    return;
  Out.emplace_back(rangeOf(A->Whole), inputListProblem());
}

// options={"aot_inductor.output_path": "model.pt2"}
void checkLibraryPath(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out) {
  const auto Path = outputPathIn(L, "options", F);
  const auto Text = Path ? F.values().stringOf(Path->Value) : std::nullopt;
  if (!Text || !Text->endsWith(".pt2"))
    return;
  Out.emplace_back(rangeOf(Path->Whole), libraryPathProblem());
}

} // namespace

void checkPackageCompile(const LoaderCall &L, const File &F,
                         std::vector<Finding> &Out) {
  checkProgram(L, F, Out);
  checkIgnored(L, F, Out);
  checkPackagePath(L, F, Out);
  checkOutputPath(L, F, Out);
}

void checkLibraryCompile(const LoaderCall &L, const File &F,
                         std::vector<Finding> &Out) {
  checkLibraryModel(L, F, Out);
  if (F.settings().torchAtLeast({2, 6}))
    checkLibraryPath(L, F, Out);
  if (!L.is(torchname::InductorAotCompile) ||
      !F.settings().torchAtLeast({2, 4}))
    return;
  checkPositionalOptions(L, F, Out);
  if (!L.C.positional(2))
    checkInputList(L, F, Out);
}

} // namespace aoti_tidy::python
