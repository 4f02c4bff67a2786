// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/CollectFunctions.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/Overriders.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/hosts/ForeignConstants.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// What other files are told of; of sizes and truths, only the calls in sight
/// say enough.
bool isShared(QualType T) {
  return isTensor(T) || holdsTensors(T) || isTensorStruct(T) || isDevice(T) ||
         isDType(T) || isClass(T, "c10", "TensorOptions");
}

/// The functions that the file itself defines.
class Definitions : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Definitions(const SourceManager &SM) : SM(SM) {}

  bool TraverseDecl(const Decl *D) override {
    if (D && D->getLocation().isValid() &&
        !SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      return true;
    return ConstDynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  // What a body has within is no other file's.
  bool TraverseStmt(const Stmt *) override { return true; }

  bool VisitFunctionDecl(const FunctionDecl *F) override {
    if (!F->isThisDeclarationADefinition() || F->isDependentContext() ||
        !F->isExternallyVisible())
      return true;
    if (isShared(F->getReturnType()))
      Found.push_back(F);
    if (llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
          return isShared(P->getType()) || isSharedConstant(*P);
        }))
      Given.push_back(F);
    if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
        Method && !isOfThisFileAlone(*Method->getParent()))
      MethodOf.try_emplace(Method->getParent()->getDefinition(), Method);
    return true;
  }

  std::vector<const FunctionDecl *> Found; ///< return what is shared
  std::vector<const FunctionDecl *> Given; ///< get it
  /// One of the methods, of each class that other files see.
  llvm::MapVector<const CXXRecordDecl *, const CXXMethodDecl *> MethodOf;

private:
  const SourceManager &SM;
};

class Collector {
public:
  Collector(ASTContext &Ctx, FunctionFacts &Into)
      : SM(Ctx.getSourceManager()), Flows(Ctx), Into(Into),
        Open{Into.Sources, {}} {
    Flows.Sources = &Open;
  }

  void returns(const FunctionDecl &F) {
    startQuestion();
    FunctionFlow *Flow = Flows.flowOf(F);
    Ways Known = Flow ? Flow->returned() : Ways();
    const std::string Symbol = symbolAcrossFiles(F);
    if (Symbol.empty())
      return;
    // Not known, it is said as well: what another program has of that name is
    // something else.
    if (!share(Known, &F))
      Known.clear();
    Into.Returns.try_emplace(Symbol, std::move(Known));
  }

  /// What members of \p Class hold, some methods of which the file has; not known,
  /// unless these are all that may set them.
  void members(const CXXRecordDecl &Class, const CXXMethodDecl &Method) {
    for (const FieldDecl *Field : Class.fields()) {
      const std::string Symbol =
          isShared(Field->getType()) ? memberAcrossFiles(*Field) : "";
      if (Symbol.empty())
        continue;
      startQuestion();
      FunctionFlow *Flow =
          UnitIndex::canChangeUnseen(*Field) ? nullptr : Flows.flowOf(Method);
      Ways Known = Flow ? Flow->fieldAnywhere(*Field) : Ways();
      if (!share(Known, nullptr))
        Known.clear();
      Into.Members.try_emplace(Symbol, std::move(Known));
    }
  }

  /// Whether other files may define \p F, and want to know what it is given.
  static bool isWanted(const FunctionDecl &F) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    // What overrides it may be in another file.
    const bool MayBeElsewhere =
        !F.isDefined() || (Method && Method->isVirtual());
    return MayBeElsewhere && !F.isVariadic() &&
           llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
             return isShared(P->getType());
           });
  }

  void arguments(const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls,
                 const std::string &Symbol) {
    startQuestion();
    std::vector<Ways> Passed(F.getNumParams());
    std::vector<std::vector<Ways>> Each;
    if (Calls.size() <= FunctionFacts::MaxCalls)
      Each.assign(Calls.size(), std::vector<Ways>(F.getNumParams()));
    for (auto [I, Known] : llvm::enumerate(Passed))
      for (const auto &[Number, Call] : llvm::enumerate(Calls)) {
        Ways One;
        if (isShared(F.getParamDecl(I)->getType()) && Call.In &&
            I < Call.Args.size())
          if (FunctionFlow *Caller = Flows.flowOf(*Call.In))
            One = Caller->at(Call.Args[I]);
        if (!share(One, nullptr, /*IsArgument=*/true))
          One.clear();
        if (!Each.empty())
          Each[Number][I] = One;
        if (Number == 0)
          Known = std::move(One);
        else if (!Known.empty())
          Known = unite(std::move(Known), One);
        if (Known.empty() && Each.empty())
          break;
      }
    Into.Arguments.try_emplace(Symbol, std::move(Passed));
    if (!Each.empty())
      Into.Calls.try_emplace(Symbol, std::move(Each));
  }

