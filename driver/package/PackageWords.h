// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_PACKAGEWORDS_H
#define AOTI_TIDY_DRIVER_PACKAGE_PACKAGEWORDS_H

#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/package/Contract.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy::words {

/// A terminal would obey control characters.
std::string shown(llvm::StringRef Text);
std::string size(uint64_t Bytes);           ///< "214.3 KiB"
llvm::StringRef form(const Contract &C);    ///< "an unpacked package"
std::string era(const Contract &C);         ///< "torch 2.8 to 2.9"
std::string device(const ModelContract &M); ///< "cpu (recorded in ...)"
/// "linux, x86_64, AVX2"; empty before torch 2.10.
std::string machine(const ModelContract &M);
/// "this CPU has it"; empty if unknown.
std::string machineHere(const ModelContract &M);
llvm::StringRef checks(InputChecks Checks); ///< "at every run"
/// A value of the metadata; empty if it is not recorded.
llvm::StringRef recorded(const ModelContract &M, std::string_view Key);
/// "in the library"
llvm::StringRef store(ConstantStore Store);
std::string sizes(const ConstantContract &C); ///< "[4, 16]"
std::string sizes(const TensorContract &T);   ///< "[s77, 16]"
std::string strides(const TensorContract &T); ///< "contiguous", "[1, 8]"
std::string range(const Dimension &D);        ///< "2 to 512"
/// With remarks where bounds are checked otherwise than \p Checks says: "0 to
/// 512 (no lower bound is checked)".
std::string checkedRange(const Dimension &D, InputChecks Checks);
/// Whether every run checks some bound of a size.
bool hasAlways(llvm::ArrayRef<TensorContract> Tensors);

inline constexpr const char *SeePackage =
    "'aoti-tidy package' says what it has";

/// "'c1.wrapper.cpp' is not complete: ..."
std::string notComplete(llvm::StringRef File, const EmittedModel::CutFile &Cut);
/// "the kernel 'a' of 'c2.kernel.cpp' is not read, ..."
std::string notRead(llvm::StringRef What, llvm::StringRef Why);
/// "the model 'b' of 'm.pt2' is not read: ..."
std::string notRead(llvm::StringRef Package, const EmittedPackage::Unread &U);

/// The ranges of dynamic sizes, each once: "s77" -> "2 to 512". The place
/// stands for a missing symbol.
using NamedRange = std::pair<std::string, const Dimension *>;
std::vector<NamedRange> ranges(llvm::ArrayRef<TensorContract> Tensors);

using Row = std::vector<std::string>;
void writeTable(llvm::ArrayRef<Row> Rows, llvm::StringRef Indent,
                llvm::raw_ostream &OS);

} // namespace aoti_tidy::words

#endif
