// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/EmbeddedPython.h"
#include "checks/lib/hosts/Values.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti_tidy {
namespace {

/// Modules come from variables that come from attributes of modules; real code
/// is three or four deep.
constexpr unsigned MaxDepth = 16;

bool isInPybind11(const Decl *D) {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *NS = dyn_cast<NamespaceDecl>(C))
      if (NS->getIdentifier() && NS->getName() == "pybind11" &&
          NS->getParent()->getRedeclContext()->isTranslationUnit())
        return true;
  return false;
}

/// The name of the function of pybind11 that is called; empty for any other.
StringRef pybindCallee(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && isInPybind11(F) ? F->getName()
                                                    : StringRef();
}

/// The name of the C function that is called; empty for any other.
StringRef cCallee(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && F->isExternC() ? F->getName() : StringRef();
}

const Expr *strip(const Expr *E) {
  return E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
}

/// What a conversion to another pybind11 type converts; null for anything else.
/// 'py::object o = m', 'py::reinterpret_steal<py::object>(p)', 'm.ptr()'.
const Expr *convertedByPybind(const Expr *E) {
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    const auto Written = llvm::count_if(Construct->arguments(), [](auto *Arg) {
      return !isa<CXXDefaultArgExpr>(Arg);
    });
    return Written == 1 && isInPybind11(Construct->getConstructor())
               ? Construct->getArg(0)
               : nullptr;
  }
  // "import torch"_s
  if (const auto *UDL = dyn_cast<UserDefinedLiteral>(E))
    return UDL->getDirectCallee() && isInPybind11(UDL->getDirectCallee()) &&
                   UDL->getNumArgs() > 0
               ? UDL->getArg(0)
               : nullptr;
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call || !Call->getDirectCallee())
    return nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const auto *Method = Member->getMethodDecl();
    if (!Method || !isInPybind11(Method))
      return nullptr;
    const bool Keeps = isa<CXXConversionDecl>(Method) ||
                       llvm::is_contained({"ptr", "release", "inc_ref", "cast"},
                                          pybindCallee(Call));
    return Keeps ? Member->getImplicitObjectArgument() : nullptr;
  }
  const bool Keeps =
      Call->isCallToStdMove() ||
      llvm::is_contained({"reinterpret_steal", "reinterpret_borrow"},
                         pybindCallee(Call));
  return Keeps && Call->getNumArgs() > 0 ? Call->getArg(0) : nullptr;
}

const Expr *valueOfReferredVariable(const Expr *E, ASTContext &Ctx) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var ? valueOfVariable(Var, Ctx) : nullptr;
}

/// The C++ string that a Python string is made from: py::str("x"), "x"_s,
/// PyUnicode_FromString("x"); \p E itself if it is no Python string.
const Expr *sourceOfText(const Expr *E, ASTContext &Ctx) {
  for (unsigned Depth = 0; E && Depth < MaxDepth; ++Depth) {
    const Expr *Stripped = strip(E);
    const Expr *Inner = convertedByPybind(Stripped);
    if (const auto *Call = dyn_cast<CallExpr>(Stripped);
        Call && Call->getNumArgs() == 1 &&
        llvm::is_contained({"PyUnicode_FromString",
                            "PyUnicode_InternFromString",
                            "PyUnicode_DecodeFSDefault"},
                           cCallee(Call)))
      Inner = Call->getArg(0);
    // 'PyObject *name = PyUnicode_FromString("x")', 'py::str name("x")'
    if (!Inner && !Stripped->getType()->isArrayType())
      Inner = valueOfReferredVariable(Stripped, Ctx);
    if (!Inner)
      return E;
    E = Inner;
  }
  return nullptr;
}

std::optional<std::string> textOf(const Expr *E, ASTContext &Ctx) {
  const Expr *Source = sourceOfText(E, Ctx);
  return Source ? evaluateString(Source, Ctx) : std::nullopt;
}

/// The one literal that \p E is, through variables and 'c_str()'.
const StringLiteral *literalBehind(const Expr *E, ASTContext &Ctx) {
  for (unsigned Depth = 0; E && Depth < MaxDepth; ++Depth) {
    if (const StringLiteral *Literal = stringLiteralIn(E))
      return Literal;
    E = strip(E);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      E = Member->getImplicitObjectArgument();
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      E = Construct->getNumArgs() > 0 ? Construct->getArg(0) : nullptr;
    else
      E = valueOfReferredVariable(E, Ctx);
  }
  return nullptr;
}

struct AttributeExprs {
  const Expr *Object = nullptr;
  const Expr *Name = nullptr;
};

AttributeExprs attributeExprs(const CallExpr *Call) {
  // m.attr("x")
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    if (pybindCallee(Call) == "attr" && Call->getNumArgs() == 1)
      return {Member->getImplicitObjectArgument(), Call->getArg(0)};
    return {};
  }
  if (Call->getNumArgs() < 2)
    return {};
  const bool IsAttribute =
      pybindCallee(Call) == "getattr" ||
      llvm::is_contained(
          {"PyObject_GetAttrString", "PyObject_GetAttr", "PyObject_CallMethod",
           // What PyObject_CallMethod is under PY_SSIZE_T_CLEAN before 3.13.
           "_PyObject_CallMethod_SizeT", "PyObject_CallMethodObjArgs",
           "PyObject_CallMethodNoArgs", "PyObject_CallMethodOneArg"},
          cCallee(Call));
  return IsAttribute ? AttributeExprs{Call->getArg(0), Call->getArg(1)}
                     : AttributeExprs{};
}

