// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-device/ChosenDevice.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/tensor/TensorOps.h"
#include "checks/loader-device/LoaderDeviceRule.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Whether \p E is 'options.device(torch::kCUDA, index)'.
bool setsIndexOfOptions(const CallExpr &E) {
  return nameOf(E.getDirectCallee()) == "device" && E.getNumArgs() == 2 &&
         isDevice(E.getArg(0)->getType());
}

/// 'torch::Device', also in an optional or behind a pointer.
bool isDeviceVariable(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  else if (const auto *Of = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
               T->getAsCXXRecordDecl());
           Of &&
           (isOptional(T) || nameOf(Of) == "shared_ptr" ||
            nameOf(Of) == "unique_ptr") &&
           Of->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
    T = Of->getTemplateArgs()[0].getAsType();
  return isDevice(T) && !T->isEnumeralType();
}

/// The device that 'module.to(device)' or 'torch::jit::load(path, device)' gives;
/// null for all else.
const Expr *deviceOfModule(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const bool IsModule =
      Method ? nameOf(Method) == "to" &&
                   isInNamespace(Method->getParent(), "torch::jit")
             : nameOf(Callee) == "load" && isInNamespace(Callee, "torch::jit");
  if (!IsModule)
    return nullptr;
  for (const Expr *Arg : E.arguments())
    if (!isa<CXXDefaultArgExpr>(Arg) && isDeviceVariable(Arg->getType()))
      return Arg;
  return nullptr;
}

/// The names, members and devices of a function, and what it assigns.
class Uses : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Uses(const FunctionDecl &Function) {
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(&Function))
      for (const CXXCtorInitializer *Init : Made->inits())
        TraverseStmt(Init->getInit());
    TraverseStmt(Function.getBody());
  }
  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    Named.push_back(E);
    return true;
  }
  bool VisitMemberExpr(const MemberExpr *E) override {
    Named.push_back(E);
    return true;
  }
  bool VisitCXXConstructExpr(const CXXConstructExpr *E) override {
    if (isDevice(E->getType()) &&
        !E->getConstructor()->isCopyOrMoveConstructor())
      Named.push_back(E);
    return true;
  }
  // TensorOptions().device(torch::kCUDA, index)
  bool VisitCallExpr(const CallExpr *E) override {
    if (setsIndexOfOptions(*E))
      Named.push_back(E);
    if (deviceOfModule(*E))
      Modules.push_back(E);
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *E) override {
    if (E->getOpcode() == BO_Assign)
      add(E->getLHS(), E->getRHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E) override {
    if (E->getOperator() == OO_Equal && E->getNumArgs() == 2)
      add(E->getArg(0), E->getArg(1));
    return true;
  }
  bool VisitReturnStmt(const ReturnStmt *S) override {
    if (S->getRetValue())
      Returned.push_back(S->getRetValue());
    return true;
  }

  llvm::SmallVector<const Expr *, 32> Named;
  llvm::SmallVector<const Expr *, 2> Returned;
  llvm::SmallVector<const CallExpr *, 2> Modules; ///< those given a device
  llvm::DenseMap<const ValueDecl *, llvm::SmallVector<const Expr *, 2>>
      Assigned;

private:
  void add(const Expr *To, const Expr *Value) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(stripped(To)))
      Assigned[Ref->getDecl()].push_back(Value);
  }
};

/// Whether \p D may be what tells which GPU the model is on: 'int gpu_id', a
/// device; not 'torch::Device results'. Beside a camera, 'device_id' is its.
bool tellsGpu(const ValueDecl &D, bool IsBesideCapture) {
  const StringRef Name = nameOf(&D);
  if (Name.contains_insensitive("result") ||
      Name.contains_insensitive("output"))
    return false;
  const QualType T = D.getType().getNonReferenceType();
  return isDeviceVariable(D.getType()) ||
         (T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType() &&
          namesGpuNumber(Name) &&
          !(IsBesideCapture && Name.contains_insensitive("device")));
}

