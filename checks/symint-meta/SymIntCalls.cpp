// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls that SymIntFlow understands.
#include "checks/lib/cxx/Names.h"
#include "checks/symint-meta/SymIntFlow.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool allSame(llvm::ArrayRef<Flow> Flows) {
  return llvm::all_of(Flows, [](Flow F) { return F == Flow::Same; });
}

/// Whether the parameter takes anything, printing it into a message of
/// TORCH_CHECK: c10::str(const Args &...) and what forwards to it.
bool isMessagePart(const FunctionDecl *Callee, unsigned Index) {
  const FunctionTemplateDecl *Template = Callee->getPrimaryTemplate();
  if (!Template ||
      !(isInNamespace(Callee, "c10") || isInNamespace(Callee, "c10::detail")))
    return false;
  const FunctionDecl *Pattern = Template->getTemplatedDecl();
  const unsigned Last = Pattern->getNumParams();
  return Last && Index >= Last - 1 &&
         Pattern->getParamDecl(Last - 1)->isParameterPack();
}

/// The name in a call, as it is written.
struct CalleeName {
  SourceLocation Loc;
  bool ByUsingDeclaration = false;
  bool Qualified = false;
};
CalleeName nameIn(const Expr *Callee) {
  Callee = Callee->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return {Member->getMemberLoc(), false, true};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    return {Ref->getLocation(), Ref->getFoundDecl() != Ref->getDecl(),
            Ref->hasQualifier()};
  return {};
}

} // namespace

bool SymIntFlow::convertible(const Expr *E, QualType Parameter) {
  const SizeForm Form = sizeTypeOf(Parameter).Form;
  const Expr *Spelled = E->IgnoreUnlessSpelledInSource();
  if (isa<CXXDefaultArgExpr>(E->IgnoreImplicit()) || Form == SizeForm::Int)
    return true;
  if (isa<InitListExpr, CXXStdInitializerListExpr>(Spelled))
    return true;
  const SizeType Size = sizeTypeOf(Spelled->getType());
  // std::nullopt; a number for a list of one, or for an optional.
  if (Form == SizeForm::Optional)
    return true;
  if (Form == SizeForm::OptionalArray && Size.Form == SizeForm::None)
    return true;
  if (Size.Form == SizeForm::Int || Size.Symbolic)
    return true;
  return makeSymbolic(Spelled);
}

Flow SymIntFlow::call(const FunctionDecl *Callee,
                      llvm::ArrayRef<const Expr *> Args,
                      llvm::ArrayRef<Flow> Flows, const Expr *Name) {
  if (allSame(Flows))
    return Flow::Same;
  if (!Callee)
    return fail();
  bool Taken = true;
  for (const auto [Index, F] : llvm::enumerate(Flows))
    Taken &= F == Flow::Same ||
             ((F == Flow::Int || F == Flow::Array) &&
              isMessagePart(Callee, static_cast<unsigned>(Index)));
  if (Taken)
    return Flow::Same;
  if (const Flow F = smallerOrLarger(Callee, Args, Flows, Name);
      F != Flow::Same || Failed)
    return F;

  const FunctionDecl *SymInt = symIntFormOf(Callee, Ctx);
  if (!SymInt || Args.size() > SymInt->getNumParams())
    return fail();
  for (const auto [Arg, F, Old, New] :
       llvm::zip(Args, Flows, Callee->parameters(), SymInt->parameters())) {
    const bool Changes = !Ctx.hasSameType(Old->getType(), New->getType());
    if (F != Flow::Same ? !Changes || !fits(sizeTypeOf(New->getType()).Form, F)
                        : Changes && !convertible(Arg, New->getType()))
      return fail();
  }
  const CalleeName Written = nameIn(Name);
  // using at::empty; does not bring at::empty_symint.
  if (Written.ByUsingDeclaration && Written.Qualified)
    return fail();
  const std::string NewName = Written.ByUsingDeclaration
                                  ? SymInt->getQualifiedNameAsString()
                                  : SymInt->getName().str();
  if (!Edits->rename(Written.Loc, Callee->getName(), NewName))
    return fail();
  return Flow::Same;
}

