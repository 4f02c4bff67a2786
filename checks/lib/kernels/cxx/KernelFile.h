// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELFILE_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELFILE_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// Models of kernels that were read before.
///
/// What is kept is the model of a kernel, not what was proved of it: the model
/// depends on the kernel's text alone, and so is the same in every package,
/// under every guard and for every argument. It takes four fifths of the time
/// of a package to make; all that the wrapper has a part in is done anew.
class KnownKernels {
public:
  virtual ~KnownKernels() = default;
  /// \param Text All that the model depends on but this program.
  virtual std::optional<Kernel> find(llvm::StringRef Text) = 0;
  virtual void keep(llvm::StringRef Text, const Kernel &Model) = 0;
};

/// How files of kernels are read. What comes of it is the same, whatever this
/// says.
struct KernelReading {
  unsigned Threads = 1;
  /// Of kernels that are worth a thread: it parses the declarations of what
  /// kernels use, which takes as long as a good deal of their text.
  size_t BytesOfThread = size_t(64) << 10;
  KnownKernels *Known = nullptr; ///< null: none
};

/// The kernels in \p Text, a file or a wrapper that has them in it. It is not
/// too deep for Clang.
///
/// \param Name, File of places.
std::vector<Kernel> readKernelFile(llvm::StringRef Text, llvm::StringRef Name,
                                   unsigned File, const KernelReading &How);

} // namespace aoti_tidy

#endif
