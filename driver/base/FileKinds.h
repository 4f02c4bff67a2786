// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_FILEKINDS_H
#define AOTI_TIDY_DRIVER_BASE_FILEKINDS_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// The languages that a run lints. Notebooks, Markdown and files that set the
/// environment go with Python, logs of emitted code with packages.
struct LanguageSet {
  bool Cxx = false, Python = false, Package = false;

  /// How each is written.
  static constexpr char Form[] = "cxx, python and package";
  /// Adds the one called \p Name; false if there is none.
  bool add(llvm::StringRef Name);
  std::string str() const;
};

bool isPythonFile(llvm::StringRef Path);
bool isNotebookFile(llvm::StringRef Path);
bool isMarkdownFile(llvm::StringRef Path);
/// Whether a text may quote code, but is none: documents, and data.
bool isOtherText(llvm::StringRef Path);

/// Whether a file is C++ (or CUDA), by its extension, else by its text.
bool isCxxFile(llvm::StringRef Path);
bool isCudaFile(llvm::StringRef Path);
bool isHeaderFile(llvm::StringRef Path);
/// Whether a file is a source by its extension. Headers are linted with the files
/// that include them.
bool isCxxSource(llvm::StringRef Path);

/// Why a folder holds no sources of the user's own; null if it may.
const char *reasonToLeaveOut(llvm::StringRef Folder);
/// Whether a folder is a version control's, or a cache of compiled Python.
bool holdsNoSources(llvm::StringRef Folder);
/// Why a path with a placeholder is not linted: '{{cookiecutter.slug}}/model.py';
/// null if it has none.
const char *reasonOfTemplate(llvm::StringRef Path);

/// Files that set variables of the environment: a Dockerfile, a shell script, the
/// YAML of a workflow.
enum class EnvironmentKind { None, Docker, Shell, Yaml };

/// The kind of a file by its name; a file without an extension is opened for its
/// '#!' line.
EnvironmentKind environmentKind(llvm::StringRef Path);

inline bool isEnvironmentFile(llvm::StringRef Path) {
  return environmentKind(Path) != EnvironmentKind::None;
}

} // namespace aoti_tidy

#endif
