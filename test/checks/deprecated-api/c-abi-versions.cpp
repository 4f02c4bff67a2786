// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch-version=2.12 -- -DMOCK_TORCH_MINOR=12
// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch-version=2.3 -- -DMOCK_TORCH_MINOR=3
// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --check-suffix=NONE --torch-version=2.2 -- -DMOCK_TORCH_MINOR=2
// RUN: %check_aoti_tidy %s aoti-deprecated-api %t --check-suffix=NONE --torch-version=2.13 -- -DMOCK_TORCH_MINOR=2
// The last: headers without the replacement are older than the version says.
#include <torch/csrc/inductor/aoti_runtime/interface.h>
AOTInductorModelContainerHandle Container;
void create(AOTInductorModelHandle *Model) {
  AOTInductorModelContainerCreate(&Container, 1, false, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated since torch 2.3
  AOTInductorModelCreate(Model, nullptr);
}
