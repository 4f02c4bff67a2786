// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/cxx/Names.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti_tidy {
namespace {

bool isStdString(const CXXRecordDecl *Record) {
  return Record->getIdentifier() && Record->getName() == "basic_string";
}

/// std::string itself, and what turns into one: std::filesystem::path. Not an
/// iterator: the first argument of list<L>::emplace(position, ...).
bool convertsToString(const CXXRecordDecl *From) {
  if (isStdString(From))
    return true;
  const CXXRecordDecl *Definition = From->getDefinition();
  return Definition &&
         llvm::any_of(Definition->getVisibleConversionFunctions(),
                      [](const NamedDecl *D) {
                        const auto *Conversion =
                            dyn_cast<CXXConversionDecl>(D->getUnderlyingDecl());
                        const auto *To = Conversion
                                             ? Conversion->getConversionType()
                                                   .getNonReferenceType()
                                                   ->getAsCXXRecordDecl()
                                             : nullptr;
                        return To && isStdString(To);
                      });
}

/// Whether an argument of this type, forwarded as it is, can initialise that
/// parameter. Enough to tell the overloads of the runners apart (2.14 adds one
/// whose third parameter is a map of constants).
bool canForward(const Expr *Arg, QualType Parameter) {
  const QualType To = Parameter.getNonReferenceType().getUnqualifiedType();
  const QualType From = Arg->IgnoreImplicit()
                            ->getType()
                            .getNonReferenceType()
                            .getUnqualifiedType();
  const auto *ToRecord = To->getAsCXXRecordDecl();
  const auto *FromRecord = From->getAsCXXRecordDecl();
  if (ToRecord && FromRecord)
    return ToRecord->getCanonicalDecl() == FromRecord->getCanonicalDecl() ||
           (FromRecord->hasDefinition() && ToRecord->hasDefinition() &&
            FromRecord->isDerivedFrom(ToRecord)) ||
           (isStdString(ToRecord) && convertsToString(FromRecord));
  if (ToRecord)
    return isStdString(ToRecord) &&
           (From->isPointerType() || From->isArrayType()) &&
           From->getPointeeOrArrayElementType()->isCharType();
  return !FromRecord;
}

bool isMaker(StringRef Name) {
  return Name == "make_unique" || Name == "make_shared";
}

const CXXConstructorDecl *
constructorForForwarded(const CXXRecordDecl *Record,
                        llvm::ArrayRef<const Expr *> Args) {
  for (const CXXConstructorDecl *Ctor : Record->ctors()) {
    if (Ctor->isCopyOrMoveConstructor() || Ctor->isDeleted() ||
        Args.size() < Ctor->getMinRequiredArguments() ||
        Args.size() > Ctor->getNumParams())
      continue;
    if (llvm::all_of(llvm::zip(Args, Ctor->parameters()), [](auto Pair) {
          return canForward(std::get<0>(Pair), std::get<1>(Pair)->getType());
        }))
      return Ctor;
  }
  return nullptr;
}

/// The class that a forwarding call constructs: T of make_unique<T>(...),
/// make_shared<T>(...), optional<T>::emplace(...),
/// vector<T>::emplace_back(...).
const CXXRecordDecl *forwardedClass(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return nullptr;
  const TemplateArgumentList *TemplateArgs = nullptr;
  if (isMaker(Callee->getName())) {
    TemplateArgs = Callee->getTemplateSpecializationArgs();
  } else if (llvm::is_contained({"emplace", "emplace_back", "emplace_front"},
                                Callee->getName())) {
    if (const auto *Owner =
            dyn_cast<ClassTemplateSpecializationDecl>(Callee->getDeclContext()))
      TemplateArgs = &Owner->getTemplateArgs();
  }
  if (!TemplateArgs || TemplateArgs->size() == 0 ||
      TemplateArgs->get(0).getKind() != TemplateArgument::Type)
    return nullptr;
  return TemplateArgs->get(0).getAsType()->getAsCXXRecordDecl();
}

Construction make(LoaderClass Class, const CXXRecordDecl *Record,
                  const CXXConstructorDecl *Ctor, const Expr *E) {
  Construction C;
  C.Class = Class;
  C.Record = Record;
  C.Constructor = Ctor;
  C.Node = E;
  C.Loc = E->getExprLoc();
  C.Range = E->getSourceRange();
  return C;
}

std::optional<Construction> directConstruction(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Ctor = E->getConstructor();
  bool IsBase = E->getConstructionKind() != CXXConstructionKind::Complete;
  // 'using AOTIModelPackageLoader::AOTIModelPackageLoader;'
  if (const auto Inherited = Ctor->getInheritedConstructor()) {
    Ctor = Inherited.getConstructor();
    IsBase = true;
  }
  const CXXRecordDecl *Record = Ctor->getParent();
  const auto Class = loaderClassOf(Record);
  if (!Class || Ctor->isCopyOrMoveConstructor())
    return std::nullopt;
  Construction C = make(*Class, Record, Ctor, E);
  C.IsBaseOfSubclass = IsBase;
  for (const Expr *Arg : E->arguments())
    if (!isa<CXXDefaultArgExpr>(Arg))
      C.Args.push_back(Arg);
  return C;
}

std::optional<Construction> forwardedConstruction(const CallExpr *E) {
  const CXXRecordDecl *Record = forwardedClass(E);
  const auto Class = loaderClassOf(Record);
  if (!Class || !Record->getDefinition())
    return std::nullopt;
  llvm::SmallVector<const Expr *, 6> Args(E->arguments());
  const auto *Ctor = constructorForForwarded(Record->getDefinition(), Args);
  if (!Ctor)
    return std::nullopt;
  Construction C = make(*Class, Record, Ctor, E);
  C.Args = std::move(Args);
  return C;
}

} // namespace

