// RUN: %check_aoti_tidy %s aoti-debug-flag %t
// Flags that act when the model is compiled, set in a host.
#include <c10/util/env.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

extern "C" int _putenv(const char *);
extern "C" int _putenv_s(const char *, const char *);
extern "C" int SetEnvironmentVariableA(const char *, const char *);

void everyWayToSetOne() {
  setenv("AOT_INDUCTOR_DEBUG_COMPILE", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOT_INDUCTOR_DEBUG_COMPILE' is read when the model is compiled, so setting it in the host does nothing; set it where the export script runs and compile the package again [aoti-debug-flag]
  // CHECK-MESSAGES: :[[@LINE-2]]:3: note: for input checks, set 'AOTI_RUNTIME_CHECK_INPUTS' before the first run instead: packages compiled with torch 2.7 and newer read it
  ::setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read when
  putenv(const_cast<char *>("DUMP_AOTI_MINIFIER=1"));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'DUMP_AOTI_MINIFIER' is read when
  putenv((char *)"AOTINDUCTOR_REPRO_LEVEL=3");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTINDUCTOR_REPRO_LEVEL' is read when
  _putenv("TORCHINDUCTOR_SIZE_ASSERTS=1");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_SIZE_ASSERTS' is read when
  _putenv_s("TORCHINDUCTOR_FREEZING", "1");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_FREEZING' is read when
  SetEnvironmentVariableA("TORCHINDUCTOR_MAX_AUTOTUNE", "1");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_MAX_AUTOTUNE' is read when
  c10::utils::set_env("AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER", "3");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER' is read when
}

constexpr const char *kFlag = "TORCHINDUCTOR_NAN_ASSERTS";
#define NAN_ASSERTS "TORCHINDUCTOR_NAN_ASSERTS"
#define ENABLE(NAME) setenv(NAME, "1", 1)

void namesThatAreNotLiterals(const char *Value) {
  setenv(kFlag, Value, 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read
  const std::string Name = std::string("TORCHINDUCTOR_") + "NAN_ASSERTS";
  setenv(Name.c_str(), "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read
  setenv(NAN_ASSERTS, "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read
  ENABLE(NAN_ASSERTS);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read
  if (!std::getenv(NAN_ASSERTS))
    setenv(NAN_ASSERTS, "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read
}

// Read by torch 2.7 only.
int Global = setenv("AOT_INDUCTOR_COMPILE_WRAPPER_WITH_O0", "1", 1);
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: torch 2.13 does not read 'AOT_INDUCTOR_COMPILE_WRAPPER_WITH_O0', which was last read by torch 2.7, so setting it does nothing; remove the call

auto Lambda = [] { return setenv("TORCHINDUCTOR_SCALAR_ACCUMULATORS", "1", 1); };
// CHECK-MESSAGES: :[[@LINE-1]]:27: warning: torch 2.13 does not read 'TORCHINDUCTOR_SCALAR_ACCUMULATORS', which came with torch 2.15, so setting it does nothing; remove the call

template <typename T> struct Host {
  void start() { setenv("TORCHINDUCTOR_NAN_ASSERTS", T::Value, 1); }
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read
};
struct One {
  static constexpr const char *Value = "1";
};
template struct Host<One>;

// Near misses.

namespace mine {
void set_env(const char *Name, const char *Value);
int setenv(const char *Name, const char *Value, int Overwrite);
struct Config {
  int setenv(const char *Name, const char *Value, int Overwrite);
  static int putenv(char *Pair);
};
} // namespace mine

void onesOwn(mine::Config Config) {
  mine::setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 1);
  mine::set_env("TORCHINDUCTOR_NAN_ASSERTS", "1");
  Config.setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 1);
  mine::Config::putenv((char *)"TORCHINDUCTOR_NAN_ASSERTS=1");
}

void misspelled() {
  setenv("TORCHINDUCTOR_NAN_ASSERTS_", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: no torch reads 'TORCHINDUCTOR_NAN_ASSERTS_': unless something else does, setting it does nothing; did you mean 'TORCHINDUCTOR_NAN_ASSERTS'? [aoti-debug-flag]
}

void otherNames(const char *Name, bool B) {
  setenv("HOME", "/", 1);
  setenv("TORCH_LOGS", "+inductor", 1);
  setenv("TORCH_SHOW_CPP_STACKTRACES", "1", 1);
  setenv("torchinductor_nan_asserts", "1", 1);
  setenv("AOTI_LOG_LOADING", "1", 1);
  setenv("AOTI_CUDA_COPY_CHUNK_SIZE", "1048576", 1);
  setenv(Name, "1", 1);
  const char *Chosen = "TORCHINDUCTOR_NAN_ASSERTS";
  if (B)
    Chosen = "MY_NAN_ASSERTS";
  setenv(Chosen, "1", 1);
  char Buffer[] = "TORCHINDUCTOR_NAN_ASSERTS=1";
  Buffer[0] = 'X';
  putenv(Buffer);
}

void notASet() {
  unsetenv("TORCHINDUCTOR_NAN_ASSERTS");
  putenv((char *)"TORCHINDUCTOR_NAN_ASSERTS");
  _putenv("TORCHINDUCTOR_NAN_ASSERTS=");
  _putenv_s("TORCHINDUCTOR_NAN_ASSERTS", "");
  SetEnvironmentVariableA("TORCHINDUCTOR_NAN_ASSERTS", nullptr);
  std::getenv("TORCHINDUCTOR_NAN_ASSERTS");
  std::printf("set TORCHINDUCTOR_NAN_ASSERTS=1 and export again\n");
}

void suppressed() {
  setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 1); // NOLINT(aoti-debug-flag)
}

// Functions that are only called like those that start processes.
struct Pool {
  void fork();
  void system(const char *);
  Pool clone() const;
};
namespace mine {
void clone(int);
int execv(int);
} // namespace mine
void startsNoProcess(Pool &P) {
  P.fork();
  P.system("ready");
  P.clone();
  mine::clone(1);
  mine::execv(1);
}
