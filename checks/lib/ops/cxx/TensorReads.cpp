// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/TensorReads.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/ops/cxx/SizedCall.h"
#include "clang/Lex/Lexer.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {
namespace {

/// A receiver or an argument list that is longer is not quoted in a message.
constexpr size_t MaxQuoted = 32;
/// Tensors are copies of copies; 'Tensor x = x;' would not end.
constexpr unsigned MaxDepth = 8;

enum class Effect {
  Specialises,
  SpecialisesInner,
  Throws,
  NullOrThrows,
  Unchecked,
};

struct Row {
  llvm::StringLiteral Name;
  llvm::StringLiteral Symbolic;
  Effect What;
};

constexpr Row SizeMembers[] = {
#define AOTI_SYMINT_MEMBER(NAME, SYMBOLIC, EFFECT)                             \
  {NAME, SYMBOLIC, Effect::EFFECT},
#include "checks/lib/torch/SymIntMembers.def"
};
constexpr Row Unwraps[] = {
#define AOTI_UNWRAP(NAME, EFFECT) {NAME, "", Effect::EFFECT},
#include "checks/lib/torch/SymIntMembers.def"
};
constexpr Row DataMembers[] = {
#define AOTI_DATA_MEMBER(NAME, EFFECT) {NAME, "", Effect::EFFECT},
#include "checks/lib/torch/SymIntMembers.def"
};

const Row *rowOf(ArrayRef<Row> Rows, StringRef Name) {
  const auto *It =
      llvm::find_if(Rows, [&](const Row &R) { return R.Name == Name; });
  return It == Rows.end() ? nullptr : It;
}

StringRef nameOf(const NamedDecl *D) {
  return D && D->getIdentifier() ? D->getName() : StringRef();
}

bool isRecord(const CXXRecordDecl *R, StringRef Namespace, StringRef Name) {
  return nameOf(R) == Name && isInNamespace(R, Namespace);
}

bool isTensorRecord(const CXXRecordDecl *R) {
  return isRecord(R, "at", "TensorBase") || isRecord(R, "at", "Tensor");
}

/// The characters of \p Range as they are written, or nothing if
/// that is not one piece of one line.
StringRef spelling(CharSourceRange Range, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  Range.setBegin(SM.getSpellingLoc(Range.getBegin()));
  Range.setEnd(SM.getSpellingLoc(Range.getEnd()));
  if (Range.isInvalid() || SM.isWrittenInScratchSpace(Range.getBegin()))
    return {};
  bool Invalid = false;
  const StringRef Text =
      Lexer::getSourceText(Range, SM, Ctx.getLangOpts(), &Invalid);
  return Invalid || Text.size() > MaxQuoted || Text.contains('\n') ? StringRef()
                                                                   : Text;
}

StringRef spelling(const Expr &E, const ASTContext &Ctx) {
  return spelling(CharSourceRange::getTokenRange(E.getSourceRange()), Ctx);
}

/// A call, taken apart for a message.
struct Quote {
  std::string Call;     ///< "x.size(0)"
  std::string Receiver; ///< "x"; empty if it is too long to be quoted
  std::string Cure;     ///< "x.sym_size(0)"
};

Quote quoteMember(const CXXMemberCallExpr &Call, const MemberExpr &Member,
                  StringRef Symbolic, const ASTContext &Ctx) {
  const StringRef Name = nameOf(Member.getMemberDecl());
  StringRef Rest = spelling(
      CharSourceRange::getTokenRange(Member.getMemberLoc(), Call.getEndLoc()),
      Ctx);
  // The place that guard_int(__FILE__, __LINE__) wants says nothing.
  if (!Rest.consume_front(Name) || Rest.contains("__FILE__"))
    Rest = "()";
  Quote Short{fmt::format("{}{}", Name, Rest), "",
              fmt::format("{}{}", Symbolic, Rest)};
  if (Member.isImplicitAccess())
    return Short;
  // Not to the end of the object: 'owned->' is a call that ends with the arrow.
  StringRef Receiver = spelling(CharSourceRange::getCharRange(
                                    Call.getBeginLoc(), Member.getMemberLoc()),
                                Ctx)
                           .rtrim();
  const StringRef Dot = Member.isArrow() ? "->" : ".";
  if (!Receiver.consume_back(Dot))
    return Short;
  Receiver = Receiver.rtrim();
  return {fmt::format("{}{}{}", Receiver, Dot, Short.Call), Receiver.str(),
          fmt::format("{}{}{}", Receiver, Dot, Short.Cure)};
}

/// at::size(x, 0), whose symbolic form is the method: there is no at::sym_size.
Quote quoteFunction(const CallExpr &Call, StringRef Symbolic,
                    const ASTContext &Ctx) {
  const StringRef Name = nameOf(Call.getDirectCallee());
  const StringRef Whole = spelling(Call, Ctx);
  Quote Q{Whole.empty() ? fmt::format("{}()", Name) : Whole.str(), "",
          fmt::format("{}()", Symbolic)};
  if (Call.getNumArgs() == 0 || Call.getArg(0)->isDefaultArgument())
    return Q;
  const StringRef Receiver = spelling(*Call.getArg(0), Ctx);
  Q.Receiver = Receiver.str();
  if (Call.getNumArgs() != 2 || Receiver.empty())
    return Q;
  if (const StringRef Dim = spelling(*Call.getArg(1), Ctx); !Dim.empty())
    Q.Cure = fmt::format("{}.{}({})", Receiver, Symbolic, Dim);
  return Q;
}

Quote quote(const CallExpr &Call, StringRef Symbolic, const ASTContext &Ctx) {
  const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(&Call);
  const auto *Member =
      MemberCall ? dyn_cast<MemberExpr>(MemberCall->getCallee()->IgnoreParens())
                 : nullptr;
  return Member ? quoteMember(*MemberCall, *Member, Symbolic, Ctx)
                : quoteFunction(Call, Symbolic, Ctx);
}

std::string quotedOr(StringRef Text, StringRef Otherwise) {
  return Text.empty() ? Otherwise.str() : fmt::format("'{}'", Text);
}

TensorRead sizeRead(const CallExpr &Call, const Row &R, ReadContext Context,
                    const ASTContext &Ctx) {
  Quote Q = quote(Call, R.Symbolic, Ctx);
  // x.sizes().size() needs no sizes.
  if (Context == ReadContext::Counted) {
    Q.Cure.erase(StringRef(Q.Cure).rfind(R.Symbolic));
    Q.Cure += "dim()";
  }
  const std::string Tensor = quotedOr(Q.Receiver, "the tensor");
  if (R.What == Effect::Throws)
    return {Defect::Kind::Read,
            fmt::format("'{}' throws in a meta kernel when a dimension of {} "
                        "is dynamic; use '{}'",
                        Q.Call, Tensor, Q.Cure)};
  return {Defect::Kind::Read,
          fmt::format("'{}' freezes every dynamic dimension of {} in a meta "
                      "kernel{}; use '{}'",
                      Q.Call, Tensor,
                      R.What == Effect::SpecialisesInner
                          ? " when one but the first is dynamic"
                          : "",
                      Q.Cure)};
}

TensorRead unwrap(const CallExpr &Call, const Row &R, const ASTContext &Ctx) {
  Quote Q = quote(Call, "", Ctx);
  const bool IsArray = !isa<CXXMemberCallExpr>(Call);
  // The user wrote C10_AS_INTARRAYREF_SLOW(s).
  if (Call.getBeginLoc().isMacroID() && IsArray)
    if (const StringRef Macro = Lexer::getImmediateMacroName(
            Call.getBeginLoc(), Ctx.getSourceManager(), Ctx.getLangOpts());
        Macro.starts_with("C10_"))
      Q.Call = Q.Receiver.empty() ? Macro.str()
                                  : fmt::format("{}({})", Macro, Q.Receiver);
  const std::string Value =
      quotedOr(Q.Receiver, IsArray ? "the array" : "the value");
  const StringRef Cure = IsArray ? "pass the c10::SymIntArrayRef on as it is"
                                 : "compute with the c10::SymInt itself";
  StringRef What = "throws in a meta kernel when {} is symbolic";
  if (R.What == Effect::Specialises)
    What = "freezes {} in a meta kernel";
  else if (R.What == Effect::Unchecked)
    What = "takes a pointer for a size in a meta kernel when {} is symbolic";
  return {Defect::Kind::Unwrap,
          fmt::format("'{}' {}; {}", Q.Call,
                      fmt::format(fmt::runtime(What.str()), Value), Cure)};
}

TensorRead dataRead(const CallExpr &Call, const Row &R, const ASTContext &Ctx) {
  const bool Throws = R.What == Effect::Throws;
  return {Defect::Kind::Data,
          fmt::format("'{}' {} in a meta kernel, whose tensors have no data; "
                      "compute the result's sizes from sizes alone{}",
                      quote(Call, "", Ctx).Call,
                      Throws ? "throws" : "throws or is null",
                      Throws ? ", or write the fake kernel in Python" : "")};
}

/// A list of sizes that are all written down: {1024, kBlock}.
bool isConstant(const Expr *E, ASTContext &Ctx) {
  E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  ArrayRef<Expr *> Parts;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    Parts = List->inits();
  else if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return isConstant(List->getSubExpr(), Ctx);
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    Parts = llvm::ArrayRef(const_cast<Expr **>(Construct->getArgs()),
                           Construct->getNumArgs());
  else
    return evaluateInt(E, Ctx).has_value();
  return llvm::all_of(Parts, [&](const Expr *P) {
    return isa<CXXDefaultArgExpr>(P) || isConstant(P, Ctx);
  });
}

/// A tensor with sizes that the source says: auto ws = at::empty({1024}).
bool isOfConstantSize(const Expr *E, ASTContext &Ctx, unsigned Depth = 0) {
  E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
      Copy && Copy->getNumArgs() == 1)
    return isOfConstantSize(Copy->getArg(0), Ctx, Depth);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    // In this order: whether a variable is never changed takes long to see.
    return Var && Depth < MaxDepth && !isa<ParmVarDecl>(Var) &&
           Var->getInit() && isOfConstantSize(Var->getInit(), Ctx, Depth + 1) &&
           valueOfVariable(Var, Ctx);
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto Sized = Call ? sizedCall(*Call) : std::nullopt;
  if (!Sized)
    return false;
  // A view's sizes are those of what it views: only what makes a tensor.
  const FunctionDecl *Callee = Call->getDirectCallee();
  const bool IsView =
      isa<CXXMethodDecl>(Callee)
          ? !Callee->getName().starts_with("new_")
          : llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
              return isTensor(P->getType());
            });
  return !IsView && llvm::all_of(Sized->Sizes, [&](const Expr *Size) {
    return isConstant(Size, Ctx);
  });
}