/// Tells whether a device, or the number of one, may be an index that is not known.
class Choice {
public:
  explicit Choice(ASTContext &Ctx) : Ctx(Ctx), Index(UnitIndex::of(Ctx)) {}

  bool mayBeAnyDevice(const Expr *E) {
    constexpr unsigned MaxDepth = 12;
    if (!E || Depth == MaxDepth)
      return false;
    ++Depth;
    const bool Result = decide(stripped(E));
    --Depth;
    return Result;
  }

  bool mayBeAny(const ValueDecl &Variable) {
    if (const auto *Param = dyn_cast<ParmVarDecl>(&Variable))
      return isGivenAny(*Param);
    if (const auto *Field = dyn_cast<FieldDecl>(&Variable)) {
      const auto Writes = Index.writesOf(*Field);
      const bool IsNumber = Field->getType()->isIntegerType();
      if (llvm::any_of(Writes, [&](const UnitIndex::Write &W) {
            // 'parser.add(&options.gpu_id)'
            return W.Value ? mayBeAnyDevice(W.Value) : IsNumber;
          }))
        return true;
      // A member of a configuration, which another file reads from somewhere.
      const bool IsConfigured =
          llvm::all_of(Writes, [](const UnitIndex::Write &W) { return !W.In; });
      return IsConfigured && UnitIndex::canChangeUnseen(*Field);
    }
    const auto *Var = dyn_cast<VarDecl>(&Variable);
    if (!Var || (Var->hasGlobalStorage() && !Var->isLocalVarDecl() &&
                 isText(Var->getType().getNonReferenceType())))
      return false;
    return mayBeAnyDevice(Var->getInit()) ||
           (Var->isLocalVarDecl() && isAssignedAny(*Var));
  }

private:
  bool isAssignedAny(const VarDecl &Var) {
    const auto *In = dyn_cast<FunctionDecl>(Var.getDeclContext());
    if (!In || !In->getBody())
      return false;
    const Uses Of(*In);
    const auto It = Of.Assigned.find(&Var);
    return It != Of.Assigned.end() &&
           llvm::any_of(It->second,
                        [&](const Expr *E) { return mayBeAnyDevice(E); });
  }

  bool isGivenAny(const ParmVarDecl &Param) {
    const auto *Function = dyn_cast<FunctionDecl>(Param.getDeclContext());
    const unsigned I = Param.getFunctionScopeIndex();
    const auto Calls =
        Function ? Index.callsOf(*Function) : ArrayRef<UnitIndex::Call>();
    // What other files pass to a header's class may be any.
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
    return Calls.empty() ||
           (Method && !isOfThisFileAlone(*Method->getParent())) ||
           llvm::any_of(Calls, [&](const UnitIndex::Call &C) {
             return I < C.Args.size() && mayBeAnyDevice(C.Args[I]);
           });
  }

