// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base of this folder's tables.
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_VERSIONTABLE_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_VERSIONTABLE_H

#include "checks/lib/torch/TorchVersion.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

/// Wrong letters in a name that may still be meant for another.
constexpr unsigned slipsAllowed(size_t Length) {
  return Length < 5 ? 0 : Length < 10 ? 1 : 2;
}

/// The only row of \p Table at most a slip or two from \p Name, case aside;
/// null if there is none, or several.
template <typename RowT, typename NameOfT>
const RowT *similarRow(llvm::StringRef Name, llvm::ArrayRef<RowT> Table,
                       NameOfT NameOf) {
  const RowT *Best = nullptr;
  bool IsOnly = true;
  unsigned Limit = slipsAllowed(Name.size());
  for (const RowT &Row : Table) {
    const unsigned Distance = Name.edit_distance_insensitive(
        NameOf(Row), /*AllowReplacements=*/true, /*MaxEditDistance=*/Limit);
    if (Distance > Limit)
      continue;
    IsOnly = !Best || Distance < Limit;
    if (Distance < Limit || !Best)
      Best = &Row;
    Limit = Distance;
  }
  return IsOnly ? Best : nullptr;
}

struct VersionedRow {
  llvm::StringRef Name;
  TorchVersion First;
  /// Nothing if the newest still has it.
  std::optional<TorchVersion> Last;

  /// The first and the last minor version of torch 2 that has it.
  constexpr VersionedRow(llvm::StringRef Name, unsigned FirstMinor,
                         unsigned LastMinor)
      : Name(Name), First{2, FirstMinor} {
    if (TorchVersion{2, LastMinor} < TorchVersion::newest())
      Last = TorchVersion{2, LastMinor};
  }

  bool existsIn(TorchVersion V) const {
    return V >= First && (!Last || V <= *Last);
  }
};

template <typename RowT> class NamedRows : public llvm::ArrayRef<RowT> {
public:
  using llvm::ArrayRef<RowT>::ArrayRef;

  const RowT *find(llvm::StringRef Name) const {
    const auto *Row =
        llvm::find_if(*this, [&](const RowT &R) { return R.Name == Name; });
    return Row == this->end() ? nullptr : Row;
  }

  /// For torch \p V; rows have a Since.
  const RowT *find(llvm::StringRef Name, TorchVersion V) const {
    const RowT *Row = find(Name);
    return Row && V >= Row->Since ? Row : nullptr;
  }

  /// A row that is a slip or two away from \p Name.
  const RowT *similar(llvm::StringRef Name) const {
    return similarRow(Name, llvm::ArrayRef<RowT>(*this),
                      [](const RowT &R) { return R.Name; });
  }
};

} // namespace aoti_tidy

#endif
