// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_OTHERFILES_H
#define AOTI_TIDY_DRIVER_CXX_OTHERFILES_H

#include "driver/cxx/OperatorJoin.h"
#include <set>

namespace aoti_tidy {

/// Where operators are defined, and what of it is read anyway.
struct FilesOfRun {
  std::set<std::string> Defining; ///< files with the operators' schemas
  llvm::ArrayRef<std::string> Cxx, Python;
};

/// What the files of the repository that are not in the run say.
struct OtherFiles {
  /// Of Python, which is read as in the run.
  PythonOperators Python;
  /// C++ that may register operators: it is not parsed for this.
  UnreadCode Cxx;
};

/// Reads the sources of the repositories that \p Run defines operators in: a
/// run over a part of them (an editor's file, what a commit changed) must not
/// say that nothing registers a Meta kernel, which another file does.
OtherFiles readOtherFiles(const FilesOfRun &Run,
                          const IsolationSettings &Apart);

} // namespace aoti_tidy

#endif
