// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELTEXTS_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELTEXTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A file of kernels, taken apart where that makes no difference: each of its
/// kernels means the same with and without the others.
///
/// That is so if none is named anywhere else in the file, none declares
/// anything that is seen outside of it, and nothing in the file asks where it
/// stands or what came before it: there are no macros of its own, and no
/// names with '__' but those that Inductor uses. A file in which anything is
/// unusual is not taken apart.
class KernelTexts {
public:
  /// One of the file's kernels: 'extern "C" void name(...) {...}'.
  struct Part {
    llvm::StringRef Name;
    size_t Begin, End; ///< in the file; from the beginning of a line
    unsigned FirstLine, LastLine;
    unsigned NameLine;
    size_t PlaceInRest;
  };

  /// \param File without its includes; must outlive the result. Nothing if it
  ///   is not taken apart.
  static std::optional<KernelTexts> split(llvm::StringRef File);

  /// In their order; names differ.
  llvm::ArrayRef<Part> parts() const { return Parts; }
  /// The file with no kernels but these, every line at its place.
  std::string only(llvm::ArrayRef<size_t> Which) const;

  /// All of the file that a kernel's meaning depends on. The same for kernels
  /// that differ in what Inductor numbers, their names and where they stand.
  std::string meaningOf(size_t Which) const;

private:
  class Scan;

  llvm::StringRef File;
  std::vector<Part> Parts;
  std::string Rest; ///< the tokens that are in none
};

} // namespace aoti_tidy

#endif
