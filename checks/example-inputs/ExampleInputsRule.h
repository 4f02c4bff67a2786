// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_EXAMPLE_INPUTS_EXAMPLEINPUTSRULE_H
#define AOTI_TIDY_CHECKS_EXAMPLE_INPUTS_EXAMPLEINPUTSRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Contract.h"

namespace aoti_tidy {

// Packages are named as messages name them, with quotes: "'ranker.pt2'".

/// The problem with a call that passes \p Given where the example of the
/// export had the constant of \p Example, another one.
std::string constantProblem(const InputLeaf &Example, llvm::StringRef Given,
                            llvm::StringRef Package);

/// The problem with an export whose example has one tensor, \p Tensor, for two
/// inputs.
std::string aliasProblem(llvm::StringRef Tensor, const InputLeaf &First,
                         const InputLeaf &Second);

/// The problem with an export whose input \p Number is a dynamic number.
std::string dynamicNumberProblem(const InputLeaf &Number);

/// The problem with an export that is given \p Form, "a list", in place of a
/// tuple for 'args', where \p Text is written.
std::string argsProblem(llvm::StringRef Form, llvm::StringRef Text);

/// The same in place of a module for 'mod': \p MadeBy makes a ScriptModule,
/// "torch.jit.script"; empty for a function.
std::string modelProblem(llvm::StringRef MadeBy);

/// The same of one whose forward() calls torch.autograd.grad, while \p Mode,
/// "torch.no_grad", is entered.
std::string gradientProblem(llvm::StringRef Mode);

/// The problem with loading what torch.export.save wrote.
std::string savedProblem(llvm::StringRef Path);

/// The problem with loading a file that \p Stream, which is open, writes.
std::string openStreamProblem(llvm::StringRef Stream, Language Lang);

/// The problem with loading one package anew \p When, "in each request", and not
/// once \p Instead, "when the server starts".
std::string loadedAgainProblem(llvm::StringRef When, llvm::StringRef Instead);

/// The problem with the static guard \p Name of the class \p Guard,
/// "InferenceMode".
std::string staticGuardProblem(llvm::StringRef Name, llvm::StringRef Guard);

inline constexpr llvm::StringLiteral AutocastProblem =
    "autocast has no effect on a package: its dtypes were fixed by the export, "
    "which is the place for it";

inline constexpr llvm::StringLiteral ExportedHere = "exported here",
                                     SavedHere = "saved here",
                                     OpenedHere = "opened here";

} // namespace aoti_tidy

#endif
