// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_PACKAGEREPORT_H
#define AOTI_TIDY_DRIVER_PACKAGE_PACKAGEREPORT_H

#include "checks/lib/package/Contract.h"
#include "driver/package/ModelPrograms.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// What a run of a model allocates at least, at some sizes.
struct MemoryPeak {
  std::string Model;
  std::map<std::string, int64_t> Sizes;
  int64_t Bytes = 0;
  /// "1280*s4", "buf2_handle at wrapper.cpp:812", "cpp_fused_add_0"
  std::string Formula = "0", Allocation = {}, For = {};
  std::set<std::string> NotCounted = {"constants"}; ///< "buf3_handle"
};

struct ShownPackage {
  Contract Of;
  std::vector<InputNames> Names;
  /// Of each model, the dynamic numbers that forward() takes and it does not.
  std::vector<std::vector<std::string>> Dropped;
  std::vector<MemoryPeak> Memory;
};

/// docs/guides/json.md has the fields.
void writePackagesJson(llvm::ArrayRef<ShownPackage> Packages,
                       llvm::raw_ostream &OS);
void writePackageText(const ShownPackage &Package, bool ShowAll,
                      llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
