// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-contract/OpContractRule.h"
#include <fmt/format.h>

namespace aoti_tidy {

/// "'ns::op'", or "the operator".
static std::string named(llvm::StringRef Op) {
  return Op.empty() ? "the operator" : fmt::format("'{}'", Op.str());
}

/// "'x'", or "'x.view(-1)', which is 'x',".
static std::string asArgument(llvm::StringRef Expr, llvm::StringRef Name) {
  return Expr == Name ? fmt::format("its argument '{}'", Name.str())
                      : fmt::format("'{}', the memory of its argument '{}'",
                                    Expr.str(), Name.str());
}

static std::string declareWrite(llvm::StringRef Name, OpPromise By) {
  return By == OpPromise::Schema
             ? fmt::format("write 'Tensor(a!) {}' in the schema", Name.str())
             : fmt::format("write mutates_args={{\"{}\"}}", Name.str());
}

std::string droppedProblem(llvm::StringRef Name, llvm::StringRef Op,
                           OpPromise By) {
  return fmt::format("{} returns nothing and does not say that it writes '{}': "
                     "the package drops its calls; {}",
                     named(Op), Name.str(), declareWrite(Name, By));
}

std::string writtenProblem(llvm::StringRef Name, llvm::StringRef Op,
                           OpPromise By) {
  return fmt::format("{} writes its argument '{}' and does not say so: the "
                     "package may lack the write; {}",
                     named(Op), Name.str(), declareWrite(Name, By));
}

std::string returnedProblem(llvm::StringRef Expr, llvm::StringRef Name,
                            llvm::StringRef Op, OpPromise By) {
  return fmt::format("{} returns {}: {}; return a copy ('clone()')", named(Op),
                     asArgument(Expr, Name),
                     By == OpPromise::MutatesArgs
                         ? "torch raises when it does"
                         : "the package may overwrite it");
}

std::string fakeReturnsProblem(llvm::StringRef Expr, llvm::StringRef Name,
                               llvm::StringRef Op) {
  const std::string What = Expr == Name
                               ? fmt::format("'{}' itself", Name.str())
                               : fmt::format("'{}', which may be '{}' itself",
                                             Expr.str(), Name.str());
  return fmt::format("the fake of {} returns {}: in the package, later uses of "
                     "'{}' get the result; return 'torch.empty_like({})'",
                     named(Op), What, Name.str(), Name.str());
}

std::string fakeValueProblem(llvm::StringRef Expr, llvm::StringRef Op) {
  return fmt::format("the fake of {} returns the value '{}', by which export "
                     "decides each 'if'; return 'torch.empty'",
                     named(Op), Expr.str());
}

std::string otherResultProblem(llvm::StringRef What, llvm::StringRef Op,
                               llvm::StringRef Fake, llvm::StringRef Kernel) {
  return fmt::format("the fake of {} returns {}, its kernel {}: the package "
                     "misreads the result; return the kernel's {}",
                     named(Op), Fake.str(), Kernel.str(), What.str());
}

} // namespace aoti_tidy
