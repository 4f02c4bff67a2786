// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/LoadedPackage.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/loader-device/ChosenDevice.h"
#include "checks/loader-device/LoaderDeviceRule.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds loaders that are told no index beside a device that may have one.
///
/// Page: docs/checks/aoti-loader-device.md
class LoaderDeviceCheck : public PackagesOptionCheck {
public:
  using PackagesOptionCheck::PackagesOptionCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

private:
  struct Loader {
    const aoti_tidy::Construction *Made;
    aoti_tidy::ChosenDevice Device;
  };

  void checkLoader(const aoti_tidy::Construction &C);
  /// The device beside a loader in \p Function that no guard makes the current one.
  std::optional<aoti_tidy::ChosenDevice> deviceIn(const FunctionDecl &Function,
                                                  const Expr &Loader) const;
  /// Of the same function or class, beside the same device.
  void report(ArrayRef<Loader> Loaders);
  /// Whether a function that leads to \p Made has a guard.
  bool isUnderGuard(const FunctionDecl &Made) const;

  // Of the file at hand.
  std::vector<aoti_tidy::Construction> Constructions;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Guarded;
  /// Calls that give a loader away, by the class that has it.
  llvm::DenseMap<const CXXRecordDecl *, std::vector<const CallExpr *>> Taken;
  /// By their function or class, and the name of the device.
  llvm::MapVector<std::pair<const Decl *, std::string>, std::vector<Loader>,
                  std::map<std::pair<const Decl *, std::string>, unsigned>>
      Found;
  bool SetsDevice = false;
  ASTContext *Ctx = nullptr;
};

} // namespace

void LoaderDeviceCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(expr(constructionCandidate()).bind("made"), this);
  // std::make_unique<Loader>(path), where 'path' comes from a header that is not
  // found
  Finder->addMatcher(callExpr(callee(expr(anything())),
                              unless(callee(functionDecl())),
                              unless(isExpansionInSystemHeader()))
                         .bind("broken"),
                     this);
  Finder->addMatcher(
      functionDecl(isDefinition(), unless(isExpansionInSystemHeader()))
          .bind("function"),
      this);
  // cache.get_model()
  Finder->addMatcher(
      callExpr(callee(cxxMethodDecl()), unless(isExpansionInSystemHeader()))
          .bind("taken"),
      this);
}

/// The text of \p Function without comments and spaces.
static std::string codeOf(const FunctionDecl &Function, ASTContext &Ctx) {
  const std::string Text =
      Lexer::getSourceText(
          CharSourceRange::getTokenRange(Function.getSourceRange()),
          Ctx.getSourceManager(), Ctx.getLangOpts())
          .str();
  Lexer L(SourceLocation(), Ctx.getLangOpts(), Text.c_str(), Text.c_str(),
          Text.c_str() + Text.size());
  std::string Code;
  for (Token T; !L.LexFromRawLexer(T) || T.isNot(tok::eof);)
    Code.append(L.getBufferLocation() - T.getLength(), T.getLength());
  return Code;
}

void LoaderDeviceCheck::check(const MatchFinder::MatchResult &Result) {
  Ctx = Result.Context;
  if (const auto *Function = Result.Nodes.getNodeAs<FunctionDecl>("function")) {
    // What is written, whether or not its headers are there to say what it is.
    const std::string Code = codeOf(*Function, *Ctx);
    // Behind its own name, which may be 'set_device'; initializers are before '{'.
    SetsDevice |= setsCurrentDevice(StringRef(Code).split('(').second);
    if (hasDeviceGuard(Code))
      Guarded.insert(Function);
    return;
  }
  if (const auto *Call = Result.Nodes.getNodeAs<CallExpr>("taken")) {
    const auto *Method = cast<CXXMethodDecl>(Call->getDirectCallee());
    if (holdsModel(Call->getType()) && !isOfLibrary(Method->getParent()))
      Taken[Method->getParent()->getCanonicalDecl()].push_back(Call);
    return;
  }
  const auto *Broken = Result.Nodes.getNodeAs<CallExpr>("broken");
  if (auto C = Broken ? brokenConstructionOf(Broken)
                      : constructionOf(Result.Nodes.getNodeAs<Expr>("made"));
      C && !Result.SourceManager->isInSystemHeader(C->Loc))
    Constructions.push_back(std::move(*C));
}

bool LoaderDeviceCheck::isUnderGuard(const FunctionDecl &Made) const {
  return llvm::any_of(Guarded, [&](const FunctionDecl *In) {
    return UnitIndex::of(*Ctx).calls(*In, Made);
  });
}

void LoaderDeviceCheck::onEndOfTranslationUnit() {
  if (!SetsDevice)
    for (const Construction &C : Constructions)
      checkLoader(C);
  for (const auto &Loaders : Found)
    report(Loaders.second);
  Found.clear();
  Constructions.clear();
  Guarded.clear();
  Taken.clear();
  SetsDevice = false;
}

/// Whether a member of \p Function's class is a guard.
static bool hasGuardMember(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  return Method &&
         llvm::any_of(Method->getParent()->fields(),
                      [](const FieldDecl *Field) {
                        return hasDeviceGuard(Field->getType().getAsString());
                      });
}

