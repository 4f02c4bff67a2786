// Names that no torch reads, and that are close to one that is.
// RUN: %check_aoti_tidy %s aoti-debug-flag %t
#include <cstdlib>

void misspelled() {
  setenv("AOTI_RUNTIME_CHECK_INPUT", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: no torch reads 'AOTI_RUNTIME_CHECK_INPUT': unless something else does, setting it does nothing; did you mean 'AOTI_RUNTIME_CHECK_INPUTS'? [aoti-debug-flag]
  putenv((char *)"AOT_INDUCTOR_DEBUG_COMPLIE=1");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: no torch reads 'AOT_INDUCTOR_DEBUG_COMPLIE': unless something else does, setting it does nothing; did you mean 'AOT_INDUCTOR_DEBUG_COMPILE'?
}

// A project's own names: far from all, another version, read by itself.
bool own() {
  setenv("AOTI_MODEL_FOLDER", "models", 1);
  setenv("AOTI_RUNTIME_CHECK_INPUTS_V2", "1", 1);
  setenv("RUNTIME_CHECK_INPUT", "1", 1);
  unsetenv("AOTI_RUNTIME_CHECK_INPUT");
  setenv("AOT_INDUCTOR_DEBUG_COMPIL", "1", 1);
  return std::getenv("AOT_INDUCTOR_DEBUG_COMPIL") != nullptr;
}
