// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <set>
#include <string>

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds hosts that feed or run a model on another device than its package was
/// compiled for.
///
/// Page: docs/checks/aoti-device-mismatch.md
class DeviceMismatchCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

protected:
  void checkRun(const Run &R, ASTContext &Ctx) override;
  void checkLoader(const aoti_tidy::Construction &C,
                   const aoti_tidy::LoadedModel &Loaded,
                   ASTContext &Ctx) override;
  void checkFile(ASTContext &Ctx) override;

private:
  /// The raw runner of \p R, of which no package is known, gets \p All.
  void checkRunner(const Run &R, llvm::ArrayRef<aoti_tidy::TensorValues> All,
                   ASTContext &Ctx);
  /// The inputs are on their device from \p Origins on.
  void report(const Run &R, llvm::ArrayRef<aoti_tidy::Place> Origins,
              const aoti_tidy::InputDeviceProblem &Problem, ASTContext &Ctx);
  /// A CUDA stream for a model that is compiled for the CPU.
  void checkStream(const Run &R);
  void checkCreate(const CallExpr &Create, ASTContext &Ctx);
  std::vector<const CallExpr *> Creates;
  /// Where tensors were reported, and the device that they should be on.
  std::set<std::pair<SourceLocation, std::string>> ReportedPlaces;
};

/// The kind of code that gives a tensor its device at \p From.
PutBy putBy(Place From) {
  const Expr *Made = expressionOf(From);
  return Made && isModelRun(Made)                   ? PutBy::Model
         : isa_and_present<CXXMemberCallExpr>(Made) ? PutBy::Move
                                                    : PutBy::Factory;
}

/// Adds the places that give the tensor its device, whichever of \p Ways it is.
void addOrigins(const TensorValues &Ways, llvm::SmallVectorImpl<Place> &Into) {
  for (const TensorValue &Value : Ways)
    if (Value.Device && !llvm::is_contained(Into, Value.Device->From))
      Into.push_back(Value.Device->From);
}

/// The variable, function or member that \p S names; null if it is no name.
const NamedDecl *declNamed(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E ? dyn_cast_or_null<NamedDecl>(E->getReferencedDeclOfCallee())
           : nullptr;
}

/// Where the runner \p Object is declared.
SourceLocation declarationOf(const Expr &Object) {
  const Expr *Named = Object.IgnoreParenImpCasts();
  if (const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(Named))
    Named = Arrow->getArg(0)->IgnoreParenImpCasts();
  const NamedDecl *Declared = declNamed(Named);
  return Declared ? Declared->getLocation() : Object.getExprLoc();
}

/// 'torch::empty(sizes, torch::TensorOptions().pinned_memory(true))'
bool mentionsPinned(const Stmt *S) {
  if (nameOf(declNamed(S)).contains("pin"))
    return true;
  return S && llvm::any_of(S->children(), mentionsPinned);
}

/// Whether \p C stands in one branch of an 'if' or '?:' that makes the runner
/// for \p Device in another: the program chooses the runner by the device.
bool isOtherChoice(const Construction &C, ArrayRef<Construction> All,
                   StringRef Device, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto IsAlternativeIn = [&](SourceRange Choice) {
    return llvm::any_of(All, [&](const Construction &Other) {
      return deviceTypeOf(Other.Class) == Device &&
             SM.isPointWithin(Other.Loc, Choice.getBegin(), Choice.getEnd());
    });
  };
  for (DynTypedNodeList Parents = Ctx.getParents(*C.Node); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    const Stmt *S = Parents[0].get<Stmt>();
    if (isa_and_present<IfStmt, ConditionalOperator, SwitchStmt>(S) &&
        IsAlternativeIn(S->getSourceRange()))
      return true;
    if (Parents[0].get<FunctionDecl>())
      return false;
  }
  return false;
}

} // namespace

void DeviceMismatchCheck::registerMatchers(MatchFinder *Finder) {
  PackageCheck::registerMatchers(Finder);
  // AOTInductorModelContainerCreateWithDevice(&handle, 1, "cpu", nullptr)
  Finder->addMatcher(
      callExpr(callee(functionDecl(
                   hasName("AOTInductorModelContainerCreateWithDevice"))),
               argumentCountAtLeast(3))
          .bind("create"),
      this);
}

void DeviceMismatchCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Create = Result.Nodes.getNodeAs<CallExpr>("create"))
    Creates.push_back(Create);
  else
    PackageCheck::check(Result);
}

void DeviceMismatchCheck::checkFile(ASTContext &Ctx) {
  for (const CallExpr *Create : Creates)
    checkCreate(*Create, Ctx);
}

void DeviceMismatchCheck::onEndOfTranslationUnit() {
  PackageCheck::onEndOfTranslationUnit();
  Creates.clear();
  ReportedPlaces.clear();
}

void DeviceMismatchCheck::checkRun(const Run &R, ASTContext &Ctx) {
  checkStream(R);
  const bool IsAnyOf = !R.Given.All;
  const std::vector<TensorValues> All =
      IsAnyOf ? std::vector<TensorValues>{R.Given.Each} : *R.Given.All;
  if (!R.Loaded)
    return checkRunner(R, All, Ctx);
  const ModelContract &Model = *R.Loaded->Model;
  // With an unknown number of inputs, only a demand on all of them can be
  // judged.
  if (IsAnyOf && (R.Given.Each.empty() || !takesAllOnOneDevice(Model)))
    return;
  for (const Violation &V : violations(Model, All)) {
    if (V.What != Violation::Kind::Device)
      continue;
    llvm::SmallVector<Place, 2> Origins;
    addOrigins(All[V.Input], Origins);
    report(R, Origins,
           inputDeviceProblem({Model, V, R.Loaded->quotedName(), putBy(V.From),
                               R.Loaded->Written.has_value(), IsAnyOf}),
           Ctx);
  }
}

// AOTIModelContainerRunnerCpu r(path); r.run({torch::ones({2}, torch::kCUDA)});
void DeviceMismatchCheck::checkRunner(const Run &R, ArrayRef<TensorValues> All,
                                      ASTContext &Ctx) {
  const StringRef RunsOn = deviceOfRunner(R);
  if (RunsOn.empty())
    return;
  const std::vector<unsigned> Wrong = inputsOfOtherDevice(
      RunsOn, All, [&](Place From) { return putBy(From) == PutBy::Move; });
  if (Wrong.empty())
    return;
  llvm::SmallVector<Place, 2> Origins;
  for (const unsigned Input : Wrong) {
    const Place From = All[Input].front().Device->From;
    const Expr *Made = expressionOf(From);
    // The GPU can read memory of the host that is pinned, but a tensor of
    // another type is a copy, which is not.
    const auto &Type = All[Input].front().Type;
    const bool IsCopy = Type && Type->From != From;
    if (!IsCopy && mentionsPinned(Made))
      return;
    addOrigins(All[Input], Origins);
  }
  const Known<DeviceValue> &Device = *All[Wrong.front()].front().Device;
  const CXXRecordDecl *Runner =
      R.Loaders.empty() ? recordOfObject(*R.Call->getImplicitObjectArgument())
                        : R.Loaders.front().Record;
  report(R, Origins,
         runnerInputProblem(Wrong, Device.Value, Runner->getName(), RunsOn,
                            putBy(Device.From), !R.Given.All),
         Ctx);
}