Flow SymIntFlow::smallerOrLarger(const FunctionDecl *Callee,
                                 llvm::ArrayRef<const Expr *> Args,
                                 llvm::ArrayRef<Flow> Flows, const Expr *Name) {
  // std::max(a, b), std::max<int64_t>(a, 1)
  if (!Callee->getIdentifier() || !isInNamespace(Callee, "std") ||
      (Callee->getName() != "max" && Callee->getName() != "min") ||
      Args.size() != 2)
    return Flow::Same;
  const auto *Ref = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  if (!Ref || !isIntLike(Args[0], Flows[0]) || !isIntLike(Args[1], Flows[1]))
    return fail();
  if (Ref->getNumTemplateArgs() == 0)
    return Flows[0] == Flows[1] ? Flow::Int : fail();
  const TypeSourceInfo *Written =
      Ref->template_arguments().front().getTypeSourceInfo();
  return Ref->getNumTemplateArgs() == 1 && Written &&
                 Edits->makeSymbolic(Written->getTypeLoc())
             ? Flow::Int
             : fail();
}

Flow SymIntFlow::VisitCallExpr(const CallExpr *E) {
  if (value(E->getCallee()) != Flow::Same)
    return fail();
  const llvm::SmallVector<const Expr *, 4> Args(E->arguments());
  const FunctionDecl *Callee = E->getDirectCallee();
  const bool Outer = InMessage;
  InMessage |=
      Callee && isMessagePart(Callee, Args.empty() ? 0 : Args.size() - 1);
  const llvm::SmallVector<Flow, 4> Flows = values(Args);
  InMessage = Outer;
  return call(Callee, Args, Flows, E->getCallee());
}

Flow SymIntFlow::VisitCXXMemberCallExpr(const CXXMemberCallExpr *E) {
  const Expr *Object = E->getImplicitObjectArgument();
  const auto *Member =
      dyn_cast<MemberExpr>(E->getCallee()->IgnoreParenImpCasts());
  if (!Object || !Member)
    return VisitExpr(E);
  const Flow Base = value(Object);
  const llvm::SmallVector<const Expr *, 4> Args(E->arguments());
  const llvm::SmallVector<Flow, 4> Flows = values(Args);
  if (Base == Flow::Same && allSame(Flows))
    return Flow::Same;
  if (Base != Flow::Same)
    return containerCall(Base, E, Flows);
  // sizes.push_back(x.size(0)): sizes holds symbolic ones from now on. The
  // next pass sees it so.
  const SizeType Size = sizeTypeOf(Object->IgnoreImpCasts()->getType());
  if (Size.Form == SizeForm::Vector || Size.Form == SizeForm::SmallVector) {
    if (Size.Symbolic)
      return containerCall(flowOf(Size.Form), E, Flows);
    return makeSymbolic(Object) ? Flow::Same : fail();
  }
  return call(E->getMethodDecl(), Args, Flows, Member);
}

