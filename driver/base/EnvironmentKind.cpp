// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/EnvironmentKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// A script that says so itself: '#!/usr/bin/env bash'.
bool hasShellShebang(StringRef Path) {
  const auto Buffer = llvm::MemoryBuffer::getFileSlice(
      Path, /*MapSize=*/128, /*Offset=*/0, /*IsVolatile=*/true);
  if (!Buffer)
    return false;
  StringRef Line = (*Buffer)->getBuffer().split('\n').first;
  if (!Line.consume_front("#!"))
    return false;
  llvm::SmallVector<StringRef> Words;
  llvm::SplitString(Line, Words, " \t\r/");
  return llvm::any_of(Words, [](StringRef Word) {
    return llvm::is_contained({"sh", "bash", "dash", "ksh", "zsh"}, Word);
  });
}

} // namespace

EnvironmentKind environmentKind(StringRef Path) {
  const StringRef Name = path::filename(Path);
  const std::string Extension = path::extension(Name).lower();
  if (Name == "Dockerfile" || Name == "Containerfile" ||
      Name.starts_with("Dockerfile.") || Extension == ".dockerfile")
    return EnvironmentKind::Docker;
  if (Extension == ".sh" || Extension == ".bash" ||
      (Extension.empty() && hasShellShebang(Path)))
    return EnvironmentKind::Shell;
  if (Name == ".env" || Name.starts_with(".env.") || Extension == ".env")
    return EnvironmentKind::Variables;
  if (Extension == ".yml" || Extension == ".yaml")
    return EnvironmentKind::Yaml;
  return EnvironmentKind::None;
}

} // namespace aoti_tidy