void DeviceMismatchCheck::report(const Run &R, ArrayRef<Place> Origins,
                                 const InputDeviceProblem &Problem,
                                 ASTContext &Ctx) {
  const Place From = Origins.front();
  const Expr *Made = expressionOf(From);
  // The callers of the function make it: it is the run that takes what it gets.
  const bool IsPassed = isPassedTo(R, Made, Ctx);
  {
    const SourceLocation Loc =
        IsPassed ? R.Call->getArg(0)->getBeginLoc() : Made->getBeginLoc();
    // A tensor made once is one mistake, wherever it goes; the result of a
    // model would have to be moved for each run.
    if (putBy(From) != PutBy::Model &&
        !ReportedPlaces.insert({Loc, Problem.Wanted.str()}).second)
      return;
    auto Diag = diag(Loc, "%0") << Problem.Text;
    if (!IsPassed)
      Diag << Made->getSourceRange();
  }
  if (IsPassed)
    diag(Made->getBeginLoc(), "%0", DiagnosticIDs::Note) << Problem.AtCaller;
  for (const Place Origin : Origins.drop_front())
    diag(expressionOf(Origin)->getBeginLoc(), "%0", DiagnosticIDs::Note)
        << Problem.AtOther;
  if (!Problem.CureAtRun.empty())
    diag(R.Call->getArg(0)->getBeginLoc(), "%0", DiagnosticIDs::Note)
        << Problem.CureAtRun;
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtRun;
  // Every loader that there is loads the model, or runs on the device.
  if (R.Loaded)
    noteLoaders(R, Problem.AtSource);
  else if (!R.Loaders.empty())
    diag(R.Loaders.front().Loc, "%0", DiagnosticIDs::Note) << Problem.AtSource;
  else
    diag(declarationOf(*R.Call->getImplicitObjectArgument()), "%0",
         DiagnosticIDs::Note)
        << RunsWhereItsClassSays;
}

/// Whether \p S is made by CUDA's functions, or of their types.
static bool mentionsCuda(const Stmt *S) {
  const NamedDecl *Named = declNamed(S);
  if (Named &&
      (isInNamespace(Named, "c10::cuda") || isInNamespace(Named, "at::cuda")))
    return true;
  if (const auto *E = dyn_cast_or_null<Expr>(S)) {
    QualType T = E->getType();
    if (T->isPointerType())
      T = T->getPointeeType();
    // cudaStream_t is a 'CUstream_st *'.
    const StringRef Type = nameOf(T->getAsTagDecl());
    if (Type == "CUstream_st" || Type == "CUDAStream")
      return true;
  }
  return S && llvm::any_of(S->children(), mentionsCuda);
}

// loader.run(inputs, c10::cuda::getCurrentCUDAStream().stream());
void DeviceMismatchCheck::checkStream(const Run &R) {
  if (!R.Loaded || !ignoresCuda(*R.Loaded->Model) || R.Call->getNumArgs() < 2)
    return;
  const Expr *Stream = R.Call->getArg(1)->IgnoreParenCasts();
  if (isa<CXXDefaultArgExpr>(Stream) || !mentionsCuda(Stream))
    return;
  diag(Stream->getBeginLoc(), "%0") << streamText() << Stream->getSourceRange();
  noteLoaders(R, loadedHereText(R.Loaded->quotedName()));
}

// AOTIModelContainerRunnerCpu runner("model.so"), where it needs libtorch_cuda
void DeviceMismatchCheck::checkLoader(const Construction &C,
                                      const LoadedModel &Loaded,
                                      ASTContext &Ctx) {
  if (!isRawRunner(C.Class) ||
      Loaded.Package->Form != aoti_tidy::Contract::Kind::Library ||
      isOtherChoice(C, constructions(), Loaded.Model->Device, Ctx))
    return;
  if (const auto Problem =
          runnerProblem(C.Record->getName(), deviceTypeOf(C.Class),
                        Loaded.quotedName(), *Loaded.Model, runnerClassFor))
    diag(C.Loc, "%0") << *Problem << C.Range;
}

// AOTInductorModelContainerCreateWithDevice(&handle, 1, "cpu", nullptr)
void DeviceMismatchCheck::checkCreate(const CallExpr &Create, ASTContext &Ctx) {
  const auto Given = packages().onlyGiven(Create.getExprLoc(), Ctx);
  const Expr *Arg = Create.getArg(2);
  const auto Text = evaluateString(Arg, Ctx);
  const auto Device = Text ? DeviceName::parseForModel(*Text) : std::nullopt;
  if (!Given || !Device)
    return;
  if (const auto Problem =
          createProblem(Device->Type, Given->quotedName(), *Given->Model))
    diag(Arg->getBeginLoc(), "%0") << *Problem << Arg->getSourceRange();
}

AOTI_MAKE_CHECK(DeviceMismatch)

} // namespace clang::tidy::aoti
