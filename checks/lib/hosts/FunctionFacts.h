// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_FUNCTIONFACTS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_FUNCTIONFACTS_H

#include "checks/lib/hosts/TensorWays.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace aoti_tidy {

/// Facts that one file tells the other files of a run: the values that its functions
/// return, and those that it passes to functions of other files, by symbol; and the
/// constants that it gives to parameters and members.
///
/// A device of no type in Returns is that of what a parameter is given:
/// deviceOfParameter() is its Variable.
struct FunctionFacts {
  /// The place that gives a tensor a property.
  struct Origin {
    std::string File; ///< absolute
    unsigned Offset = 0;
    /// A method of a tensor gives it: 'x.to(device)'.
    bool IsMethod = false;
    /// A model returns it: 'runner.run(inputs)'.
    bool IsRun = false;

    friend auto operator<=>(const Origin &, const Origin &) = default;
  };
  /// The places in the values: foreignPlace() of the index.
  std::vector<Origin> Origins;
  /// Empty: not known, of a function that the file defines.
  std::map<std::string, Ways> Returns;
  /// The values that the file's calls can give each parameter.
  std::map<std::string, std::vector<Ways>> Arguments;
  /// The functions with such parameters that the file defines: of two programs in
  /// one run, each call is one of them.
  std::set<std::string> Defined;
  /// A text or an integer.
  using Constant = std::variant<std::string, int64_t>;
  /// The constant that a parameter or member is given.
  struct ConstantFact {
    enum class Kind {
      Other,  ///< something that is not known, or not always the same
      Known,  ///< Value
      SameAs, ///< the value of the one with the key Of
    } K = Kind::Other;
    Constant Value = 0;
    std::string Of;
    /// Whoever gives it something mentions this name.
    std::string Mention;

    friend bool operator==(const ConstantFact &,
                           const ConstantFact &) = default;
  };
  /// By memberAcrossFiles(), or of a parameter 'symbol#position'.
  std::map<std::string, ConstantFact> Constants;
  /// The symbols that the file asks other files about.
  std::set<std::string> Wanted;
  /// The file has been gone through; it may be compiled in several ways.
  bool IsCollected = false;

  /// Merges the facts of the same file, compiled in another way: where they differ,
  /// nothing is known.
  void keepCommon(const FunctionFacts &Other);

  /// Whether the facts of \p Others answer one of Wanted.
  bool isAnsweredBy(const FunctionFacts &Others) const;

  /// The facts to collect for this thread's file, and those of the other files; null
  /// in a front that sees one file at a time.
  static FunctionFacts *collected();
  static const FunctionFacts *ofOthers();
  /// The origin that \p From, a foreignPlace() of ofOthers(), stands for; else null.
  static const Origin *originAt(Place From);

  /// Sets both, for the life of the object.
  class Scope {
  public:
    Scope(FunctionFacts *ToCollect, const FunctionFacts *Others);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
  };
};

/// The fact about what is given both \p A and \p B.
FunctionFacts::ConstantFact united(const FunctionFacts::ConstantFact &A,
                                   const FunctionFacts::ConstantFact &B);

/// The facts of all \p Files. A function that two of them define is left out; the
/// values that they pass to a function are united.
FunctionFacts joined(const std::vector<const FunctionFacts *> &Files);

/// A place in another file, which no expression stands for. Those are aligned.
inline Place foreignPlace(size_t Origin) { return 2 * Place(Origin) + 1; }
inline bool isForeign(Place From) { return From % 2 != 0; }
inline size_t originOf(Place From) { return From / 2; }

/// The Variable of a device that is the one of what parameter \p I is given.
inline uint64_t deviceOfParameter(size_t I) { return I + 1; }
/// The parameter whose device \p Variable stands for.
inline size_t parameterOf(uint64_t Variable) { return Variable - 1; }

/// Replaces constants that are SameAs others by their values, and drops those that
/// are not known.
void resolveConstants(FunctionFacts &Facts);

/// Calls \p Change with each place in \p W.
void forEachPlace(Ways &W, llvm::function_ref<void(Place &)> Change);

} // namespace aoti_tidy

#endif