private:
  /// Members that hang on themselves are each a question; the statements that
  /// may be evaluated are those of the file, so that it takes no longer.
  void startQuestion() {
    Flows.Others = FlowContext::MaxOthers;
    Flows.Rounds = FlowContext::MaxRounds;
  }

  /// Puts \p W in terms that other files understand; false if there is nothing
  /// in it for them. \p Of: the function that returns it, if any.
  bool share(Ways &W, const FunctionDecl *Of, bool IsArgument = false) {
    for (Value &V : W) {
      if (auto *Device = std::get_if<DeviceValue>(&V);
          Device && !share(*Device, Of, IsArgument))
        return false;
      if (auto *Options = std::get_if<OptionsValue>(&V);
          Options && Options->Device.Value &&
          !share(*Options->Device.Value, Of, IsArgument))
        Options->Device.Value.reset();
    }
    forEachTensor(W, [&](TensorValue &T) {
      if (T.Device && !share(T.Device->Value, Of, IsArgument))
        T.Device.reset();
    });
    forEachPlace(W, [&](Place &From) { From = share(From); });
    return !W.empty();
  }

  bool share(DeviceValue &Device, const FunctionDecl *Of, bool IsArgument) {
    using Index = DeviceValue::Index;
    // Whoever calls the function, or makes the object, may know which.
    if (Device.IndexKind == Index::AtRunTime && !IsArgument)
      Device.IndexKind = Index::Unknown;
    const uint64_t Variable = std::exchange(Device.Variable, 0);
    if (!Device.Type.empty())
      return true;
    std::optional<FunctionFacts::Source> From = sourceOf(Variable);
    if (!From)
      return false;
    if (Of && From->Of == FunctionFacts::Source::Kind::Argument &&
        From->Symbol == symbolAcrossFiles(*Of)) {
      Device.Variable = deviceOfParameter(From->Parameter, From->Part);
      return true;
    }
    const auto [It, IsNew] =
        Open.Numbers.try_emplace(*From, Into.Sources.size());
    if (IsNew)
      Into.Sources.push_back(*From);
    Device.Variable = foreignPlace(It->second);
    return true;
  }

  /// What other files say of a device that is held in \p Variable.
  std::optional<FunctionFacts::Source> sourceOf(uint64_t Variable) {
    using Kind = FunctionFacts::Source::Kind;
    if (Variable == 0)
      return std::nullopt;
    if (isForeign(Variable))
      return Into.Sources[originOf(Variable)];
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one.
    const auto *Held = reinterpret_cast<const Decl *>(Variable);
    if (const auto *Field = dyn_cast<FieldDecl>(Held)) {
      const std::string Symbol =
          UnitIndex::canChangeUnseen(*Field) ? memberAcrossFiles(*Field) : "";
      return Symbol.empty()
                 ? std::nullopt
                 : std::optional<FunctionFacts::Source>({Kind::Member, Symbol});
    }
    const auto *Param = dyn_cast<ParmVarDecl>(Held);
    const auto *Function =
        Param ? dyn_cast<FunctionDecl>(Param->getDeclContext()) : nullptr;
    const FunctionGraph *Graph =
        Function && isOfRun(*Function) ? Flows.graphOf(*Function) : nullptr;
    if (!Graph || !Graph->Uses.changesOf(*Param).empty())
      return std::nullopt;
    return FunctionFacts::Source{Kind::Argument, symbolAcrossFiles(*Function),
                                 Param->getFunctionScopeIndex()};
  }

  Place share(Place From) {
    if (From == 0)
      return 0;
    FunctionFacts::Origin O;
    const Expr *Made = expressionOf(From);
    if (!Made)
      return 0;
    const auto [File, Offset] =
        SM.getDecomposedLoc(SM.getExpansionLoc(Made->getExprLoc()));
    const auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return 0;
    llvm::SmallString<256> Path(Entry->getName());
    SM.getFileManager().makeAbsolutePath(Path);
    // Of all that gives a tensor a device, models alone are no tensors.
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Made);
    const bool IsOfTensor = Method && isTensor(Method->getObjectType());
    O = {Path.str().str(), Offset, /*IsMethod=*/IsOfTensor,
         /*IsRun=*/Method && !IsOfTensor};
    Into.Origins.push_back(std::move(O));
    return foreignPlace(Into.Origins.size() - 1);
  }

  const SourceManager &SM;
  FlowContext Flows;
  FunctionFacts &Into;
  FlowContext::OpenSources Open;
};

} // namespace

