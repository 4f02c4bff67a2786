// RUN: %check_aoti_tidy %s aoti-deprecated-api %t -- -isystem%test_root/Inputs/torch-mock-2.2
// The name comes from a macro, which other files use too: no fix.
#define RUNNER_HEADER <torch/csrc/inductor/aoti_model_container_runner.h>
#include RUNNER_HEADER
// CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch/csrc/inductor/aoti_model_container_runner.h' is gone
#include <torch/csrc/inductor/aoti_model_container_runner.h> // NOLINT(aoti-deprecated-api)
