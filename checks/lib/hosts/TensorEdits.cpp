// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorEdits.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/hosts/AotiApi.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {
namespace {

/// A place in a call that names a device or an element type.
struct Token {
  SourceRange Range;
  std::string Replacement;
};

/// The constant that \p Ref names if it is one of that enumeration of c10:
/// "CUDA" of torch::kCUDA and c10::DeviceType::CUDA.
std::optional<StringRef> constantOf(const DeclRefExpr *Ref, StringRef Enum) {
  const QualType T = Ref->getType().getNonReferenceType().getUnqualifiedType();
  const auto *Declared = T->getAsEnumDecl();
  if (!Declared || Declared->getName() != Enum ||
      !Ref->getDecl()->getIdentifier())
    return std::nullopt;
  const bool IsConstant = isa<EnumConstantDecl>(Ref->getDecl()) ||
                          Ref->getDecl()->getName().starts_with("k");
  return IsConstant ? std::optional(Ref->getDecl()->getName()) : std::nullopt;
}

std::string upperDevice(StringRef DeviceType) { return DeviceType.upper(); }

/// Collects what names a device in \p S.
void deviceTokens(const Stmt *S, StringRef Wanted, ASTContext &Ctx,
                  std::vector<Token> &Into) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (const auto Name = constantOf(Ref, "DeviceType"))
      Into.push_back(
          {Ref->getNameInfo().getSourceRange(),
           (Name->starts_with("k") ? "k" : "") + upperDevice(Wanted)});
    return;
  }
  if (const auto *Literal = dyn_cast<StringLiteral>(S)) {
    const auto Device = Literal->getCharByteWidth() == 1
                            ? DeviceName::parse(Literal->getString())
                            : std::nullopt;
    if (Device && isModelDevice(Device->Type))
      Into.push_back(
          {Literal->getSourceRange(), fmt::format("\"{}\"", Wanted.str())});
    return;
  }
  for (const Stmt *Child : S->children())
    deviceTokens(Child, Wanted, Ctx, Into);
}

void typeTokens(const Stmt *S, DType Wanted, std::vector<Token> &Into) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (const auto Name = constantOf(Ref, "ScalarType")) {
      const std::string New = cppName(Wanted);
      std::string Text = New.substr(New.rfind(':') + 1); // "kLong"
      if (!Name->starts_with("k"))
        Text.erase(0, 1);
      Into.push_back({Ref->getNameInfo().getSourceRange(), Text});
    }
    return;
  }
  for (const Stmt *Child : S->children())
    typeTokens(Child, Wanted, Into);
}

std::optional<FixItHint> replaceOnly(const std::vector<Token> &Tokens) {
  if (Tokens.size() != 1 || Tokens.front().Range.getBegin().isMacroID() ||
      Tokens.front().Range.getEnd().isMacroID())
    return std::nullopt;
  return FixItHint::CreateReplacement(
      CharSourceRange::getTokenRange(Tokens.front().Range),
      Tokens.front().Replacement);
}

/// "at" of 'at::zeros(...)', "torch" of 'torch::zeros(...)': how the code
/// spells it, whatever declares it.
std::string namespaceOf(const CallExpr *Call, ASTContext &Ctx) {
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
  if (!Ref || !Ref->hasQualifier())
    return "";
  return Lexer::getSourceText(CharSourceRange::getTokenRange(
                                  Ref->getQualifierLoc().getSourceRange()),
                              Ctx.getSourceManager(), Ctx.getLangOpts())
      .str();
}

/// 'at::zeros({2})' -> 'at::zeros({2}, at::kCUDA)': what the factory's options
/// default to is said. \p Constant: "kCUDA".
std::optional<FixItHint> addOption(const Expr *Made, StringRef Constant,
                                   ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(Made);
  if (!Call || isa<CXXMemberCallExpr>(Call) || Call->getNumArgs() < 2 ||
      Call->getEndLoc().isMacroID())
    return std::nullopt;
  const FunctionDecl *Callee = Call->getDirectCallee();
  // from_blob's memory lies where it lies.
  if (!Callee || !Callee->getIdentifier() || Callee->getName() == "from_blob")
    return std::nullopt;
  const std::string Scope = namespaceOf(Call, Ctx);
  const Expr *Last = Call->getArg(Call->getNumArgs() - 1);
  if (Scope.empty() || !isa<CXXDefaultArgExpr>(Last) ||
      !isClass(Last->getType(), "c10", "TensorOptions") ||
      isa<CXXDefaultArgExpr>(Call->getArg(Call->getNumArgs() - 2)))
    return std::nullopt;
  return FixItHint::CreateInsertion(
      Call->getRParenLoc(), fmt::format(", {}{}", Scope, Constant.str()));
}

/// The method that \p Made calls on a tensor: "cuda".
const MemberExpr *tensorMethod(const Expr *Made) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(Made);
  if (!Call || !isTensor(Call->getObjectType()))
    return nullptr;
  const auto *Callee = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
  return Callee && Callee->getMemberDecl()->getIdentifier() ? Callee : nullptr;
}

