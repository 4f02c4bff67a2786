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

/// What one file says of functions to the other files of a run: what those that
/// it defines return, and what it passes to those that it does not define. By
/// their symbols. And what members hold of classes whose methods it defines.
///
/// A device of no type is one that only others can tell, by its Variable: that of
/// what the function's parameter is given, deviceOfParameter(), or what other
/// files say, foreignPlace() of the index of a Source.
struct FunctionFacts {
  /// Where a property of a tensor comes from.
  struct Origin {
    std::string File; ///< absolute
    unsigned Offset = 0;
    /// A method of a tensor gives it: 'x.to(device)'.
    bool IsMethod = false;
    /// A model returns it: 'runner.run(inputs)'.
    bool IsRun = false;

    friend auto operator<=>(const Origin &, const Origin &) = default;
  };
  /// What the places in the values stand for: foreignPlace() of its index.
  std::vector<Origin> Origins;
  /// What a file passes on of what it has from others: the device is that of
  /// what they say there.
  struct Source {
    enum class Kind { Result, Argument, Member } Of = Kind::Result;
    std::string Symbol;
    unsigned Parameter = 0; ///< of an argument
    /// The member of a struct or tuple; nothing: all there is.
    std::optional<unsigned> Part = std::nullopt;

    friend auto operator<=>(const Source &, const Source &) = default;
  };
  std::vector<Source> Sources;
  /// Empty: not known, of a function that the file defines. In what files say
  /// together, there are none.
  std::map<std::string, Ways> Returns;
  /// Of each parameter, what all calls of the file can give it.
  std::map<std::string, std::vector<Ways>> Arguments;
  /// Of each parameter, what each call of the file gives it, of functions that
  /// are called MaxCalls times at most: one of them may be wrong alone.
  std::map<std::string, std::vector<std::vector<Ways>>> Calls;
  static constexpr size_t MaxCalls = 16;
  /// The functions with such parameters that the file defines: of two programs in
  /// one run, each call is one of them.
  std::set<std::string> Defined;
  /// The methods that files define which override one, by the symbol of that.
  std::map<std::string, std::set<std::string>> Overriders;
  /// What members hold at any time, by memberAcrossFiles(); as Returns.
  std::map<std::string, Ways> Members;
  /// A text or an integer.
  using Constant = std::variant<std::string, int64_t>;
  /// What parameters and members of those types are given.
  struct ConstantFact {
    enum class Kind {
      Other,  ///< something that is not known, or not always the same
      Known,  ///< Value
      SameAs, ///< what the one of the key Of is given
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
  /// What the file asked for, and does not have itself.
  std::set<std::string> Wanted;
  /// The file has been gone through; it may be compiled in several ways.
  bool IsCollected = false;

  /// The file says \p Other as well, as it is compiled another time: of what both
  /// have, nothing is known unless they are the same.
  void keepCommon(const FunctionFacts &Other);

  /// Whether the facts of \p Others answer one of Wanted.
  bool isAnsweredBy(const FunctionFacts &Others) const;

  /// The collector of this thread's file, and what other files said of
  /// functions; null where there is none: in a one-file front.
  static FunctionFacts *collected();
  static const FunctionFacts *ofOthers();
  /// What \p From, a foreignPlace() of the latter, stands for; null if nothing.
  static const Origin *originAt(Place From);

  /// Sets both, for the life of the object.
  class Scope {
  public:
    Scope(FunctionFacts *ToCollect, const FunctionFacts *Others);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

    /// From here on, nothing is collected, and \p Others is what they said.
    static void turnTo(const FunctionFacts &Others);
  };
};

/// What is given either \p A or \p B.
FunctionFacts::ConstantFact united(const FunctionFacts::ConstantFact &A,
                                   const FunctionFacts::ConstantFact &B);

/// What \p Files say together, with the devices that one of them has from another.
/// What two of them say differently of the same function's result is left out;
/// what they pass to one is united.
FunctionFacts joined(const std::vector<const FunctionFacts *> &Files);

/// A place in another file, which no expression stands for. Those are aligned.
inline Place foreignPlace(size_t Origin) { return 2 * Place(Origin) + 1; }
inline bool isForeign(Place From) { return From % 2 != 0; }
inline size_t originOf(Place From) { return From / 2; }

/// The Variable of a device that is the one of what parameter \p I is given, or of
/// the member \p Part of that.
inline uint64_t deviceOfParameter(size_t I, std::optional<unsigned> Part = {}) {
  return 2 * (I + 1) + (Part ? (uint64_t(*Part) + 1) << 32 : 0);
}
/// Those of which \p Variable is the device; of any other no parameter that there
/// can be.
inline std::pair<size_t, std::optional<unsigned>>
parameterOf(uint64_t Variable) {
  const uint64_t Part = Variable >> 32;
  return {(Variable & 0xffffffff) / 2 - 1,
          Part ? std::optional(unsigned(Part - 1)) : std::nullopt};
}

/// Puts in the constants that are SameAs others. Of what nothing is known, \p Facts
/// has no more constants.
void resolveConstants(FunctionFacts &Facts);
/// Puts in the devices that \p Facts has from elsewhere in them. ForeignSources.cpp
void resolveSources(FunctionFacts &Facts);

/// Calls \p Change with each place in \p W.
void forEachPlace(Ways &W, llvm::function_ref<void(Place &)> Change);
/// Calls \p Change with each tensor in \p W.
void forEachTensor(Ways &W, llvm::function_ref<void(TensorValue &)> Change);
/// Calls \p Change with each device in \p W, those of tensors and options.
void forEachDevice(Ways &W, llvm::function_ref<void(DeviceValue &)> Change);

} // namespace aoti_tidy

#endif
