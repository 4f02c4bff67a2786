// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTPATHS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTPATHS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A path that a script names.
struct ScriptPath {
  /// Without '.' and '..'; a relative one counts from where the script is
  /// started, which no script says.
  std::string Path;
  /// When it is another one: "'MODEL' is set"; empty if it always is this.
  std::string Unless;
};

/// The path that \p Expr stands for, as far as the text tells, the modules that
/// it imports constants from, and the configuration that it reads at a constant
/// path: of 'Path(__file__).parent / "m.pt2"', 'p.with_suffix(".pt2")',
/// 'os.environ.get("MODEL", "m.pt2")', 'args.model' with a default,
/// 'yaml.safe_load(open("c.yaml"))["model"]', 'Config().model' of a dataclass.
std::optional<ScriptPath> scriptPath(Node Expr, const File &F);

} // namespace aoti_tidy::python

#endif