/// What a call says itself, without the tensor it is called on.
std::vector<const Expr *> ownArguments(const Expr *Made) {
  std::vector<const Expr *> Args;
  if (const auto *Call = dyn_cast<CallExpr>(Made))
    for (const Expr *Arg : Call->arguments())
      if (!isa<CXXDefaultArgExpr>(Arg) && !isTensor(Arg->getType()))
        Args.push_back(Arg);
  return Args;
}

/// The variables whose memory the host reads or writes: 'x.data_ptr<float>()'.
class HostAccesses {
public:
  explicit HostAccesses(ASTContext &) {}

  bool has(const VarDecl &Var) {
    const auto *Function = dyn_cast_or_null<FunctionDecl>(
        Decl::castFromDeclContext(Var.getDeclContext()));
    if (Function && Function->hasBody() && Walked.insert(Function).second)
      walk(Function->getBody());
    return Accessed.contains(&Var);
  }

private:
  void walk(const Stmt *S) {
    llvm::SmallVector<const Stmt *, 32> Open = {S};
    while (!Open.empty()) {
      S = Open.pop_back_val();
      if (!S)
        continue;
      if (const MemberExpr *Method = tensorMethod(dyn_cast<Expr>(S));
          Method &&
          llvm::is_contained(Names, Method->getMemberDecl()->getName()))
        if (const auto *Ref =
                dyn_cast<DeclRefExpr>(Method->getBase()->IgnoreParenImpCasts()))
          Accessed.insert(Ref->getDecl());
      llvm::append_range(Open, S->children());
    }
  }

  static constexpr llvm::StringLiteral Names[] = {
      "data_ptr", "const_data_ptr",      "mutable_data_ptr",
      "data",     "unsafeGetTensorImpl", "storage",
      "accessor", "untyped_storage"};
  llvm::SmallPtrSet<const FunctionDecl *, 4> Walked;
  llvm::SmallPtrSet<const ValueDecl *, 16> Accessed;
};

/// The variable that is declared as \p Made; null if it is none.
const VarDecl *declaredAs(const Expr &Made, ASTContext &Ctx) {
  for (DynTypedNodeList Parents = Ctx.getParents(Made); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    if (const auto *Var = Parents[0].get<VarDecl>())
      return Var;
    const auto *Outer = Parents[0].get<Expr>();
    if (!Outer || Outer->IgnoreUnlessSpelledInSource() !=
                      Made.IgnoreUnlessSpelledInSource())
      return nullptr;
  }
  return nullptr;
}

} // namespace

std::optional<FixItHint> changeDevice(const Expr *Made, StringRef DeviceType,
                                      ASTContext &Ctx) {
  if (!Made)
    return std::nullopt;
  // The host fills it where it is.
  if (const VarDecl *Var = declaredAs(*Made, Ctx);
      Var && DeviceType != "cpu" && oncePerFile<HostAccesses>(Ctx).has(*Var))
    return std::nullopt;
  if (const MemberExpr *Method = tensorMethod(Made);
      Method &&
      hasTensorMethod(Method->getMemberDecl()->getName(), Language::Cxx)) {
    if (Method->getMemberLoc().isMacroID() ||
        !hasTensorMethod(DeviceType, Language::Cxx))
      return std::nullopt;
    return FixItHint::CreateReplacement(
        CharSourceRange::getTokenRange(Method->getMemberLoc(),
                                       Method->getMemberLoc()),
        DeviceType);
  }
  std::vector<Token> Tokens;
  for (const Expr *Arg : ownArguments(Made))
    deviceTokens(Arg, DeviceType, Ctx, Tokens);
  return Tokens.empty() ? addOption(Made, "k" + upperDevice(DeviceType), Ctx)
                        : replaceOnly(Tokens);
}

std::optional<FixItHint> changeType(const Expr *Made, DType Type,
                                    ASTContext &Ctx) {
  if (!Made)
    return std::nullopt;
  // The elements of a buffer are what they are.
  const auto *Call = dyn_cast<CallExpr>(Made);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() || Callee->getName() == "from_blob")
    return std::nullopt;
  std::vector<Token> Tokens;
  for (const Expr *Arg : ownArguments(Made))
    typeTokens(Arg, Type, Tokens);
  const std::string Name = cppName(Type);
  return Tokens.empty()
             ? addOption(Made, StringRef(Name).rsplit(':').second, Ctx)
             : replaceOnly(Tokens);
}

std::optional<FixItHint> appendContiguous(const Expr *Made, ASTContext &Ctx) {
  if (!Made || !isa<CallExpr>(Made) || isa<CXXOperatorCallExpr>(Made) ||
      Made->getEndLoc().isMacroID())
    return std::nullopt;
  const SourceLocation End = Lexer::getLocForEndOfToken(
      Made->getEndLoc(), 0, Ctx.getSourceManager(), Ctx.getLangOpts());
  if (End.isInvalid())
    return std::nullopt;
  return FixItHint::CreateInsertion(End, ".contiguous()");
}

} // namespace aoti_tidy
