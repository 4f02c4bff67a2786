// RUN: %check_aoti_tidy %s aoti-deprecated-api %t
// Only the literal is rewritten.
#include <torch/csrc/inductor/aoti_runtime/interface.h>
AOTInductorModelContainerHandle Container;
void create(bool Cpu) {
  AOTInductorModelContainerCreate(&Container, 1, false, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
  // CHECK-FIXES: {{^}}  AOTInductorModelContainerCreateWithDevice(&Container, 1, "cuda", nullptr);{{$}}
  AOTInductorModelContainerCreate(&Container, 1, Cpu, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
  // CHECK-FIXES: {{^}}  AOTInductorModelContainerCreate(&Container, 1, Cpu, nullptr);{{$}}
}