/// What a member is called on, or a function's first argument.
const Expr *receiverOf(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  return Call.getNumArgs() > 0 ? Call.getArg(0) : nullptr;
}

/// The tensor whose concrete sizes o.resize_as_(x) or at::resize_as_(o, x)
/// takes, or null. (at::resize_as(o, x) stays symbolic: measured.)
const Expr *resizeModel(const CallExpr &Call, const FunctionDecl &Callee) {
  if (nameOf(&Callee) != "resize_as_")
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  const bool IsTorchs = Method ? isTensorRecord(Method->getParent())
                               : isInNamespace(&Callee, "at");
  const unsigned Model = Method ? 0 : 1;
  return IsTorchs && Call.getNumArgs() > Model ? Call.getArg(Model) : nullptr;
}

TensorRead resize(const CallExpr &Call, const Expr &Model,
                  const ASTContext &Ctx) {
  return {Defect::Kind::Resize,
          fmt::format("'{}' freezes every dynamic dimension of {} in a meta "
                      "kernel; make the tensor with 'at::empty_like'",
                      quote(Call, "", Ctx).Call,
                      quotedOr(spelling(Model, Ctx), "its argument"))};
}

/// at::TensorIteratorConfig().build(), at::TensorIterator::unary_op(o, x),
/// iter.build_unary_op(o, x): asks for the sizes of the operands, and for dense
/// strides.
bool buildsTensorIterator(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!Method)
    return false;
  const StringRef Name = nameOf(Method);
  if (isRecord(Method->getParent(), "at", "TensorIteratorConfig"))
    return Name == "build";
  if (!isRecord(Method->getParent(), "at", "TensorIterator") &&
      !isRecord(Method->getParent(), "at", "TensorIteratorBase"))
    return false;
  return Name.starts_with("build") ||
         (Method->isStatic() &&
          isClass(Method->getReturnType(), "at", "TensorIterator"));
}

