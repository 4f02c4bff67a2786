// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_DOCUMENTS_ENVIRONMENTFILE_H
#define AOTI_TIDY_DRIVER_DOCUMENTS_ENVIRONMENTFILE_H

#include "driver/base/FileKinds.h"
#include "driver/documents/PythonExcerpt.h"

namespace aoti_tidy {

/// The Python that sets the variables that such a file sets for the programs it
/// starts, in the order of the text: 'os.environ["AOTI_RUNTIME_CHECK_INPUTS"] =
/// "1"'. The names and values are those bytes of the file. A value that is made
/// when the file is read ('$LEVEL') is not known. Variables of a shell that it
/// does not export are left out.
PythonExcerpts readEnvironment(llvm::StringRef Path, llvm::StringRef Text);

} // namespace aoti_tidy

#endif
