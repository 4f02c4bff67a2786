// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/frozen-state/FrozenStateRule.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {

std::string pythonStateProblem(StringRef Name, StringRef What) {
  return fmt::format(
      "'{}' is {}: each run of the package starts from its value "
      "at the export; use register_buffer()",
      Name.str(), What.str());
}

std::string smallBufferProblem(StringRef Name, int64_t Elements, int64_t Most) {
  return fmt::format("the buffer '{}' has {}, which the compiler takes for a "
                     "constant: each run starts from its first value; {}",
                     Name.str(),
                     Elements == 1 ? "one element"
                                   : fmt::format("{} elements", Elements),
                     Most == 1 ? "give it two elements"
                               : fmt::format("torch 2.8 compiles in up to {} "
                                             "elements; give it more",
                                             Most));
}

std::string outsideProblem(OutsideState What, StringRef Function) {
  static constexpr StringRef Effects[] = {
      "called once, by the export, and each run of the package uses that "
      "number; use torch.rand",
      "read once, by the export, and each run of the package uses that time; "
      "pass it as a tensor",
      "read once, by the export, and not where the package runs; pass the "
      "value as a tensor",
      "not part of the exported program, and the package draws other numbers "
      "in each run; seed where it runs"};
  static_assert(std::size(Effects) ==
                static_cast<size_t>(OutsideState::Seed) + 1);
  return fmt::format("'{}' is {}", Function.str(),
                     Effects[static_cast<unsigned>(What)].str());
}

std::string frozenSizeProblem() {
  return "'int()' makes this dynamic size the constant of the example, and the "
         "package does not check it: other sizes get a wrong result; use '//' "
         "or torch.sym_int";
}

std::string moveProblem(StringRef Method, StringRef Is) {
  return fmt::format(
      "'{}()' comes after the export, whose program and package are for {}, as "
      "its example inputs; call it, for these too, before the export",
      Method.str(), Is.str());
}

std::string adapterProblem(StringRef Method) {
  return fmt::format(
      "'{}()' comes after the model was compiled, and the package "
      "keeps what it had then; call it before the export",
      Method.str());
}

StringRef exportNote() { return "the model is exported here"; }

StringRef firstValueNote() { return "its first value"; }

} // namespace aoti_tidy
