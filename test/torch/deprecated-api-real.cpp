// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=%torch_include
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
// The old header is gone from a real torch; clang then stops, so it is only
// asked for here.
#if __has_include(<torch/csrc/inductor/aoti_model_container_runner.h>)
#include <torch/csrc/inductor/aoti_model_container_runner.h>
#endif

AOTInductorModelContainerHandle Container;

void create() {
  AOTInductorModelContainerCreate(&Container, 1, /*is_cpu=*/true, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated since torch 2.3: {{.*}} [aoti-deprecated-api]
}

#ifdef AOTI_ARRAYREF_TENSOR_MAX_DIMS // torch 2.13
void constants(AOTInductorConstantMapHandle Map, AOTInductorModelHandle *Model) {
  AOTInductorModelContainerExtractConstantsMap(Container, Map, false);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'AOTInductorModelContainerExtractConstantsMapEntries'
  AOTInductorModelContainerUpdateConstantBuffer(Container, Map, false, true);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'AOTInductorModelContainerUpdateConstantBufferPairs'
  AOTInductorModelContainerUpdateConstantBufferFromCpu(Container, Map, false, true);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'AOTInductorModelContainerUpdateConstantBufferFromCpuPairs'
  AOTInductorModelContainerUpdateInactiveConstantBuffer(Container, Map);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'AOTInductorModelContainerUpdateInactiveConstantBufferPairs'
  AOTInductorModelCreate(Model, Map);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'AOTInductorModelCreateV2'
}
#endif

void shim(AtenTensorHandle Out, AtenTensorHandle A, AtenTensorHandle B) {
  aoti_torch_bmm_out(Out, A, B);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: torch's header says of 'aoti_torch_bmm_out': "{{.*}} deprecated {{.*}}"; a libtorch without it cannot load this code, use 'aoti_torch_<device>_bmm_out' (cpu, cuda, mps, xpu) [aoti-deprecated-api]
}

// Near misses.

struct Api {
  decltype(&AOTInductorModelContainerCreate) Create = nullptr;
};
void current(AtenTensorHandle A) {
  AOTInductorModelContainerCreateWithDevice(&Container, 1, "cpu", nullptr);
  aoti_torch_delete_tensor_object(A);
}
