// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_SCRIPTRECORD_H
#define AOTI_TIDY_DRIVER_REPORT_SCRIPTRECORD_H

#include "checks/lib/package/RunScripts.h"
#include "driver/report/FindingRecord.h"

/// Records of the packages that scripts of a run write.
namespace aoti_tidy {

template <typename Record> void fields(Record &R, Dimension &X) {
  auto &[Lower, Upper, Symbol, LowerChecked, UpperChecked, LowerAlways,
         UpperAlways] = X;
  R(Lower, Upper, Symbol, LowerChecked, UpperChecked, LowerAlways, UpperAlways);
}

template <typename Record> void fields(Record &R, InputLeaf &X) {
  auto &[Path, Argument, Constant] = X;
  R(Path, Argument, Constant);
}

template <typename Record> void fields(Record &R, TensorContract &X) {
  auto &[Name, Type, Device, Dims, Strides, IsContiguous] = X;
  R(Name, Type, Device, Dims, Strides, IsContiguous);
}

template <typename Record> void fields(Record &R, ScriptPackage &X) {
  auto &[Path, Script, Export, Inputs, Keywords, Checks, Leaves] = X;
  R(Path, Script, Export, Inputs, Keywords, Checks, Leaves);
}

/// As a record, with \p Root as toRecord() takes it.
inline std::string recordOf(const RunScripts &Run, llvm::StringRef Root) {
  return toRecord(Run.packages().vec(), Root);
}

} // namespace aoti_tidy

#endif
