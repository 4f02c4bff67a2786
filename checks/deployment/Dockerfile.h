// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPLOYMENT_DOCKERFILE_H
#define AOTI_TIDY_CHECKS_DEPLOYMENT_DOCKERFILE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// An instruction of a Dockerfile, its lines joined.
struct Instruction {
  std::string Keyword; ///< "RUN"
  std::string Text;    ///< what stands behind it
  unsigned Offset = 0; ///< of the keyword
};

/// One stage: the instructions from one FROM to the next.
struct Stage {
  std::string Name, Base;
  int Parent = -1; ///< the stage that Base names
  std::vector<Instruction> All;
};

/// The stages of a Dockerfile, in its order.
std::vector<Stage> readDockerfile(llvm::StringRef Text);

/// \p S and the stages that it is made from, the first one last.
std::vector<const Stage *> chainOf(const std::vector<Stage> &All,
                                   const Stage &S);

/// The words of a RUN, a CMD or a COPY, without quotes, and brackets of JSON.
std::vector<std::string> wordsOf(llvm::StringRef Text);

/// A Python program that a stage starts.
struct Start {
  std::string Program; ///< "export.py", "pkg/app.py" of 'uvicorn pkg.app:app'
  bool IsOptimized = false;        ///< -O
  bool IgnoresEnvironment = false; ///< -E, -I
  bool MayFail = false;            ///< 'export.py || true'
  const Instruction *In = nullptr;
};

/// Those of RUN, ENTRYPOINT and CMD; what the text does not tell is left out.
std::vector<Start> startsOf(const Stage &S);

/// Whether 'PYTHONOPTIMIZE=...' in \p Text turns asserts off; nothing if it is
/// not set there.
std::optional<bool> optimizeIn(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