std::optional<ChosenDevice>
LoaderDeviceCheck::deviceIn(const FunctionDecl &Function,
                            const Expr &Loader) const {
  if (!Function.getBody() || isUnderGuard(Function) || hasGuardMember(Function))
    return std::nullopt;
  return deviceBeside(Loader, Function, *Ctx);
}

/// The branches that \p E is in, from the inside out; a switch is one of its own
/// for each.
static std::vector<const Stmt *> branchesAround(const Expr &E,
                                                ASTContext &Ctx) {
  std::vector<const Stmt *> Result;
  anyAround(E, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    if (const auto *If = dyn_cast<IfStmt>(&Outer);
        If && (&Inner == If->getThen() || &Inner == If->getElse()))
      Result.push_back(&Inner);
    if (const auto *Choice = dyn_cast<ConditionalOperator>(&Outer);
        Choice && &Inner != Choice->getCond())
      Result.push_back(&Inner);
    if (isa<SwitchStmt>(Outer))
      Result.push_back(&E);
    return false;
  });
  return Result;
}

/// Whether \p E is only for the CPU: if (d.is_cpu()) E; or behind
/// TORCH_CHECK(d.is_cpu()); or if (!d.is_cpu()) throw ...;
static bool isForCpu(const Expr &E, ASTContext &Ctx) {
  const auto TextOf = [&](const Stmt *S) {
    return Lexer::getSourceText(
        Ctx.getSourceManager().getExpansionRange(S->getSourceRange()),
        Ctx.getSourceManager(), Ctx.getLangOpts());
  };
  const auto Leaves = [&](const Stmt *S) {
    const StringRef Text = TextOf(S);
    if (!Text.contains("is_cpu()"))
      return false;
    if (Text.contains("CHECK(")) // a macro
      return !Text.contains("!");
    const auto *If = dyn_cast<IfStmt>(S);
    return If && TextOf(If->getCond()).starts_with("!") &&
           Text.contains("throw");
  };
  return anyAround(E, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    if (const auto *If = dyn_cast<IfStmt>(&Outer))
      return &Inner == If->getThen() &&
             TextOf(If->getCond()).ends_with("is_cpu()") &&
             !TextOf(If->getCond()).starts_with("!");
    const auto *Block = dyn_cast<CompoundStmt>(&Outer);
    return Block &&
           llvm::any_of(llvm::make_range(Block->body_begin(),
                                         llvm::find(Block->body(), &Inner)),
                        Leaves);
  });
}

// torch::Device device(text); auto loader = std::make_unique<Loader>(path);
void LoaderDeviceCheck::checkLoader(const Construction &C) {
  const StringRef Parameter = indexParameter(C.Class);
  if ((C.Class != LoaderClass::PackageLoader &&
       C.Class != LoaderClass::RunnerCuda) ||
      C.IsBaseOfSubclass || C.argument(Parameter) ||
      (C.Class == LoaderClass::PackageLoader && isForCpu(*C.Node, *Ctx)))
    return;
  const FunctionDecl *Function = functionOf(*C.Node, *Ctx);
  auto Device = Function ? deviceIn(*Function, *C.Node) : std::nullopt;
  // Or beside who takes the loader from the class that has it.
  if (const auto *Keeper = dyn_cast_or_null<CXXMethodDecl>(Function))
    for (const CallExpr *Call : Taken[Keeper->getParent()->getCanonicalDecl()])
      if (const FunctionDecl *Taker = functionOf(*Call, *Ctx);
          Taker && !Device && !isUnderGuard(*Function))
        Device = deviceIn(*Taker, *Call);
  if (!Device)
    return;
  for (const Construction &Other : Constructions)
    if (const Expr *Index = Other.argument(indexParameter(Other.Class));
        Index && !evaluateInt(Index, *Ctx) &&
        functionOf(*Other.Node, *Ctx) == Function) {
      // if (device.is_cpu()) the one; else the other
      if (branchesAround(*C.Node, *Ctx) != branchesAround(*Other.Node, *Ctx))
        return;
      Device->GivenAt = Other.Loc;
    }
  if (const auto Loaded = Packages.of(C, *Ctx);
      Loaded && Loaded->Model->Device == "cpu")
    return;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  const Decl *In = Method ? cast<Decl>(Method->getParent()) : Function;
  Found[{In->getCanonicalDecl(), Device->Name}].push_back({&C, *Device});
}

void LoaderDeviceCheck::report(ArrayRef<Loader> Loaders) {
  const auto &[First, Device] = Loaders.front();
  const StringRef Parameter = indexParameter(First->Class);
  const LoaderDeviceProblem Problem = loaderDeviceProblem(
      {First->Record->getName(), Device.Name,
       First->indexOf(Parameter) ? Parameter : "", Device.GivenAt.isValid()});
  diag(First->Loc, "%0") << Problem.Text << First->Range;
  diag(Device.At, "%0", DiagnosticIDs::Note) << Problem.AtDevice;
  if (Device.GivenAt.isValid())
    diag(Device.GivenAt, "%0", DiagnosticIDs::Note) << Problem.AtGiven;
  for (const Loader &Other : Loaders.drop_front())
    diag(Other.Made->Loc, "%0", DiagnosticIDs::Note) << Problem.AtOther;
  diag(First->Loc, "%0", DiagnosticIDs::Note) << Problem.AtLoader;
}

AOTI_MAKE_CHECK(LoaderDevice)

} // namespace clang::tidy::aoti
