// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_MODELRUNS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_MODELRUNS_H

#include "checks/lib/script/InputLists.h"
#include "checks/lib/script/PackageLoads.h"

namespace aoti_tidy::python {

/// A call of a model that the file loads from a package, 'm(x, y)', or of one
/// of its methods.
struct ModelRun {
  Node At;
  const Call *Load = nullptr;
  /// If the file exports what it loads; then the contract is that of the
  /// export.
  const Call *Export = nullptr;
  /// The call that writes the package, if the file has it.
  const Call *Compile = nullptr;
  std::shared_ptr<const Contract> Package; ///< null if exported by the file
  std::string FoundBy;                     ///< how Package was
  /// The model's inputs and outputs; null if unknown.
  std::shared_ptr<const ModelContract> Model;
  /// Set if another script of the run exports it.
  const ScriptPackage *Elsewhere = nullptr;
  std::string PackageName; ///< as messages name it: "'ranker.pt2'"
  /// The tensors that the model gets, as the call flattens its arguments, up to
  /// the first of which nothing is known.
  std::vector<TensorValues> Inputs;
  bool HasAllInputs = false;
  /// The same with what is no tensor.
  std::vector<GivenInputs::Leaf> Leaves;
  /// The names that the call gives inputs by, if the model takes others: then
  /// it has no Inputs.
  std::optional<std::vector<std::string>> OtherKeywords;

  /// True if the inputs are known from an export.
  bool isExported() const { return Export || Elsewhere; }
  /// Notes at the place that it is known from, which is the export or the load:
  /// \p Text, and of another script's export where it is loaded here.
  std::vector<Note> sourceNotes(const std::string &Text) const;
};

/// The runs of which it is known what the model takes, in the order of the
/// text; not those that are there to fail: with pytest.raises(...)
std::vector<ModelRun> modelRuns(const File &F, Tensors &T);

/// All runs of models that the file loads; of those that modelRuns() leaves out
/// Model is null.
std::vector<ModelRun> allModelRuns(const File &F, Tensors &T);

/// The same as modelRuns() for calls of \p Method of such models,
/// 'm.load_constants(...)': the arguments are no inputs.
std::vector<ModelRun> modelMethodCalls(const File &F, Tensors &T,
                                       llvm::StringRef Method);

/// Whether a call is there to fail: with pytest.raises(...): run(x)
bool isExpectedToFail(Node Run);

} // namespace aoti_tidy::python

#endif
