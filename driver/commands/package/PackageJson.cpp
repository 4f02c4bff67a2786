// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/JsonPage.h"
#include "driver/package/PackageReport.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

// In the order of the enumerators.
constexpr llvm::StringLiteral Forms[] = {"package", "folder", "library",
                                         "wrapper", "log"};
constexpr llvm::StringLiteral Sources[] = {"none", "recorded", "inferred"};
constexpr llvm::StringLiteral Stores[] = {"unknown", "library", "outside",
                                          "pickles", "blob",    "nowhere"};
constexpr llvm::StringLiteral Origins[] = {"unknown", "parameter", "buffer",
                                           "tensor-constant", "folded"};

void writeTensors(llvm::StringRef Key,
                  const std::optional<std::vector<TensorContract>> &Tensors,
                  const InputNames *Names, JsonPage &J) {
  if (!Tensors)
    return J.attribute(Key, nullptr);
  size_t Index = 0;
  J.objects(Key, *Tensors, [&](const TensorContract &T) {
    J.text("name", T.Name);
    if (Names)
      J.originalName(*Names, Index++);
    J.type(T.Type);
    J.text("device", T.Device);
    J.dimensions(T.Dims);
    if (!T.Dims)
      return;
    J.attributeArray("strides", [&] {
      for (const auto &Stride : T.Strides)
        J.value(Stride ? llvm::json::Value(*Stride) : nullptr);
    });
    J.attribute("contiguous", T.IsContiguous);
  });
}

void writeConstant(const ConstantContract &C, JsonPage &J) {
  J.text("name", C.Name);
  J.text("originalName", C.OriginalName);
  J.attribute("kind", Origins[static_cast<int>(C.Origin)]);
  J.type(C.Type);
  J.text("device", C.Device);
  if (C.Sizes)
    J.list("shape", *C.Sizes);
  else
    J.attribute("shape", nullptr);
  J.attribute("size", C.Bytes);
  J.attribute("folded", C.IsFolded);
}

void writeModel(const ModelContract &M, const InputNames &Names,
                llvm::ArrayRef<std::string> Dropped, JsonPage &J) {
  J.text("name", M.Name);
  J.attributeObject("device", [&] {
    J.text("type", M.Device);
    J.attribute("from", Sources[static_cast<int>(M.DeviceFrom)]);
    J.text("evidence", M.DeviceEvidence);
  });
  J.attributeObject("metadata", [&] {
    for (const auto &[Key, Value] : M.Recorded)
      J.text(Key, Value);
  });
  J.checks(M.Checks);
  J.assumptions(M.Assumptions);
  writeTensors("inputs", M.Inputs, &Names, J);
  J.maybe("keywords", M.Keywords);
  J.texts("dropped", Dropped);
  J.maybe("inputPaths", M.Leaves ? std::optional(inputPaths(M)) : std::nullopt);
  writeTensors("outputs", M.Outputs, nullptr, J);
  J.maybe("outputPaths", M.OutputPaths);
  J.attribute("constantsIn", Stores[static_cast<int>(M.Store)]);
  if (M.Constants)
    J.objects("constants", *M.Constants,
              [&](const ConstantContract &C) { writeConstant(C, J); });
  else
    J.attribute("constants", nullptr);
  J.text("sourceMissing", M.SourceMissing);
  J.texts("kernels", M.Kernels);
}

void writePackage(const ShownPackage &P, JsonPage &J) {
  const Contract &C = P.Of;
  J.text("path", C.Path);
  J.attribute("form", Forms[static_cast<int>(C.Form)]);
  J.objectIf(C.WrittenBy.has_value(), "writtenBy", [&] {
    J.attribute("from", C.WrittenBy->From.str());
    J.attribute("to", C.WrittenBy->To.str());
    J.text("evidence", C.WrittenBy->Evidence);
  });
  J.attributeArray("models", [&] {
    for (const auto &[M, Names, Dropped] :
         llvm::zip_equal(C.Models, P.Names, P.Dropped))
      J.object([&] { writeModel(M, Names, Dropped, J); });
  });
  J.objects("memory", P.Memory, [&](const MemoryPeak &Peak) {
    J.text("model", Peak.Model);
    J.attributeObject("sizes", [&] {
      for (const auto &[Name, Size] : Peak.Sizes)
        J.attribute(Name, Size);
    });
    J.attribute("atLeast", Peak.Bytes);
    J.text("formula", Peak.Formula);
    J.text("allocation", Peak.Allocation);
    J.text("for", Peak.For);
    J.list("notCounted", Peak.NotCounted);
  });
  J.objects("parts", C.Parts, [&](const Part &P) {
    J.text("name", P.Name);
    J.attribute("size", P.Size);
  });
}

} // namespace

void writePackagesJson(llvm::ArrayRef<ShownPackage> Packages,
                       llvm::raw_ostream &OS) {
  JsonPage J(OS, 2);
  J.object([&] {
    J.head();
    J.objects("packages", Packages,
              [&](const ShownPackage &P) { writePackage(P, J); });
  });
  OS << '\n';
}

} // namespace aoti_tidy
