// RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes
// RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes --torch-version=2.8
// RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes --torch-version=2.7 --check-suffix=27
// RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes --torch-version=2.6 --check-suffix=26
// What values of AOTI_RUNTIME_CHECK_INPUTS mean to the torch that compiled the
// package.
#include <c10/util/env.h>
#include <cstdlib>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

void off() {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "false", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks on: packages compiled with torch 2.8 and newer take every value that does not begin with '0' for on; set '0' instead [aoti-debug-flag]
  // CHECK-MESSAGES: :[[@LINE-2]]:3: note: to turn the checks off, set '0'
  // CHECK-MESSAGES-27: :[[@LINE-3]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks on: packages compiled with torch 2.7 take every value but the empty string for on; call 'unsetenv' instead [aoti-debug-flag]
  // CHECK-MESSAGES-26: :[[@LINE-4]]:3: warning: packages compiled with torch 2.6 do not read 'AOTI_RUNTIME_CHECK_INPUTS', so setting it does nothing; compile with torch 2.7 or newer, or with 'AOT_INDUCTOR_DEBUG_COMPILE=1', which emits the input checks up to torch 2.6 [aoti-debug-flag]
  // CHECK-FIXES: {{^}}  setenv("AOTI_RUNTIME_CHECK_INPUTS", "0", 1);
}

void empty() {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to the empty string turns the input checks on
  // CHECK-MESSAGES-26: :[[@LINE-2]]:3: warning: packages compiled with torch 2.6 do not
  // CHECK-FIXES: {{^}}  setenv("AOTI_RUNTIME_CHECK_INPUTS", "0", 1);
}

void zero() {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "0", 1);
  // CHECK-MESSAGES-27: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to '0' turns
  // CHECK-MESSAGES-26: :[[@LINE-2]]:3: warning: packages compiled with torch 2.6 do not
}

void one(const char *Level) {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // CHECK-MESSAGES-26: :[[@LINE-1]]:3: warning: packages compiled with torch 2.6 do not
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "true", 1);
  // CHECK-MESSAGES-26: :[[@LINE-1]]:3: warning: packages compiled with torch 2.6 do not
  setenv("AOTI_RUNTIME_CHECK_INPUTS", Level, 1);
  // CHECK-MESSAGES-26: :[[@LINE-1]]:3: warning: packages compiled with torch 2.6 do not
}

#define NAME "AOTI_RUNTIME_CHECK_INPUTS"
#define OFF "No"
constexpr const char *kOff = "Disable";

void otherSetters() {
  putenv(const_cast<char *>("AOTI_RUNTIME_CHECK_INPUTS=off"));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'off' turns
  // CHECK-MESSAGES-27: :[[@LINE-2]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'off' turns
  // CHECK-MESSAGES-26: :[[@LINE-3]]:3: warning: packages compiled with torch 2.6 do not
  // CHECK-FIXES: {{^}}  putenv(const_cast<char *>("AOTI_RUNTIME_CHECK_INPUTS=0"));
  c10::utils::set_env("AOTI_RUNTIME_CHECK_INPUTS", "OFF");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'OFF' turns
  // CHECK-MESSAGES-27: :[[@LINE-2]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'OFF' turns
  // CHECK-MESSAGES-26: :[[@LINE-3]]:3: warning: packages compiled with torch 2.6 do not
  // CHECK-FIXES: {{^}}  c10::utils::set_env("AOTI_RUNTIME_CHECK_INPUTS", "0");
  if (!std::getenv(NAME))
    ::setenv(NAME, "no", /*overwrite=*/0);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'no' turns
  // CHECK-MESSAGES-27: :[[@LINE-2]]:5: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'no' turns
  // CHECK-MESSAGES-26: :[[@LINE-3]]:5: warning: packages compiled with torch 2.6 do not
  // CHECK-FIXES: {{^}}    ::setenv(NAME, "0", /*overwrite=*/0);
  // No fix inside a macro, and none for a constant that others may use.
  setenv(NAME, OFF, 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'No' turns
  // CHECK-MESSAGES-27: :[[@LINE-2]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'No' turns
  // CHECK-MESSAGES-26: :[[@LINE-3]]:3: warning: packages compiled with torch 2.6 do not
  // CHECK-FIXES: {{^}}  setenv(NAME, OFF, 1);
  setenv(NAME, kOff, 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'Disable' turns
  // CHECK-MESSAGES-27: :[[@LINE-2]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'Disable' turns
  // CHECK-MESSAGES-26: :[[@LINE-3]]:3: warning: packages compiled with torch 2.6 do not
  // CHECK-FIXES: {{^}}  setenv(NAME, kOff, 1);
}

// Near misses.

void nothingToSay() {
  unsetenv("AOTI_RUNTIME_CHECK_INPUTS");
  std::getenv("AOTI_RUNTIME_CHECK_INPUTS");
  setenv("MY_AOTI_RUNTIME_CHECK_INPUTS", "false", 1);
  const char *Usage = "AOTI_RUNTIME_CHECK_INPUTS=false";
}
