// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/ScriptFacts.h"
#include "driver/report/FindingRecord.h"
#include "llvm/ADT/STLExtras.h"

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

namespace python {

template <typename Record> void fields(Record &R, ScriptPackage &X) {
  auto &[Path, Script, Export, Inputs, Keywords, Checks, Leaves] = X;
  R(Path, Script, Export, Inputs, Keywords, Checks, Leaves);
}

} // namespace python

std::shared_ptr<const python::RunScripts>
readScripts(llvm::ArrayRef<ScriptSource> Writers, IsolationSettings Apart) {
  using Packages = std::vector<python::ScriptPackage>;
  Apart.Progress = {};
  auto Read = runIsolated<Packages>(Writers.size(), Apart, [&](size_t I) {
    const auto Parsed = python::File::create(Writers[I].File, Writers[I].Text,
                                             *Writers[I].With);
    return Parsed ? python::packagesWrittenBy(*Parsed) : Packages();
  });
  Packages All;
  for (auto &Of : Read)
    llvm::append_range(All, Of.Value);
  return std::make_shared<const python::RunScripts>(std::move(All));
}

std::string recordOf(const python::RunScripts &Run, llvm::StringRef Root) {
  return toRecord(Run.packages().vec(), Root);
}

} // namespace aoti_tidy
