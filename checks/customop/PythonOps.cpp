#include "checks/customop/PythonOps.h"
namespace clang::tidy::aoti { std::vector<PythonOp> scanPythonOps(llvm::StringRef) { return {}; } }