/// The argument that names the module, if \p Call imports one.
const Expr *importedModule(const CallExpr *Call) {
  if (Call->getNumArgs() == 0)
    return nullptr;
  const bool IsImport =
      pybindCallee(Call) == "import" ||
      llvm::is_contained({"PyImport_ImportModule", "PyImport_Import",
                          "PyImport_ImportModuleNoBlock", "PyImport_AddModule",
                          "PyImport_GetModule"},
                         cCallee(Call));
  return IsImport ? Call->getArg(0) : nullptr;
}

/// The dotted path of the Python object that \p E is.
std::optional<std::string> pythonPathOf(const Expr *E, ASTContext &Ctx,
                                        unsigned Depth) {
  if (!E || E->isValueDependent() || E->isTypeDependent() || Depth == MaxDepth)
    return std::nullopt;
  E = strip(E);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (const Expr *Module = importedModule(Call))
      return textOf(Module, Ctx);
    if (const auto [Object, Name] = attributeExprs(Call); Object) {
      auto Base = pythonPathOf(Object, Ctx, Depth + 1);
      auto Attribute = Base ? textOf(Name, Ctx) : std::nullopt;
      return Attribute ? std::optional(*Base + "." + *Attribute) : std::nullopt;
    }
  }
  if (const Expr *Converted = convertedByPybind(E))
    return pythonPathOf(Converted, Ctx, Depth + 1);
  return pythonPathOf(valueOfReferredVariable(E, Ctx), Ctx, Depth + 1);
}

} // namespace

std::optional<PythonAttribute> pythonAttributeOf(const CallExpr *Call,
                                                 ASTContext &Ctx) {
  const auto [Object, Name] = attributeExprs(Call);
  if (!Object)
    return std::nullopt;
  auto Path = pythonPathOf(Call, Ctx, 0);
  if (!Path)
    return std::nullopt;
  return PythonAttribute{std::move(*Path), Name, Call};
}

std::optional<PythonSource> pythonSourceOf(const CallExpr *Call,
                                           ASTContext &Ctx) {
  const bool RunsPython =
      llvm::is_contained({"exec", "eval"}, pybindCallee(Call)) ||
      llvm::is_contained({"PyRun_SimpleString", "PyRun_SimpleStringFlags",
                          "PyRun_String", "PyRun_StringFlags",
                          "Py_CompileString", "Py_CompileStringFlags",
                          "Py_CompileStringExFlags", "Py_CompileStringObject"},
                         cCallee(Call));
  if (!RunsPython || Call->getNumArgs() == 0 ||
      Call->getArg(0)->isTypeDependent() || Call->getArg(0)->isValueDependent())
    return std::nullopt;
  PythonSource Source;
  Source.Argument = Call->getArg(0);
  const Expr *Text = sourceOfText(Source.Argument, Ctx);
  auto Value = Text ? evaluateString(Text, Ctx) : std::nullopt;
  if (!Value)
    return std::nullopt;
  Source.Text = std::move(*Value);
  const StringLiteral *Literal = literalBehind(Text, Ctx);
  if (Literal && Literal->getCharByteWidth() == 1 &&
      Literal->getString() == Source.Text)
    Source.Literal = Literal;
  return Source;
}

SourceLocation PythonSource::locationOf(size_t Offset,
                                        const ASTContext &Ctx) const {
  if (!Literal)
    return Argument->getBeginLoc();
  const SourceManager &SM = Ctx.getSourceManager();
  unsigned Token = 0, TokenOffset = 0;
  const SourceLocation Loc = Literal->getLocationOfByte(
      Offset, SM, Ctx.getLangOpts(), Ctx.getTargetInfo(), &Token, &TokenOffset);
  // Of a CRLF in a raw string only the LF is in the text, which Clang forgets.
  const SourceLocation Start = Literal->getStrTokenLoc(Token);
  const char *Begin = SM.getCharacterData(Start);
  if (Start.isMacroID() || !StringRef(Begin, 2).starts_with("R\""))
    return Loc;
  const char *Pos = Begin;
  while (*Pos++ != '(')
    ;
  for (size_t Left = Offset - TokenOffset; Left > 0; --Left)
    Pos += StringRef(Pos, 2) == "\r\n" ? 2 : 1;
  return Start.getLocWithOffset(Pos - Begin);
}

StatementMatcher embeddedPythonCandidate() {
  // m.attr("x"), py::getattr(m, "x"), PyObject_GetAttrString(m, "x")
  const auto Attribute = functionDecl(
      hasAnyName("attr", "getattr", "PyObject_GetAttrString",
                 "PyObject_GetAttr", "PyObject_CallMethod",
                 "_PyObject_CallMethod_SizeT", "PyObject_CallMethodObjArgs",
                 "PyObject_CallMethodNoArgs", "PyObject_CallMethodOneArg"));
  // py::exec("..."), PyRun_SimpleString("..."), Py_CompileString("...", ...)
  const auto Source = functionDecl(
      hasAnyName("exec", "eval", "PyRun_SimpleString",
                 "PyRun_SimpleStringFlags", "PyRun_String", "PyRun_StringFlags",
                 "Py_CompileString", "Py_CompileStringFlags",
                 "Py_CompileStringExFlags", "Py_CompileStringObject"));
  return callExpr(callee(functionDecl(anyOf(Attribute, Source))));
}

} // namespace aoti_tidy
