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
constexpr unsigned MaxNestedReads = 8;

struct Row {
  llvm::StringLiteral Name;
  llvm::StringLiteral Symbolic;
  SymIntEffect Effect;
};

constexpr Row SizeMembers[] = {
#define AOTI_SYMINT_MEMBER(NAME, SYMBOLIC, EFFECT)                             \
  {NAME, SYMBOLIC, SymIntEffect::EFFECT},
#include "checks/lib/torch/SymIntMembers.def"
};
constexpr Row Unwraps[] = {
#define AOTI_UNWRAP(NAME, EFFECT) {NAME, "", SymIntEffect::EFFECT},
#include "checks/lib/torch/SymIntMembers.def"
};
constexpr Row DataMembers[] = {
#define AOTI_DATA_MEMBER(NAME, EFFECT) {NAME, "", SymIntEffect::EFFECT},
#include "checks/lib/torch/SymIntMembers.def"
};

const Row *rowOf(ArrayRef<Row> Rows, StringRef Name) {
  const auto *It =
      llvm::find_if(Rows, [&](const Row &R) { return R.Name == Name; });
  return It == Rows.end() ? nullptr : It;
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

DefectFacts quoteMember(const CXXMemberCallExpr &Call, const MemberExpr &Member,
                        StringRef Symbolic, const ASTContext &Ctx) {
  const StringRef Name = nameOf(Member.getMemberDecl());
  StringRef Rest = spelling(
      CharSourceRange::getTokenRange(Member.getMemberLoc(), Call.getEndLoc()),
      Ctx);
  // The place that guard_int(__FILE__, __LINE__) wants says nothing.
  if (!Rest.consume_front(Name) || Rest.contains("__FILE__"))
    Rest = "()";
  DefectFacts Short{fmt::format("{}{}", Name, Rest), "",
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
DefectFacts quoteFunction(const CallExpr &Call, StringRef Symbolic,
                          const ASTContext &Ctx) {
  const StringRef Name = nameOf(Call.getDirectCallee());
  const StringRef Whole = spelling(Call, Ctx);
  DefectFacts Q{Whole.empty() ? fmt::format("{}()", Name) : Whole.str(), "",
                fmt::format("{}()", Symbolic)};
  if (Call.getNumArgs() == 0 || Call.getArg(0)->isDefaultArgument())
    return Q;
  const StringRef Receiver = spelling(*Call.getArg(0), Ctx);
  Q.Of = Receiver.str();
  if (Call.getNumArgs() != 2 || Receiver.empty())
    return Q;
  if (const StringRef Dim = spelling(*Call.getArg(1), Ctx); !Dim.empty())
    Q.Cure = fmt::format("{}.{}({})", Receiver, Symbolic, Dim);
  return Q;
}

/// The words of a call: what it is called on, and the form \p Symbolic of it.
DefectFacts quote(const CallExpr &Call, StringRef Symbolic,
                  const ASTContext &Ctx) {
  const auto *MemberCall = dyn_cast<CXXMemberCallExpr>(&Call);
  const auto *Member =
      MemberCall ? dyn_cast<MemberExpr>(MemberCall->getCallee()->IgnoreParens())
                 : nullptr;
  return Member ? quoteMember(*MemberCall, *Member, Symbolic, Ctx)
                : quoteFunction(Call, Symbolic, Ctx);
}

DefectFacts sizeRead(const CallExpr &Call, const Row &R, ReadContext Context,
                     const ASTContext &Ctx) {
  DefectFacts D = quote(Call, R.Symbolic, Ctx);
  // x.sizes().size() needs no sizes.
  if (Context == ReadContext::Counted) {
    D.Cure.erase(StringRef(D.Cure).rfind(R.Symbolic));
    D.Cure += "dim()";
  }
  D.K = DefectFacts::Kind::Read;
  D.Effect = R.Effect;
  return D;
}

DefectFacts unwrap(const CallExpr &Call, const Row &R, const ASTContext &Ctx) {
  DefectFacts D = quote(Call, "", Ctx);
  D.IsList = !isa<CXXMemberCallExpr>(Call);
  // The user wrote C10_AS_INTARRAYREF_SLOW(s).
  if (Call.getBeginLoc().isMacroID() && D.IsList)
    if (const StringRef Macro = Lexer::getImmediateMacroName(
            Call.getBeginLoc(), Ctx.getSourceManager(), Ctx.getLangOpts());
        Macro.starts_with("C10_"))
      D.Call = D.Of.empty() ? Macro.str() : fmt::format("{}({})", Macro, D.Of);
  D.Cure.clear();
  D.K = DefectFacts::Kind::Unwrap;
  D.Effect = R.Effect;
  return D;
}

DefectFacts dataRead(const CallExpr &Call, const Row &R,
                     const ASTContext &Ctx) {
  return {.Call = quote(Call, "", Ctx).Call,
          .K = DefectFacts::Kind::Data,
          .Effect = R.Effect};
}

/// A list of sizes that are all written down: {1024, kBlock}.
bool isConstant(const Expr *E, ASTContext &Ctx) {
  E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  if (!isa<InitListExpr, CXXStdInitializerListExpr, CXXConstructExpr>(E))
    return evaluateInt(E, Ctx).has_value();
  return llvm::all_of(E->children(), [&](const Stmt *P) {
    return isa<CXXDefaultArgExpr>(P) || isConstant(cast<Expr>(P), Ctx);
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
    return Var && Depth < MaxNestedReads && !isa<ParmVarDecl>(Var) &&
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

/// The object of a member call, or a function's first argument.
const Expr *receiverOf(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  return Call.getNumArgs() > 0 ? Call.getArg(0) : nullptr;
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

std::optional<DefectFacts> tensorRead(const CallExpr &Call, ReadContext Context,
                                      ASTContext &Ctx) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
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
  if (F.Size->Effect == SymIntEffect::SpecialisesInner) {
    const Expr *Dim =
        Call.getNumArgs() > 0 ? Call.getArg(Call.getNumArgs() - 1) : nullptr;
    if (Context == ReadContext::Compared ||
        (Dim && evaluateInt(Dim, Ctx) == -1))
      return std::nullopt;
  }
  return sizeRead(Call, *F.Size, Context, Ctx);
}

/// Whether the text of \p Loc, in a macro, is in a file of the user's.
static bool isUsersText(SourceLocation Loc, const SourceManager &SM) {
  return SM.getFileEntryForID(SM.getFileID(Loc)) && !SM.isInSystemHeader(Loc) &&
         !SM.isWrittenInScratchSpace(Loc);
}

SourceLocation reportableLoc(SourceLocation Loc, const FunctionDecl &In,
                             const SourceManager &SM) {
  SourceLocation InFile = SM.getFileLoc(Loc);
  // Pasted with ##: no file has it.
  if (SM.isWrittenInScratchSpace(InFile))
    InFile = SM.getExpansionLoc(Loc);
  // A function that a macro makes is edited there, however often it is used:
  // #define META(NAME) Tensor NAME(const Tensor &x) { return ...; }
  const SourceLocation Brace =
      In.hasBody() ? In.getBody()->getBeginLoc() : SourceLocation();
  if (!Brace.isMacroID() || !SM.isMacroBodyExpansion(Brace) ||
      SM.getExpansionLoc(Brace) != SM.getExpansionLoc(Loc))
    return InFile;
  while (Loc.isMacroID()) {
    if (SM.isMacroArgExpansion(Loc)) {
      Loc = SM.getImmediateSpellingLoc(Loc);
      continue;
    }
    const SourceLocation Use = SM.getImmediateExpansionRange(Loc).getBegin();
    const SourceLocation Text = SM.getSpellingLoc(Loc);
    if (Use.isFileID())
      return isUsersText(Text, SM) ? Text : InFile;
    Loc = Use;
  }
  return InFile;
}

} // namespace aoti_tidy
