// RUN: %check_aoti_tidy %s aoti-deprecated-api %t
#include <torch/csrc/inductor/aoti_torch/c/shim_deprecated.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cpu.h>

#define CHECK_OK(Call) ((Call) == 0)

bool calls(AtenTensorHandle Out, AtenTensorHandle A, AtenTensorHandle B) {
  aoti_torch_bmm_out(Out, A, B);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: torch's header says of 'aoti_torch_bmm_out': "aoti_torch_bmm is deprecated and will be removed in future versions."; a libtorch without it cannot load this code, use 'aoti_torch_<device>_bmm_out' (cpu, cuda, mps, xpu) [aoti-deprecated-api]
  auto Later = [=](AtenTensorHandle *R) { return CHECK_OK(aoti_torch_nonzero(A, R)); };
  // CHECK-MESSAGES: :[[@LINE-1]]:59: warning: torch's header says of 'aoti_torch_nonzero': {{.*}} use 'aoti_torch_<device>_nonzero' (cpu, cuda, mps)
  auto *Address = &aoti_torch_bmm_out;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: torch's header says of 'aoti_torch_bmm_out'
  aoti_torch_of_tomorrow(A);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: torch's header says of 'aoti_torch_of_tomorrow': "deprecated"; a libtorch without it cannot load this code, use a shim that is not deprecated
  return CHECK_OK(aoti_torch_cpu_bmm_out(Out, A, B));
}

// Near misses.

using BmmFn = decltype(&aoti_torch_bmm_out);
const char *Text = "aoti_torch_bmm_out(Out, A, B)";

[[deprecated("ours")]] void aoti_helper();
[[deprecated]] int ours();
namespace vendor {
[[deprecated]] int aoti_torch_bmm_out(int);
}
int others() {
  aoti_helper();
  return ours() + vendor::aoti_torch_bmm_out(1);
}

void suppressed(AtenTensorHandle A) {
  aoti_torch_nonzero(A, &A); // NOLINT(aoti-deprecated-api)
}