  /// Of a device, a text, or the number of one.
  bool decide(const Expr *E) {
    // Of a type that the user of a template chooses.
    if (E->isValueDependent())
      return E->isTypeDependent();
    if (E->getType()->isIntegerType())
      return isAnyIndex(E);
    if (const auto *Either = dyn_cast<AbstractConditionalOperator>(E))
      return mayBeAnyDevice(Either->getTrueExpr()) ||
             mayBeAnyDevice(Either->getFalseExpr());
    if (const auto *Braces = dyn_cast<InitListExpr>(E))
      return Braces->getNumInits() == 1 && mayBeAnyDevice(Braces->getInit(0));
    const bool IsName = isText(E->getType());
    if (const auto Text = IsName ? evaluateString(E, Ctx) : std::nullopt) {
      const auto Device = parseDevice(*Text);
      return Device && Device->IndexKind == DeviceValue::Index::Literal &&
             Device->IndexValue > 0;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      const auto Args = writtenArguments(Construct);
      if (Args.size() == 2 && isDevice(Construct->getType()))
        return isAnyIndex(Args[1]);
      return (IsName ? !Args.empty() : Args.size() == 1) &&
             mayBeAnyDevice(Args[0]);
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return !isa<EnumConstantDecl>(Ref->getDecl()) &&
             mayHoldDevice(Ref->getType()) && mayBeAny(*Ref->getDecl());
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return mayHoldDevice(Member->getType()) &&
             mayBeAny(*Member->getMemberDecl());
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return IsName ? isAnyName(*Call) : isAnyResult(*Call);
    return IsName && isa<ArraySubscriptExpr>(E); // argv[1]
  }

  /// A device, by itself, in an optional or behind a pointer. A type of devices
  /// has no index.
  static bool mayHoldDevice(QualType T) {
    T = T.getNonReferenceType();
    return isDevice(T) ? !T->isEnumeralType() : isText(T) || T->isRecordType();
  }

  bool isAnyIndex(const Expr *E) {
    const auto Known = evaluateInt(E, Ctx);
    return !Known || *Known > 0;
  }

  /// Of a call that returns the name of a device.
  bool isAnyName(const CallExpr &Call) {
    if (const FunctionDecl *Callee = Call.getDirectCallee();
        Callee && Callee->getDefinition() && !isOfLibrary(Callee))
      return isAnyResult(Call);
    // text.c_str()
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call);
        Method && isText(Method->getObjectType()))
      return mayBeAnyDevice(Method->getImplicitObjectArgument());
    return true; // "cuda:" + std::to_string(rank), getenv("DEVICE")
  }

  bool isAnyResult(const CallExpr &Call) {
    if (setsIndexOfOptions(Call))
      return isAnyIndex(Call.getArg(1));
    const FunctionDecl *Callee = Call.getDirectCallee();
    // *device, device->, std::move(device), device.value()
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call))
      return Op->getNumArgs() == 1 && mayBeAnyDevice(Op->getArg(0));
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call);
        Method && isOptional(Method->getObjectType()))
      return mayBeAnyDevice(Method->getImplicitObjectArgument());
    if (Callee && Call.getNumArgs() == 1 &&
        (nameOf(Callee) == "move" || nameOf(Callee) == "forward"))
      return mayBeAnyDevice(Call.getArg(0));
    const FunctionDecl *Definition = Callee ? Callee->getDefinition() : nullptr;
    if (!Definition || !Definition->getBody() || isOfLibrary(Definition))
      return false;
    const Uses Of(*Definition);
    return llvm::any_of(Of.Returned,
                        [&](const Expr *E) { return mayBeAnyDevice(E); });
  }

  ASTContext &Ctx;
  const UnitIndex &Index;
  unsigned Depth = 0;
};

std::string textOf(SourceRange Range, ASTContext &Ctx) {
  StringRef Text =
      Lexer::getSourceText(CharSourceRange::getTokenRange(Range),
                           Ctx.getSourceManager(), Ctx.getLangOpts());
  Text.consume_front("this->");
  Text = Text.ltrim();
  return Text.contains('\n') ? Text.split('\n').first.str() + " …" : Text.str();
}

bool hasCapture(const CXXRecordDecl &Class) {
  return Class.hasDefinition() &&
         llvm::any_of(Class.fields(), [](const FieldDecl *Field) {
           return namesCapture(Field->getType().getAsString());
         });
}

std::optional<ChosenDevice> deviceOfClass(const CXXRecordDecl &Class,
                                          Choice &Of) {
  for (const FieldDecl *Field : Class.fields())
    if (tellsGpu(*Field, hasCapture(Class)) && Of.mayBeAny(*Field))
      return ChosenDevice{Field->getNameAsString(), Field->getLocation()};
  return std::nullopt;
}

