// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_DEFECTFACTS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_DEFECTFACTS_H

#include <compare>
#include <string>

namespace aoti_tidy {

/// The effect on an export of a kernel that asks for a number: see
/// SymIntMembers.def.
enum class SymIntEffect {
  Specialises,
  SpecialisesInner,
  Throws,
  NullOrThrows,
  Unchecked,
};

/// One thing in a C++ kernel that works only on concrete sizes and real data, in
/// words of its text. It names no operator, since that may be declared in
/// another file.
struct DefectFacts {
  enum class Kind {
    Read,   ///< x.size(0), x.sizes(), x.numel() …: has a sym_ form
    Unwrap, ///< expect_int(), guard_int(), C10_AS_INTARRAYREF_SLOW …
    Data,   ///< item(), data_ptr() …: no symbolic form
  };

  std::string Call; ///< "x.size(0)"
  /// The expression that it reads or makes concrete: "x"; empty if too long to
  /// be quoted.
  std::string Of = {};
  std::string Cure = {}; ///< what to write: "x.sym_size(0)"; empty if nothing
  Kind K = Kind::Read;
  SymIntEffect Effect = SymIntEffect::Throws;
  bool IsList = false; ///< what is unwrapped is a list

  auto operator<=>(const DefectFacts &) const = default;
};

} // namespace aoti_tidy

#endif