Flow SymIntFlow::containerCall(Flow Base, const CXXMemberCallExpr *E,
                               llvm::ArrayRef<Flow> Flows) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  if (const auto *Conversion = dyn_cast_or_null<CXXConversionDecl>(Method)) {
    const SizeForm Form = sizeTypeOf(Conversion->getConversionType()).Form;
    if (fits(Form, Base) && Base != Flow::Int)
      return flowOf(Form);
    return Conversion->getConversionType()->isBooleanType() ? Flow::Same
                                                            : fail();
  }
  if (!Method || !Method->getIdentifier())
    return fail();
  const StringRef Name = Method->getName();
  const bool Plain = allSame(Flows);
  if (Base == Flow::Optional || Base == Flow::OptionalArray) {
    if (Name == "has_value" && Plain)
      return Flow::Same;
    const bool OrElse = Base == Flow::Optional && Name == "value_or" &&
                        E->getNumArgs() == 1 &&
                        isIntLike(E->getArg(0), Flows[0]);
    if (!OrElse && !(Name == "value" && Plain))
      return fail();
    return Base == Flow::Optional ? Flow::Int : Flow::Array;
  }
  if (Base != Flow::Array && Base != Flow::Vector && Base != Flow::SmallVector)
    return fail();

  // A symbolic list does not own its elements.
  const bool Owner = Base != Flow::Array;
  enum {
    Unknown,
    Count,
    Shrink,
    Element,
    List,
    Slice,
    Position,
    Append,
    Splice,
    Equals
  };
  const auto Kind = llvm::StringSwitch<int>(Name)
                        .Cases({"size", "empty", "capacity"}, Count)
                        .Cases({"clear", "pop_back", "reserve"}, Shrink)
                        .Cases({"front", "back", "at"}, Element)
                        .Case("vec", List)
                        .Case("slice", Slice)
                        .Cases({"begin", "end", "cbegin", "cend"}, Position)
                        .Cases({"rbegin", "rend"}, Position)
                        .Cases({"push_back", "emplace_back"}, Append)
                        .Cases({"insert", "append", "assign", "resize"}, Splice)
                        .Case("equals", Equals)
                        .Default(Unknown);
  switch (Kind) {
  case Count:
    return Plain ? Flow::Same : fail();
  case Shrink:
    return Owner && Plain ? Flow::Same : fail();
  case Element:
    return Plain ? Flow::Int : fail();
  case List:
    return Flow::Vector;
  case Slice:
    return Plain ? Flow::Array : fail();
  case Position:
    return Flow::Iterator;
  case Append:
    return Owner && E->getNumArgs() == 1 && isIntLike(E->getArg(0), Flows[0])
               ? Flow::Same
               : fail();
  case Splice: {
    // insert(position, n), append(begin, end), resize(2, n): a position, then
    // iterators or one number.
    const bool HasPosition = Name == "insert" || Name == "resize";
    if (HasPosition &&
        (Flows.empty() ||
         Flows[0] != (Name == "insert" ? Flow::Iterator : Flow::Same)))
      return fail();
    const auto Rest = Flows.drop_front(HasPosition);
    const bool Range = Rest.size() == 2 && Rest[0] == Flow::Iterator &&
                       Rest[1] == Flow::Iterator;
    const bool One =
        Rest.size() == 1 &&
        (Rest[0] == Flow::Int || isIntLike(E->getArg(HasPosition), Rest[0]));
    const bool Nothing = Rest.empty() && Name == "resize";
    // What insert returns is an iterator.
    return !Owner || (!Range && !One && !Nothing) ? fail()
           : Name == "insert"                     ? Flow::Iterator
                                                  : Flow::Same;
  }
  case Equals:
    return Base == Flow::Array && Flows.size() == 1 && Flows[0] == Flow::Array
               ? Flow::Same
               : fail();
  default:
    return fail();
  }
}