std::optional<Construction> brokenConstructionOf(const CallExpr *E) {
  const auto *Callee = dyn_cast<UnresolvedLookupExpr>(E->getCallee());
  const IdentifierInfo *Name =
      Callee ? Callee->getName().getAsIdentifierInfo() : nullptr;
  if (!Name || !isMaker(Name->getName()) || !E->containsErrors() ||
      Callee->template_arguments().empty())
    return std::nullopt;
  const TemplateArgument &Arg = Callee->template_arguments()[0].getArgument();
  const CXXRecordDecl *Record = Arg.getKind() == TemplateArgument::Type
                                    ? Arg.getAsType()->getAsCXXRecordDecl()
                                    : nullptr;
  const auto Class = loaderClassOf(Record);
  if (!Class || !Record->getDefinition())
    return std::nullopt;
  for (const CXXConstructorDecl *Ctor : Record->getDefinition()->ctors())
    if (!Ctor->isCopyOrMoveConstructor() &&
        E->getNumArgs() >= Ctor->getMinRequiredArguments() &&
        E->getNumArgs() <= Ctor->getNumParams()) {
      Construction C = make(*Class, Record, Ctor, E);
      C.Args.assign(E->arg_begin(), E->arg_end());
      return C;
    }
  return std::nullopt;
}

bool isModelClass(const CXXRecordDecl *Record) {
  if (!Record)
    return false;
  if (Record->getIdentifier() && isInNamespace(Record, "torch::inductor") &&
      (Record->getName() == "AOTIModelPackageLoader" ||
       Record->getName().starts_with("AOTIModelContainerRunner")))
    return true;
  return Record->hasDefinition() &&
         llvm::any_of(Record->bases(), [](const CXXBaseSpecifier &Base) {
           return isModelClass(Base.getType()->getAsCXXRecordDecl());
         });
}

bool isModelRun(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee))
    return isModelClass(Method->getParent()) &&
           (Method->getOverloadedOperator() == OO_Call ||
            llvm::is_contained({"run", "boxed_run", "run_with_cuda_stream"},
                               nameOf(Method)));
  return Callee->isExternC() && Call->getNumArgs() > 0 &&
         llvm::is_contained({"AOTInductorModelContainerRun",
                             "AOTInductorModelContainerRunSingleThreaded"},
                            nameOf(Callee));
}

bool holdsModel(QualType T) {
  if (T.isNull())
    return false;
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record)
    return false;
  if (isModelClass(Record))
    return true;
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  const unsigned Position = isMap(Record) ? 1 : 0;
  if (!Instance ||
      !(isPointerLike(Record) || isList(Record) || isMap(Record)) ||
      Instance->getTemplateArgs().size() <= Position)
    return false;
  const TemplateArgument &Arg = Instance->getTemplateArgs()[Position];
  if (Arg.getKind() != TemplateArgument::Type)
    return false;
  // A pointer to one, in a container.
  return isModelClass(Arg.getAsType()->getAsCXXRecordDecl()) ||
         (!isPointerLike(Record) && holdsModel(Arg.getAsType()));
}

std::optional<LoaderClass> loaderClassOf(const CXXRecordDecl *Record) {
  if (!Record || !Record->getIdentifier())
    return std::nullopt;
  const auto Class = loaderClassNamed(Record->getName());
  if (!Class || !isInNamespace(Record, "torch::inductor"))
    return std::nullopt;
  return Class;
}

const CXXRecordDecl *recordOfObject(const Expr &Object) {
  const QualType T = Object.IgnoreParenImpCasts()->getType();
  return T->isPointerType() ? T->getPointeeCXXRecordDecl()
                            : T->getAsCXXRecordDecl();
}

std::optional<unsigned> Construction::indexOf(llvm::StringRef Parameter) const {
  for (auto [I, P] : llvm::enumerate(Constructor->parameters()))
    if (P->getIdentifier() && P->getName() == Parameter)
      return I;
  return std::nullopt;
}

const Expr *Construction::argument(llvm::StringRef Parameter) const {
  const auto I = indexOf(Parameter);
  return I && *I < Args.size() ? Args[*I] : nullptr;
}

StatementMatcher constructionCandidate() {
  const auto IsLoader = cxxRecordDecl(
      hasAnyName("AOTIModelPackageLoader", "AOTIModelContainerRunnerCpu",
                 "AOTIModelContainerRunnerCuda", "AOTIModelContainerRunnerXpu",
                 "AOTIModelContainerRunnerMps"));
  // AOTIModelPackageLoader loader(...), new ...Cpu(...), : loader_(...)
  const auto Direct = cxxConstructExpr(hasDeclaration(cxxConstructorDecl(
      ofClass(anyOf(IsLoader, cxxRecordDecl(isDerivedFrom(IsLoader)))))));
  // std::make_unique<AOTIModelPackageLoader>(...)
  const auto Forwarded = callExpr(
      callee(functionDecl(hasAnyName("make_unique", "make_shared", "emplace",
                                     "emplace_back", "emplace_front"))));
  return expr(anyOf(Direct, Forwarded));
}

std::optional<Construction> constructionOf(const Expr *E) {
  if (const auto *Direct = dyn_cast<CXXConstructExpr>(E))
    return directConstruction(Direct);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return forwardedConstruction(Call);
  return std::nullopt;
}

} // namespace aoti_tidy
