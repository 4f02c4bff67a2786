// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_PACKAGECHECK_H
#define AOTI_TIDY_CHECKS_COMMON_PACKAGECHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/hosts/LoadedPackage.h"
#include "checks/lib/hosts/LoaderBindings.h"
#include "checks/lib/hosts/TensorDataflow.h"
#include <map>

namespace clang::tidy::aoti {

/// The base of checks that ask which package a loader loads.
///
/// Option (global): Packages, paths of packages separated by ';': those that
/// the loaders load whose path the source does not tell.
class PackagesOptionCheck : public AotiCheck {
public:
  PackagesOptionCheck(StringRef Name, ClangTidyContext *Context);
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

private:
  const std::string PackagesOption;

protected:
  aoti_tidy::PackageFinder Packages;
};

/// The base of checks that hold a host against the package it loads: finds the calls
/// that run models, the tensors they get, and the model that runs.
class PackageCheck : public PackagesOptionCheck {
public:
  using PackagesOptionCheck::PackagesOptionCheck;
  void registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                           Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

protected:
  /// The tensors that a run gets.
  struct Inputs {
    /// Each of them, if their number is known.
    std::optional<std::vector<aoti_tidy::TensorValues>> All;
    /// If it is not, what each of them can be; empty if that is not known either.
    aoti_tidy::TensorValues Each;
  };

  /// loader.run(inputs)
  struct Run {
    const CXXMemberCallExpr *Call;
    const FunctionDecl *Function;
    /// Where the loader can have been made; empty if not known.
    llvm::SmallVector<aoti_tidy::Construction, 1> Loaders;
    /// The one model that all of Loaders load.
    std::optional<aoti_tidy::LoadedModel> Loaded;
    Inputs Given;
  };

  virtual void checkRun(const Run &R, ASTContext &Ctx) = 0;
  /// Called for each loader or runner that the file makes, with the model it
  /// loads.
  virtual void checkLoader(const aoti_tidy::Construction &,
                           const aoti_tidy::LoadedModel &, ASTContext &) {}
  /// Called once for each file, before its loaders and runs.
  virtual void checkFile(ASTContext &) {}
  /// Called once for each file, after its runs.
  virtual void checkAfterRuns(ASTContext &) {}

  /// The runs of the file; valid while they are checked.
  llvm::ArrayRef<Run> runs() const { return Runs; }
  aoti_tidy::PackageFinder &packages() { return Packages; }
  /// Asked while the runs of a file are checked.
  const aoti_tidy::LoaderBindings &bindings() const { return Bindings; }
  /// The loaders and runners that the file makes.
  llvm::ArrayRef<aoti_tidy::Construction> constructions() const {
    return Constructions;
  }

  /// Whether \p Made stands in a caller of the function of \p R, which gets the
  /// tensor as an argument.
  static bool isPassedTo(const Run &R, const Expr *Made, ASTContext &Ctx);

  /// The type of device that the class of a runner says, if all that may run
  /// say the same; else empty.
  static llvm::StringRef deviceOfRunner(const Run &R);

  /// A note where a script exports the model of \p R, if one does, and at each
  /// place where it is loaded.
  void noteLoaders(const Run &R, llvm::StringRef Text);

  /// The one model that all of \p Loaders load; nothing if there is none.
  std::optional<aoti_tidy::LoadedModel>
  modelOf(llvm::ArrayRef<aoti_tidy::Construction> Loaders, ASTContext &Ctx);

  using Flow = std::shared_ptr<aoti_tidy::TensorDataflow>;
  /// Null if \p Function cannot be followed.
  Flow flowOf(const FunctionDecl &Function);

private:
  /// A place in another file of the run; invalid if it is not there.
  SourceLocation locationIn(llvm::StringRef File, unsigned Offset);
  Inputs inputsOf(const CXXMemberCallExpr &Call, const FunctionDecl &Function);
  Run runOf(const CXXMemberCallExpr &Call, const FunctionDecl &Function);
  void setLoaders(Run &R);
  /// Says on which device \p Call returns its tensors, if that is known.
  void noteOutputs(const CXXMemberCallExpr &Call);
  /// Says why nothing is known of what \p C loads.
  void remark(const aoti_tidy::Construction &C);
  /// Tells who collects the facts of the file what is known of \p R.
  void record(const Run &R);

  // The state of the file at hand.
  aoti_tidy::LoaderBindings Bindings;
  std::vector<std::pair<const CXXMemberCallExpr *, const FunctionDecl *>> Calls;
  std::vector<aoti_tidy::Construction> Constructions;
  std::vector<Run> Runs;
  /// The flows of functions with runs.
  std::map<const FunctionDecl *, Flow> Flows;
  ASTContext *Context = nullptr;
};

} // namespace clang::tidy::aoti

#endif
