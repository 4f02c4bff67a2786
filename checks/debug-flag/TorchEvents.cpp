// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/TorchEvents.h"
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Whether \p Name is of a package that imports torch._inductor.config with
/// itself: torch/_dynamo/utils.py and torch/_inductor/__init__.py do.
bool isOfCompiler(StringRef Name) {
  return isOrIsIn(Name, torchname::InductorPackage) ||
         isOrIsIn(Name, torchname::DynamoPackage);
}

/// Functions that bring in the compiler, whatever they are given.
constexpr StringRef CompilerCalls[] = {
    torchname::ExportAotCompile,
    torchname::Export,
    torchname::ExportForInference,
    torchname::ExportForTraining,
};

/// Packages that import torch before anything else can run.
constexpr StringRef TorchPackages[] = {
    "functorch", "torch", "torchao", "torchaudio", "torchvision",
};

} // namespace

TorchEvents::TorchEvents(const File &F) : F(F) {
  for (const Import &I : F.names().imports())
    Imports[I.Statement.id()].push_back(&I);
  for (const Call &C : F.calls())
    Calls[C.At.id()] = &C;
}

bool TorchEvents::importsTorch(Node N) const {
  return importsAny(N, [](StringRef Module) {
    return llvm::any_of(TorchPackages,
                        [&](StringRef P) { return isOrIsIn(Module, P); });
  });
}

bool TorchEvents::importsConfig(Node N) const {
  // import torch._inductor.config, from torch import _dynamo
  if (importsAny(N, isOfCompiler))
    return true;
  if (N.is("attribute")) {
    // torch imports these two packages when they are first asked for.
    const auto Name = F.names().qualifiedName(N);
    return Name && isOfCompiler(*Name);
  }
  // @torch.compile
  if (N.is("decorator")) {
    const auto Inner = N.children();
    const auto Name =
        Inner.empty() ? std::nullopt : F.names().qualifiedName(Inner.front());
    return Name && *Name == torchname::Compile;
  }
  const Call *C = callAt(N);
  if (!C)
    return false;
  // 'torch.compile(mode=...)' only makes a decorator.
  if (C->Callee == torchname::Compile)
    return C->argument(0, "model") != nullptr;
  return isOfCompiler(C->Callee) ||
         llvm::is_contained(CompilerCalls, StringRef(C->Callee));
}

const Call *TorchEvents::callAt(Node N) const {
  const auto At = Calls.find(N.id());
  return At == Calls.end() ? nullptr : At->second;
}

bool TorchEvents::importsAny(Node N,
                             llvm::function_ref<bool(StringRef)> Of) const {
  const auto At = Imports.find(N.id());
  return At != Imports.end() && llvm::any_of(At->second, [&](auto *I) {
           return Of(I->Module) || Of(I->Module + "." + I->Name);
         });
}

} // namespace aoti_tidy::python