/// The row of what \p Callee is, by the class or namespace it is in.
struct Found {
  const Row *Size = nullptr, *Unwrap = nullptr, *Data = nullptr;
};

Found findRow(const FunctionDecl &Callee) {
  const StringRef Name = nameOf(&Callee);
  if (Name.empty())
    return {};
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee)) {
    const CXXRecordDecl *Class = Method->getParent();
    if (isTensorRecord(Class))
      return {.Size = rowOf(SizeMembers, Name),
              .Data = rowOf(DataMembers, Name)};
    if (isRecord(Class, "c10", "TensorImpl"))
      return {.Size = rowOf(SizeMembers, Name)};
    if (isRecord(Class, "c10", "SymInt"))
      return {.Unwrap = rowOf(Unwraps, Name)};
    if ((isRecord(Class, "c10", "Storage") ||
         isRecord(Class, "c10", "StorageImpl")) &&
        Name == "nbytes")
      return {.Size = rowOf(SizeMembers, Name)};
    return {};
  }
  if (isInNamespace(&Callee, "c10"))
    return {.Unwrap = rowOf(Unwraps, Name)};
  if (!isInNamespace(&Callee, "at") || Callee.getNumParams() == 0 ||
      !isTensor(Callee.getParamDecl(0)->getType()))
    return {};
  return {.Size = Name == "size" || Name == "stride" ? rowOf(SizeMembers, Name)
                                                     : nullptr,
          .Data = rowOf(DataMembers, Name)};
}

} // namespace