Flow SymIntFlow::VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E) {
  const llvm::SmallVector<const Expr *, 2> Args(E->arguments());
  if (E->getOperator() == OO_Equal && Args.size() == 2)
    return assign(Args[0], Args[1], /*Compound=*/false);
  const llvm::SmallVector<Flow, 4> Flows = values(Args);
  if (allSame(Flows))
    return Flow::Same;
  const Flow First = Flows[0];
  const auto IsList = [](Flow F) {
    return F == Flow::Array || F == Flow::Vector;
  };
  switch (E->getOperator()) {
  case OO_Subscript:
    // An index has to be a number.
    return (IsList(First) || First == Flow::SmallVector) &&
                   Flows[1] == Flow::Same
               ? Flow::Int
               : fail();
  case OO_Star:
    if (Args.size() == 1) {
      if (First == Flow::Optional || First == Flow::Iterator)
        return Flow::Int;
      return First == Flow::OptionalArray ? Flow::Array : fail();
    }
    break;
  case OO_Arrow:
    return First == Flow::OptionalArray ? Flow::Array : fail();
  case OO_EqualEqual:
  case OO_ExclaimEqual:
    if (IsList(First) && IsList(Flows[1]))
      return Flow::Same;
    if (First == Flow::Iterator && Flows[1] == First)
      return Flow::Same;
    break;
  case OO_Plus:
  case OO_Minus:
    if (First == Flow::Iterator && Args.size() == 2 && Flows[1] == Flow::Same)
      return Flow::Iterator;
    break;
  case OO_LessLess:
    // std::ostream << n
    if (First == Flow::Same &&
        isa<CXXRecordDecl>(E->getCalleeDecl()->getDeclContext()) &&
        isClass(Args[0]->getType(), "std", "basic_ostream") &&
        Flows[1] == Flow::Int)
      return Flow::Same;
    break;
  default:
    break;
  }
  // s * x.size(0) with a c10::SymInt s: the type was symbolic before.
  const bool OfSymInt =
      llvm::all_of(llvm::zip(Args, Flows),
                   [&](const auto &Operand) {
                     const auto [Arg, F] = Operand;
                     return isIntLike(Arg, F);
                   }) &&
      llvm::any_of(Args, [](const Expr *Arg) {
        return sizeTypeOf(Arg->IgnoreImplicit()->getType()).Symbolic;
      });
  return OfSymInt ? Flow::Same : fail();
}

Flow SymIntFlow::VisitCXXConstructExpr(const CXXConstructExpr *E) {
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *Arg : E->arguments())
    if (!isa<CXXDefaultArgExpr>(Arg))
      Args.push_back(Arg);
  const llvm::SmallVector<Flow, 4> Flows = values(Args);
  if (allSame(Flows))
    return Flow::Same;
  const SizeType Size = sizeTypeOf(E->getType());
  bool Fits = false;
  // An iterator becomes a const_iterator.
  if (Size.Form == SizeForm::None && Args.size() == 1 &&
      Flows[0] == Flow::Iterator &&
      Ctx.getSourceManager().isInSystemHeader(
          E->getConstructor()->getLocation()))
    return Flow::Iterator;
  // A copy of a list that was a vector: what a kernel takes for SymInt[] is
  // not.
  if (Size.isConcrete() && Size.Form == SizeForm::Vector && Args.size() == 1 &&
      Flows[0] == Flow::Array && isa<DeclRefExpr>(Args[0]->IgnoreImplicit()))
    return Edits->insertAfter(Args[0], ".vec()") ? Flow::Vector : fail();
  if (Size.Form != SizeForm::None && Args.size() == 1) {
    Fits = fits(Size.Form, Flows[0]) ||
           // explicit SmallVector(ArrayRef)
           (Size.Form == SizeForm::SmallVector && Flows[0] == Flow::Array);
  } else if (Size.Form == SizeForm::Vector ||
             Size.Form == SizeForm::SmallVector) {
    // A pair of iterators, or a count and a value. The count has to be a
    // number.
    Fits = Args.size() == 2 &&
           ((Flows[0] == Flow::Iterator && Flows[1] == Flow::Iterator) ||
            (Flows[0] == Flow::Same && Flows[1] == Flow::Int));
  }
  if (!Fits)
    return fail();
  if (Size.Symbolic)
    return Flow::Same;
  if (const auto *Written = dyn_cast<CXXTemporaryObjectExpr>(E);
      Written &&
      !Edits->makeSymbolic(Written->getTypeSourceInfo()->getTypeLoc()))
    return fail();
  return flowOf(Size.Form);
}

} // namespace aoti_tidy
