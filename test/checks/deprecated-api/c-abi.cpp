// RUN: %check_aoti_tidy %s aoti-deprecated-api %t
#include <torch/csrc/inductor/aoti_runtime/interface.h>

AOTInductorModelContainerHandle Container;
AOTInductorConstantMapHandle Map;
void *dlsym(void *Handle, const char *Name);

void create(bool Cpu, int Device) {
  AOTInductorModelContainerCreate(&Container, 1, true, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated since torch 2.3: it takes 'is_cpu = false' for "cuda" on every accelerator and cannot name a device index; call 'AOTInductorModelContainerCreateWithDevice', which takes the device's name [aoti-deprecated-api]
  ::AOTInductorModelContainerCreate(&Container, 2, /*is_cpu=*/false, "cubin");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOTInductorModelContainerCreate' is deprecated
  if ((AOTInductorModelContainerCreate)(&Container, 1, 1, nullptr) != 0)
    return;
  // CHECK-MESSAGES: :[[@LINE-2]]:8: warning: 'AOTInductorModelContainerCreate' is deprecated

  AOTInductorModelContainerCreate(&Container, 1, /* is_cpu */ Cpu, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
  AOTInductorModelContainerCreate(&Container, 1, Device < 0, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
  AOTInductorModelContainerCreate(&Container, 1, Device ? Cpu : true, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
}

template <bool OnCpu> void inTemplate() {
  AOTInductorModelContainerCreate(&Container, 1, OnCpu, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
}
template void inTemplate<true>();
template void inTemplate<false>();

// In a macro, of a macro, and without a call.
#define CREATE(C) AOTInductorModelContainerCreate(C, 1, true, nullptr)
#define ON_CPU true
void otherForms() {
  CREATE(&Container);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
  AOTInductorModelContainerCreate(&Container, 1, ON_CPU, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
  AOTInductorModelContainerCreate(&Container, 1, {true}, nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated
  auto *Create = &AOTInductorModelContainerCreate;
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'AOTInductorModelContainerCreate' is deprecated
  Create(&Container, 1, true, nullptr);
}

void constants(AOTInductorModelHandle *Model) {
  AOTInductorModelContainerExtractConstantsMap(Container, Map, false);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerExtractConstantsMap' is deprecated since torch 2.13: it hands a std::unordered_map across the library boundary, which corrupts memory where host and model have different C++ standard libraries; call 'AOTInductorModelContainerExtractConstantsMapEntries', which takes plain C arguments [aoti-deprecated-api]
  AOTInductorModelContainerUpdateConstantBuffer(Container, Map, false, true);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerUpdateConstantBuffer' is deprecated {{.*}}; call 'AOTInductorModelContainerUpdateConstantBufferPairs'
  AOTInductorModelContainerUpdateConstantBufferFromCpu(Container, Map, false, true);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'AOTInductorModelContainerUpdateConstantBufferFromCpuPairs'
  auto Swap = [&] { return AOTInductorModelContainerUpdateInactiveConstantBuffer(Container, Map); };
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: {{.*}}; call 'AOTInductorModelContainerUpdateInactiveConstantBufferPairs'
  AOTInductorModelCreate(Model, Map);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'AOTInductorModelCreateV2'
}

// Near misses.

// Unevaluated: the type of a pointer that dlsym fills, as torch's runner does it.
struct Api {
  decltype(&AOTInductorModelContainerCreate) Create = nullptr;
  decltype(&AOTInductorModelContainerExtractConstantsMap) Extract{nullptr};
};
using CreateFn = decltype(AOTInductorModelContainerCreate) *;
static_assert(sizeof(&AOTInductorModelCreate) == sizeof(void *));

void byName(void *Handle, Api &A) {
  A.Create = reinterpret_cast<decltype(&AOTInductorModelContainerCreate)>(
      dlsym(Handle, "AOTInductorModelContainerCreate"));
  A.Create(&Container, 1, true, nullptr);
}

void current(const AOTInductorConstantMapEntry *Pairs) {
  AOTInductorModelContainerCreateWithDevice(&Container, 1, "cuda:1", nullptr);
  AOTInductorModelContainerUpdateConstantBufferPairs(Container, Pairs, 1, false, true);
}

namespace vendor {
int AOTInductorModelContainerCreate(void *, int, bool, const char *);
int Made = AOTInductorModelContainerCreate(nullptr, 1, true, nullptr);
} // namespace vendor
struct Wrapper {
  int AOTInductorModelCreate(AOTInductorModelHandle *, AOTInductorConstantMapHandle);
  int make() { return AOTInductorModelCreate(nullptr, nullptr); }
};

void suppressed() {
  AOTInductorModelContainerCreate(&Container, 1, true, nullptr); // NOLINT(aoti-deprecated-api)
}