std::optional<TensorRead> tensorRead(const CallExpr &Call, ReadContext Context,
                                     ASTContext &Ctx) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
  if (buildsTensorIterator(*Callee))
    return TensorRead{
        Defect::Kind::Data,
        "building a TensorIterator throws in a meta kernel when a "
        "dimension is dynamic; compute the result's sizes from "
        "'sym_sizes()'"};
  if (const Expr *Model = resizeModel(Call, *Callee)) {
    if (isOfConstantSize(Model, Ctx))
      return std::nullopt;
    return resize(Call, *Model, Ctx);
  }
  const Found F = findRow(*Callee);
  if (F.Unwrap)
    return unwrap(Call, *F.Unwrap, Ctx);
  if (!F.Size && !F.Data)
    return std::nullopt;
  if (const Expr *Receiver = receiverOf(Call);
      Receiver && isOfConstantSize(Receiver, Ctx))
    return std::nullopt;
  if (F.Data)
    return dataRead(Call, *F.Data, Ctx);
  // The layout that a kernel can handle: that it is contiguous in its last
  // dimension is a constant in practice.
  if (F.Size->What == Effect::SpecialisesInner) {
    const Expr *Dim =
        Call.getNumArgs() > 0 ? Call.getArg(Call.getNumArgs() - 1) : nullptr;
    if (Context == ReadContext::Compared ||
        (Dim && evaluateInt(Dim, Ctx) == -1))
      return std::nullopt;
  }
  return sizeRead(Call, *F.Size, Context, Ctx);
}

SourceLocation reportableLoc(const Expr &E, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Loc = SM.getFileLoc(E.getExprLoc());
  // Pasted with ##: no file has it.
  return SM.isWrittenInScratchSpace(Loc) ? SM.getExpansionLoc(E.getExprLoc())
                                         : Loc;
}

std::string calleeText(const CallExpr &Call, const ASTContext &Ctx) {
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return nameOf(Member->getMemberDecl()).str();
  const StringRef Text = spelling(*Callee, Ctx);
  return Text.empty() ? nameOf(Call.getDirectCallee()).str() : Text.str();
}

} // namespace aoti_tidy