std::string symbolAcrossFiles(const FunctionDecl &Function) {
  return Function.isExternallyVisible()
             ? ASTNameGenerator(Function.getASTContext()).getName(&Function)
             : "";
}

/// The file of \p Class and its folder: another program may have a class of that
/// name.
static std::string fileOf(const CXXRecordDecl &Class, const SourceManager &SM) {
  const auto Entry = SM.getFileEntryRefForID(
      SM.getFileID(SM.getExpansionLoc(Class.getLocation())));
  if (!Entry)
    return "";
  StringRef Path = Entry->getFileEntry().tryGetRealPathName();
  if (Path.empty())
    Path = Entry->getName();
  return (llvm::sys::path::filename(llvm::sys::path::parent_path(Path)) + "/" +
          llvm::sys::path::filename(Path))
      .str();
}

std::string memberAcrossFiles(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  const SourceManager &SM = Field.getASTContext().getSourceManager();
  return Class && Field.getIdentifier() && Class->isExternallyVisible() &&
                 !Class->isDependentContext() && !Class->isLocalClass() &&
                 !isa<ClassTemplateSpecializationDecl>(Class) &&
                 !SM.isInSystemHeader(Class->getLocation())
             ? fileOf(*Class->getDefinition(), SM) + '@' +
                   Field.getQualifiedNameAsString()
             : "";
}

namespace {

/// Whether it has been asked what the file says as it is compiled this time.
struct Collected {
  explicit Collected(ASTContext &) {}
  bool IsDone = false;
};

} // namespace

static void collectOnce(ASTContext &Ctx, FunctionFacts &Into) {
  // What only other files ask about is no question of this one.
  const auto Wanted = FunctionFacts::collected()->Wanted;
  Collector C(Ctx, Into);
  Definitions Own(Ctx.getSourceManager());
  for (const Decl *D : projectDecls(Ctx))
    Own.TraverseDecl(D);
  for (const FunctionDecl *F : Own.Found)
    C.returns(*F);
  for (const FunctionDecl *F : Own.Given)
    if (std::string Symbol = symbolAcrossFiles(*F); !Symbol.empty()) {
      for (const FunctionDecl *Base : calledAs(*F))
        if (Base->getCanonicalDecl() != F->getCanonicalDecl())
          Into.Overriders[symbolAcrossFiles(*Base)].insert(Symbol);
      Into.Defined.insert(std::move(Symbol));
    }
  // The same statements are evaluated in each run: there is a bound on them.
  std::map<std::string,
           std::pair<const FunctionDecl *, ArrayRef<UnitIndex::Call>>>
      Callees;
  UnitIndex::of(Ctx).forEachCallee(
      [&](const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls) {
        if (Collector::isWanted(F))
          Callees.try_emplace(symbolAcrossFiles(F), &F, Calls);
      });
  for (const auto &[Symbol, Callee] : Callees)
    if (!Symbol.empty())
      C.arguments(*Callee.first, Callee.second, Symbol);
  for (const auto &[Class, Method] : Own.MethodOf)
    C.members(*Class, *Method);
  collectConstants(Ctx, Into);
  FunctionFacts::collected()->Wanted = Wanted;
}

void collectFunctions(ASTContext &Ctx, FunctionFacts &Into) {
  // Each check asks for it.
  if (std::exchange(oncePerFile<Collected>(Ctx).IsDone, true))
    return;
  if (!std::exchange(Into.IsCollected, true))
    return collectOnce(Ctx, Into);
  FunctionFacts Again;
  collectOnce(Ctx, Again);
  Into.keepCommon(Again);
}

} // namespace aoti_tidy
