// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_PACKAGECHECK_H
#define AOTI_TIDY_CHECKS_COMMON_PACKAGECHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/hosts/CallerChoice.h"
#include "checks/lib/hosts/LoadedPackage.h"
#include "checks/lib/hosts/ModelRuns.h"
#include "checks/lib/hosts/TensorDataflow.h"
#include <map>
#include <set>

namespace clang::tidy::aoti {

/// What the checks share that hold a host against the package it loads: the
/// calls that run models, with the tensors they get and the model that runs.
///
/// Option (global): Packages, paths of packages separated by ';': those that
/// the loaders load whose path the source does not tell.
class PackageCheck : public AotiCheck {
public:
  PackageCheck(StringRef Name, ClangTidyContext *Context);
  void registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                           Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;
  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

protected:
  /// What a run gets.
  struct Inputs {
    /// The tensors, as far as they can be followed.
    std::optional<std::vector<aoti_tidy::TensorValues>> All;
    /// Behind these, what is in All may be missing: 'if (has_mask)
    /// inputs.push_back(mask);'. Else as many as there are.
    size_t Fewest = 0;
    /// If their number is not known: what each of them can be. Empty if that is
    /// not known either.
    aoti_tidy::TensorValues Each;
    /// Of the run's function; null if it cannot be followed.
    std::shared_ptr<aoti_tidy::TensorDataflow> Flow;

    /// All, as far as a model with so many inputs gets it. Nothing if there can
    /// be so many only where something is not known.
    std::optional<std::vector<aoti_tidy::TensorValues>>
    allOf(const aoti_tidy::ModelContract &Model) const;
  };

  /// One of the loaders that a run may have, and what it gets if it has that
  /// one: what depends on the same conditions as the loader is paired with it.
  struct Way {
    aoti_tidy::LoaderWay Loader;
    /// The model that it loads.
    std::optional<aoti_tidy::LoadedModel> Loaded;
    Inputs Given;
    /// Given is what it gets on a machine with a GPU.
    bool IsOnGpu = false;
    /// Given is what it gets the next time, beside which it gets others first.
    bool IsNext = false;
    /// Given is what it gets on this way.
    aoti_tidy::Branch Along;
    /// Loader is the one of several that the program chooses by conditions.
    bool IsChosen = false;
  };

  /// loader.run(inputs)
  struct Run {
    const CXXMemberCallExpr *Call;
    const FunctionDecl *Function;
    /// Where the loader can have been made; empty if not known.
    llvm::SmallVector<aoti_tidy::LoaderWay, 1> Loaders;
    /// The one model that all of Loaders load.
    std::optional<aoti_tidy::LoadedModel> Loaded;
    /// What it gets, whichever of Loaders runs.
    Inputs Given;
    /// One for each of Loaders, if the program chooses between them by
    /// conditions that exclude each other; else empty.
    std::vector<Way> Ways;
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

  /// Of the file; asked while they are checked.
  llvm::ArrayRef<Run> runs() const { return Runs; }
  aoti_tidy::PackageFinder &packages() { return Packages; }
  /// Asked while the runs of a file are checked.
  const aoti_tidy::LoaderBindings &bindings() const { return Bindings; }
  /// The loaders and runners that the file makes.
  llvm::ArrayRef<aoti_tidy::Construction> constructions() const {
    return Constructions;
  }

  /// The function that \p E stands in; null if it stands in none.
  static const FunctionDecl *functionAround(const Expr &E, ASTContext &Ctx);

  /// Whether \p C stands in a function that \p From calls, directly or not.
  static bool isMadeUnder(const aoti_tidy::Construction &C,
                          const FunctionDecl &From, ASTContext &Ctx);

  /// What \p R gets on the way \p W where 'torch::cuda::is_available()'; nothing
  /// if it only runs where that is false, or where that is known anyway, or may
  /// follow from what leads there.
  std::optional<Inputs> givenOnGpu(const Run &R, const Way &W);

  /// What \p R gets on the way \p W by each call of its function in the file,
  /// beside which what other calls give does not count. Empty if there are
  /// none, or very many.
  std::vector<Inputs> givenByCalls(const Run &R, const Way &W);
  /// As givenByCalls(), by each call in another file.
  std::vector<Inputs> givenByForeignCalls(const Run &R, const Way &W);

  /// What \p R gets on the way \p W the next time, where it moves what it has
  /// returned and feeds it back; nothing if it does not, or to where the other
  /// values are.
  std::optional<Inputs> givenNext(const Run &R, const Way &W);

  /// What \p R gets on the way \p W when its function is called again, of what it
  /// has left in members itself the time before; nothing if that is not known, or
  /// where the other values are.
  std::optional<Inputs> givenAgain(const Run &R, const Way &W);

  /// What \p R gets on the way \p W after each method that gives one of its
  /// members a value, beside which other values do not count. Empty unless some
  /// input \p CanDiffer.
  std::vector<Inputs> givenByWrites(
      const Run &R, const Way &W,
      llvm::function_ref<bool(const aoti_tidy::TensorValues &)> CanDiffer =
          differInDevice);
  static bool differInDevice(const aoti_tidy::TensorValues &Ways);

