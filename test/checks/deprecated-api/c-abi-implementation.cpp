// RUN: %check_aoti_tidy %s aoti-deprecated-api %t
// What Inductor emits: the functions' own definitions, one by the other.
#include <torch/csrc/inductor/aoti_runtime/interface.h>

AOTIRuntimeError AOTInductorModelContainerUpdateConstantBuffer(
    AOTInductorModelContainerHandle, AOTInductorConstantMapHandle, bool, bool) {
  return 0;
}
AOTIRuntimeError AOTInductorModelContainerUpdateInactiveConstantBuffer(
    AOTInductorModelContainerHandle Handle, AOTInductorConstantMapHandle Map) {
  auto Update = [&] {
    return AOTInductorModelContainerUpdateConstantBuffer(Handle, Map, true, true);
  };
  return Update();
}
AOTIRuntimeError AOTInductorModelContainerCreateWithDevice(
    AOTInductorModelContainerHandle *Handle, size_t N, const char *Device,
    const char *Dir) {
  return AOTInductorModelContainerCreate(Handle, N, Device[1] == 'p', Dir);
}
