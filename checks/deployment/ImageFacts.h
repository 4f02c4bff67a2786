// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPLOYMENT_IMAGEFACTS_H
#define AOTI_TIDY_CHECKS_DEPLOYMENT_IMAGEFACTS_H

#include "checks/deployment/Dockerfile.h"
#include "checks/deployment/ProjectPins.h"

namespace aoti_tidy {

/// A Dockerfile, and the folder that its paths count from.
struct ImageFile {
  std::string Path, Context;
  std::vector<Stage> Stages;
};

/// The torch of Python in the stage; nothing if that is not certain.
std::optional<NamedTorch> torchOf(const ImageFile &In, const Stage &S,
                                  const ProjectFiles &Files);

/// The image that the stage is made from, if that has no C++ compiler and nothing
/// can have put one into it.
std::optional<std::string> baseWithoutCompiler(const ImageFile &In,
                                               const Stage &S);

/// Where \p S sets PYTHONOPTIMIZE for all that it starts; null if it does not.
const Instruction *optimizedBy(const ImageFile &In, const Stage &S);

/// Whether \p Program, as a stage starts it, is the project's file \p Script.
bool isProgram(llvm::StringRef Program, llvm::StringRef Script,
               const ImageFile &In, const Stage &S, const ProjectFiles &Files);

/// Whether \p S copies a package from the stage \p From.
bool copiesPackage(const ImageFile &In, const Stage &S, const Stage &From);

} // namespace aoti_tidy

#endif