  /// What \p R gets on the way \p W on each way of an 'if' that is sure to be
  /// gone, where that is on other devices than on the other one.
  std::vector<std::pair<aoti_tidy::Branch, Inputs>>
  givenByBranches(const Run &R, const Way &W);

  /// Whether \p Made stands in a caller of the function of \p R, which gets the
  /// tensor as an argument.
  static bool isPassedTo(const Run &R, const Expr *Made, ASTContext &Ctx);

  /// Whether no run of the file that gets a tensor which is where it is by
  /// \p From runs on another type of device. Of a loader that is not known, it
  /// may.
  bool isOnlyTakenOn(aoti_tidy::Place From, llvm::StringRef DeviceType) const;

  /// A note at each place where the model of \p R is loaded, or where that of
  /// \p W is, if that is chosen.
  void noteLoaders(const Run &R, const Way &W, llvm::StringRef Text);
  void noteLoaders(const Run &R, llvm::StringRef Text) {
    noteLoaders(R, {}, Text);
  }

  /// The ways to hold a package against what \p R gets: whichever loader runs,
  /// or, where the program chooses, each.
  static std::vector<Way> waysOf(const Run &R);

  /// Where \p Made begins, the expression that gives a tensor what it has from
  /// \p From; if there is none, that place in another file of the run.
  SourceLocation locationOf(aoti_tidy::Place From, const Expr *Made);

  /// The one model that all of \p Loaders load; nothing if there is none.
  std::optional<aoti_tidy::LoadedModel>
  modelOf(llvm::ArrayRef<aoti_tidy::LoaderWay> Loaders, ASTContext &Ctx);

  using Flow = std::shared_ptr<aoti_tidy::TensorDataflow>;
  /// Null if \p Function cannot be followed.
  Flow flowOf(const FunctionDecl &Function,
              const aoti_tidy::Conditions &Assumed = {},
              aoti_tidy::OneWay By = {});

private:
  /// Whether \p W is one of several ways of \p R. What one caller or method
  /// gives may be meant for an object that never goes it.
  static bool isOneOfSeveral(const Run &R, const Way &W) {
    return W.IsChosen && R.Ways.size() > 1;
  }
  /// What holds where \p R runs the loader of \p W.
  aoti_tidy::Conditions conditionsOf(const Run &R, const Way &W);
  /// What \p Call, in \p Function, gets while \p Assumed holds, on the way
  /// \p By.
  Inputs inputsOf(const CXXMemberCallExpr &Call, const FunctionDecl &Function,
                  const aoti_tidy::Conditions &Assumed,
                  aoti_tidy::OneWay By = {});
  Run runOf(const CXXMemberCallExpr &Call, const FunctionDecl &Function);
  /// What \p R gets by each call of the function that \p By, a call of its own,
  /// stands in: callers of callers choose the device.
  std::vector<Inputs> givenByOuterCalls(const Run &R,
                                        const aoti_tidy::UnitIndex::Call &By,
                                        const aoti_tidy::Conditions &Here);
  void setLoaders(Run &R);
  /// Says on which device \p Call returns its tensors, if that is known.
  void noteOutputs(const CXXMemberCallExpr &Call);
  /// Says why nothing is known of what \p C loads.
  void remark(const aoti_tidy::Construction &C);
  /// The type of device that the class of a runner says, if all that may run
  /// say the same; else empty.
  static llvm::StringRef deviceOfRunner(const Run &R);
  /// For isOnlyTakenOn().
  void noteTakers(const Run &R);
  /// What \p R gets, where that is not known by what the file's callers of its
  /// function pass: findings are about those, too.
  Inputs describedInputs(const Run &R);
  /// Tells who collects the facts of the file what is known of \p R.
  void record(const Run &R);

  const std::string PackagesOption;
  aoti_tidy::PackageFinder Packages;
  // Of the file at hand.
  aoti_tidy::LoaderBindings Bindings;
  std::vector<std::pair<const CXXMemberCallExpr *, const FunctionDecl *>> Calls;
  std::vector<aoti_tidy::Construction> Constructions;
  std::vector<Run> Runs;
  /// Of functions whose runs are asked about.
  std::map<const FunctionDecl *, Flow> Flows;
  /// Of the one function whose runs are asked about at present, under certain
  /// conditions: a file with a thousand runs does not keep a thousand of them.
  std::map<std::pair<aoti_tidy::OneWay, std::string>, Flow> Assuming;
  const FunctionDecl *AssumingOf = nullptr;
  aoti_tidy::CallerChoices Choices;
  /// The types of devices of the runs that get a tensor from a place.
  std::map<aoti_tidy::Place, std::set<std::string>> Takers;
  ASTContext *Context = nullptr;
};

} // namespace clang::tidy::aoti

#endif