/// The class whose member becomes what \p Made makes; null if it is none.
const CXXRecordDecl *ownerOf(const Expr &Made, ASTContext &Ctx) {
  for (DynTypedNodeList Parents = Ctx.getParents(Made); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    const auto *Parent = Parents[0].get<Expr>();
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent);
    const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
    const Expr *To = Binary && Binary->isAssignmentOp() ? Binary->getLHS()
                     : Call && Call->getOperator() == OO_Equal ? Call->getArg(0)
                                                               : nullptr;
    if (const auto *Member =
            dyn_cast_or_null<MemberExpr>(To ? To->IgnoreImplicit() : nullptr))
      return dyn_cast<CXXRecordDecl>(Member->getMemberDecl()->getDeclContext());
    if (!Parent)
      return nullptr;
  }
  return nullptr;
}

} // namespace

const FunctionDecl *functionOf(const Expr &Made, ASTContext &Ctx) {
  for (DynTypedNodeList Parents = Ctx.getParents(Made); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    const auto *Function = Parents[0].get<FunctionDecl>();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
    if (Function && !(Method && Method->getParent()->isLambda()))
      return Function;
  }
  return nullptr;
}

static std::optional<ChosenDevice> chosenBeside(const Expr &Made,
                                                const FunctionDecl &Function,
                                                const Uses &In, Choice &Of,
                                                ASTContext &Ctx) {
  const auto NamedBy = [](const Expr *E) -> const ValueDecl * {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    return Ref ? Ref->getDecl() : Member ? Member->getMemberDecl() : nullptr;
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const bool HasCapture = (Method && hasCapture(*Method->getParent())) ||
                          llvm::any_of(In.Named, [&](const Expr *E) {
                            return namesCapture(E->getType().getAsString());
                          });
  for (const ParmVarDecl *Param : Function.parameters())
    if (tellsGpu(*Param, HasCapture) && Of.mayBeAny(*Param))
      return ChosenDevice{Param->getNameAsString(), Param->getLocation()};
  for (const Expr *E : In.Named) {
    const ValueDecl *Named = NamedBy(E);
    // Of numbers, members alone: others may be counted up.
    const bool IsDevice =
        Named && tellsGpu(*Named, HasCapture) &&
        (isa<FieldDecl>(Named) || isDeviceVariable(Named->getType()));
    if (Named ? !IsDevice || !Of.mayBeAny(*Named) : !Of.mayBeAnyDevice(E))
      continue;
    // Of 'torch::Device where(torch::kCUDA, rank)' the rank.
    const Expr *Shown = E;
    if (const auto *Call = dyn_cast<CallExpr>(E))
      Shown = Call->getArg(1);
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
      if (const auto Args = writtenArguments(Made); !Args.empty())
        Shown = Args.back();
    return ChosenDevice{textOf(Shown->getSourceRange(), Ctx), E->getExprLoc()};
  }
  llvm::SmallVector<const CXXRecordDecl *, 4> Classes;
  if (Method)
    Classes.push_back(Method->getParent());
  // impl_->loader = std::make_unique<Loader>(path)
  if (const CXXRecordDecl *Owner = ownerOf(Made, Ctx))
    Classes.push_back(Owner);
  for (size_t I = 0; I < Classes.size(); ++I) {
    const CXXRecordDecl *Class = Classes[I]->getDefinition();
    if (!Class || isOfLibrary(Class))
      continue;
    if (auto Found = deviceOfClass(*Class, Of))
      return Found;
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const CXXRecordDecl *Record = Base.getType()->getAsCXXRecordDecl();
          Record && I == 0)
        Classes.push_back(Record);
  }
  return std::nullopt;
}

std::optional<ChosenDevice>
deviceBeside(const Expr &Made, const FunctionDecl &Function, ASTContext &Ctx) {
  Choice Of(Ctx);
  const Uses In(Function);
  auto Result = chosenBeside(Made, Function, In, Of, Ctx);
  for (const CallExpr *Module : In.Modules)
    if (Result && Of.mayBeAnyDevice(deviceOfModule(*Module)))
      Result->GivenAt = Module->getExprLoc();
  return Result;
}

} // namespace aoti_tidy
