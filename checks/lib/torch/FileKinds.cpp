// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/FileKinds.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {

std::string extensionOf(llvm::StringRef Tail, bool IsWhole) {
  const size_t Dot = Tail.rfind('.');
  if (Dot == llvm::StringRef::npos || Tail.substr(Dot).contains('/') ||
      (Dot > 0 && Tail[Dot - 1] == '/') || (Dot == 0 && IsWhole))
    return "";
  return Tail.substr(Dot).lower();
}

llvm::StringRef nonPackageKind(llvm::StringRef Extension) {
  return llvm::StringSwitch<llvm::StringRef>(Extension)
      .Cases({".so", ".dylib", ".dll"}, "a shared library")
      .Cases({".pt", ".pth", ".ckpt"}, CheckpointKind)
      .Case(".onnx", "an ONNX model")
      .Cases({".cpp", ".cc", ".cxx", ".cu", ".h", ".py"}, "source code")
      .Cases({".json", ".safetensors"}, "data")
      .Cases({".o", ".a"}, "an object file")
      .Default("");
}

} // namespace aoti_tidy
