// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/FileKinds.h"
#include "driver/base/PlainFiles.h"
#include "clang/Driver/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace types = clang::driver::types;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

types::ID typeOf(StringRef Path) {
  StringRef Extension = path::extension(Path);
  Extension.consume_front(".");
  return types::lookupTypeForExtension(Extension);
}

bool isPythonExtension(StringRef Path) {
  const StringRef Extension = path::extension(Path);
  return Extension == ".py" || Extension == ".pyi";
}

/// A script that says so itself: '#!/usr/bin/env python3'.
bool hasPythonShebang(StringRef Path) {
  const std::string Text = readBeginning(Path, 128);
  const StringRef Line = StringRef(Text).split('\n').first;
  return Line.starts_with("#!") && Line.contains("python");
}

/// Files without a telling extension: a kernel.inc, a generated source.
bool looksLikeCxx(StringRef Path) {
  // Less than what is mapped into memory.
  const std::string Head = readBeginning(Path, size_t(16) * 1024 - 1);
  const StringRef Text = Head;
  return !Text.contains('\0') &&
         (Text.contains("#include") || Text.contains("namespace "));
}

bool has(StringRef Folder, StringRef File) {
  return fs::exists(Folder + "/" + File);
}

/// A script that says so itself: '#!/usr/bin/env bash'.
bool hasShellShebang(StringRef Path) {
  const std::string Text = readBeginning(Path, 128);
  StringRef Line = StringRef(Text).split('\n').first;
  if (!Line.consume_front("#!"))
    return false;
  llvm::SmallVector<StringRef> Words;
  llvm::SplitString(Line, Words, " \t\r/");
  return llvm::any_of(Words, [](StringRef Word) {
    return llvm::is_contained({"sh", "bash", "dash", "ksh", "zsh"}, Word);
  });
}

constexpr std::pair<llvm::StringLiteral, bool LanguageSet::*> LanguageNames[] =
    {{"cxx", &LanguageSet::Cxx},
     {"python", &LanguageSet::Python},
     {"package", &LanguageSet::Package}};

} // namespace

bool isOtherText(StringRef Path) {
  return llvm::is_contained({".adoc", ".asciidoc", ".cmake", ".diff", ".htm",
                             ".html", ".json", ".org", ".patch", ".rst", ".tex",
                             ".toml", ".txt", ".xml", ".yaml", ".yml"},
                            path::extension(Path).lower());
}

bool LanguageSet::add(StringRef Name) {
  for (const auto &[Known, Member] : LanguageNames)
    if (Known == Name)
      return this->*Member = true;
  return false;
}

std::string LanguageSet::str() const {
  std::vector<StringRef> Names;
  for (const auto &[Name, Member] : LanguageNames)
    if (this->*Member)
      Names.push_back(Name);
  return llvm::join(Names, ", ");
}

bool isPythonFile(StringRef Path) {
  return isPythonExtension(Path) ||
         (path::extension(Path).empty() && hasPythonShebang(Path));
}

bool isCxxSource(StringRef Path) {
  const types::ID Type = typeOf(Path);
  return Type == types::TY_CXX || Type == types::TY_CUDA ||
         Type == types::TY_ObjCXX;
}

const char *reasonToLeaveOut(StringRef Folder) {
  if (has(Folder, "CMakeCache.txt"))
    return "a CMake build folder";
  if (has(Folder, "pyvenv.cfg"))
    return "a virtual environment";
  const StringRef Name = path::filename(Folder);
  if (Name == "node_modules" || Name == "site-packages")
    return "installed packages";
  // Workflows, and the containers of editors.
  if (Name == ".github" || Name == ".circleci" || Name == ".devcontainer")
    return nullptr;
  if (Name.size() > 1 && Name.starts_with(".") && Name != "..")
    return "a hidden folder";
  return nullptr;
}

const char *reasonOfTemplate(StringRef Path) {
  return Path.split("{{").second.contains("}}") ? "a template" : nullptr;
}

bool holdsNoSources(StringRef Folder) {
  const StringRef Name = path::filename(Folder);
  return Name == ".git" || Name == ".hg" || Name == ".svn" ||
         Name == "__pycache__";
}

bool isNotebookFile(StringRef Path) {
  return path::extension(Path) == ".ipynb";
}

bool isMarkdownFile(StringRef Path) {
  const StringRef Extension = path::extension(Path);
  return Extension == ".md" || Extension == ".markdown" || Extension == ".qmd";
}

bool isCudaFile(StringRef Path) {
  const StringRef Extension = path::extension(Path);
  return Extension == ".cu" || Extension == ".cuh";
}

bool isHeaderFile(StringRef Path) {
  const types::ID Type = typeOf(Path);
  return (Type != types::TY_INVALID && types::onlyPrecompileType(Type)) ||
         path::extension(Path) == ".cuh";
}

bool isCxxFile(StringRef Path) {
  switch (typeOf(Path)) {
  case types::TY_CXX:
  case types::TY_CXXHeader:
  case types::TY_CHeader: // .h: AOTI's own headers are C++ with that name
  case types::TY_CUDA:
  case types::TY_ObjCXX: // .mm: Metal custom ops
    return true;
  case types::TY_INVALID:
    return isCudaFile(Path) || (!isOtherText(Path) && looksLikeCxx(Path));
  default:
    return false;
  }
}

EnvironmentKind environmentKind(StringRef Path) {
  const StringRef Name = path::filename(Path);
  const std::string Extension = path::extension(Name).lower();
  if (Name == "Dockerfile" || Name == "Containerfile" ||
      Name.starts_with("Dockerfile.") || Extension == ".dockerfile")
    return EnvironmentKind::Docker;
  if (Extension == ".sh" || Extension == ".bash" ||
      (Extension.empty() && hasShellShebang(Path)))
    return EnvironmentKind::Shell;
  if (Extension == ".yml" || Extension == ".yaml")
    return EnvironmentKind::Yaml;
  return EnvironmentKind::None;
}

} // namespace aoti_tidy
