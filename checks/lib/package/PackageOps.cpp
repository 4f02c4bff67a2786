// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/PackageOps.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/Json.h"
#include "checks/lib/package/PackageLayout.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// A line per call.
constexpr uint64_t MaxNodesSize = 16 << 20;

/// Namespaces of libraries that torch loads by itself.
constexpr StringRef OfTorch =
    " _c10d_functional _c10d_functional_autograd _dtensor _quantized aten c10d "
    "c10d_functional debugprims fsdp higher_order inductor inductor_prims mkl "
    "mkldnn mkldnn_prepacked onednn prepacked prim prims profiler quantized "
    "quantized_decomposed rngprims sparse streams symm_mem torch_attn triton "
    "xnnpack ";

/// Whether \p File has the calls of operators by name: <hash>.wrapper.json, up to
/// torch 2.6 <hash>.json.
bool isNodes(const ModelFile &File) {
  return File.Name.ends_with(".json") && !File.metadataRank() &&
         !File.Name.ends_with("_metadata.json") && !File.isWeightsIndex();
}

void addOps(const llvm::json::Value &Json, std::vector<PackageOp> &To) {
  const auto *Root = Json.getAsObject();
  const auto *Nodes = Root ? Root->getArray("nodes") : nullptr;
  for (const llvm::json::Value &Each : Nodes ? *Nodes : llvm::json::Array()) {
    const auto *Outer = Each.getAsObject();
    const auto *Node = Outer ? Outer->getObject("node") : nullptr;
    const auto Target = Node ? Node->getString("target") : std::nullopt;
    if (!Target)
      continue;
    const auto [Namespace, Name] = Target->split("::");
    if (Name.empty() || Namespace.contains('.') ||
        OfTorch.contains((" " + Namespace + " ").str()))
      continue;
    PackageOp Op{Target->split('.').first.str()};
    if (const auto *Recorded = Node->getObject("metadata"))
      Op.IsOfPython = Recorded->getString("torch_library_custom_op") == "1";
    if (llvm::none_of(To,
                      [&](const PackageOp &O) { return O.Name == Op.Name; }))
      To.push_back(std::move(Op));
  }
}

} // namespace

std::vector<PackageOp> customOpsOf(const Contract &Package, StringRef Model,
                                   llvm::vfs::FileSystem &FS) {
  std::vector<PackageOp> Result;
  const auto IsAsked = [&](StringRef Path) {
    const auto File = modelFile(Path);
    return File && isNodes(*File) &&
           (File->Model.empty() || File->Model == Model);
  };
  if (llvm::none_of(Package.Parts,
                    [&](const Part &P) { return IsAsked(P.Name); }))
    return Result;
  auto From = Archive::open(Package.Path, FS);
  if (!From) {
    llvm::consumeError(From.takeError());
    return Result;
  }
  for (const auto &[Index, Name] : llvm::enumerate((*From)->names())) {
    if (!IsAsked(Name))
      continue;
    auto Text = (*From)->read(Index, MaxNodesSize);
    auto Json = Text ? parseJson(*Text) : Text.takeError();
    if (Json)
      addOps(*Json, Result);
    else
      llvm::consumeError(Json.takeError());
  }
  return Result;
}

} // namespace aoti_tidy
