// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DYNAMIC_SHAPES_DYNAMICSHAPESRULE_H
#define AOTI_TIDY_CHECKS_DYNAMIC_SHAPES_DYNAMICSHAPESRULE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

using NameList = std::vector<std::string>;

/// The top-level keys \p Given of dynamic_shapes, where it must have \p
/// Expected: the arguments that forward() gets. Nothing if they are the same.
/// \p Parameters are all that forward() has. If \p IsAtLeast, it may get more
/// of them than are expected.
std::optional<std::string> namesProblem(const NameList &Given,
                                        const NameList &Expected,
                                        const NameList &Parameters,
                                        bool IsAtLeast);
/// {0: batch} where ({0: batch},) is meant; \p Key is the 0.
std::string numberedProblem(int64_t Key);
/// A list or tuple of \p Given entries for \p Expected inputs.
std::optional<std::string> entriesProblem(size_t Given, size_t Expected);

/// The problem with \p Input, which is \p Is, "a list", where dynamic_shapes
/// has \p Said, "a dict".
std::string structureProblem(const std::string &Input, const std::string &Is,
                             const std::string &Said);
std::string keysProblem(const std::string &Input, const NameList &Has,
                        const NameList &Said);
/// A tensor gets a Dim alone.
std::string bareProblem(const std::string &Input);
/// \p Input is no tensor but \p Is: "None".
std::string noTensorProblem(const std::string &Input, const std::string &Is);

/// \p Input has \p Has "elements" or "dimensions", and dynamic_shapes \p Said.
std::string countProblem(const std::string &Input, const std::string &Of,
                         size_t Has, size_t Said);
/// Dimension \p Dim of a tensor that has only \p Rank. \p IsHint: Dim.AUTO or
/// Dim.DYNAMIC, which are ignored there.
std::string beyondProblem(const std::string &Input, int64_t Dim, size_t Rank,
                          bool IsHint);
/// "Dim", "Dim.DYNAMIC" and "Dim.AUTO" for a size that is compiled in.
std::string constantProblem(const std::string &Input, int64_t Dim, int64_t Size,
                            const std::string &Said);
std::string rangeProblem(const std::string &Input, int64_t Dim, int64_t Size,
                         std::optional<int64_t> Min,
                         std::optional<int64_t> Max);
/// One Dim, or two of the name \p Name, for two sizes.
std::string unequalProblem(const std::string &Name, const std::string &Input,
                           int64_t Size, const std::string &Other,
                           int64_t OtherSize);
std::string stringProblem(const std::string &Said);

/// Two Dims whose sizes the expression \p Expr makes the same; \p Second is
/// empty if the other size is constant.
std::string tiedProblem(const std::string &Expr, const std::string &First,
                        const std::string &Second);

} // namespace aoti_tidy

#endif
