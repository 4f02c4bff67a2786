#pragma once
#include <stddef.h>
#include <stdint.h>
#define AOTI_API __attribute__((__visibility__("default")))
extern "C" {
struct AOTInductorModelContainerOpaque;
using AOTInductorModelContainerHandle = AOTInductorModelContainerOpaque *;
struct AOTInductorModelOpaque;
using AOTInductorModelHandle = AOTInductorModelOpaque *;
struct AOTInductorConstantMap;
using AOTInductorConstantMapHandle = AOTInductorConstantMap *;
using AOTIRuntimeError = int32_t;

AOTI_API AOTIRuntimeError AOTInductorModelContainerCreate(
    AOTInductorModelContainerHandle *container_handle, size_t num_models,
    bool is_cpu, const char *cubin_dir);
AOTI_API AOTIRuntimeError AOTInductorModelContainerCreateWithDevice(
    AOTInductorModelContainerHandle *container_handle, size_t num_models,
    const char *device_str, const char *cubin_dir);
AOTI_API AOTIRuntimeError AOTInductorModelContainerExtractConstantsMap(
    AOTInductorModelContainerHandle container_handle,
    AOTInductorConstantMapHandle constant_map_handle, bool use_inactive);
AOTI_API AOTIRuntimeError AOTInductorModelContainerUpdateConstantBuffer(
    AOTInductorModelContainerHandle container_handle,
    AOTInductorConstantMapHandle constant_map_handle, bool use_inactive,
    bool validate_full_update);
AOTI_API AOTIRuntimeError AOTInductorModelContainerUpdateConstantBufferFromCpu(
    AOTInductorModelContainerHandle container_handle,
    AOTInductorConstantMapHandle constant_map_handle, bool use_inactive,
    bool validate_full_update);
AOTI_API AOTIRuntimeError
AOTInductorModelContainerUpdateInactiveConstantBuffer(
    AOTInductorModelContainerHandle container_handle,
    AOTInductorConstantMapHandle constant_map_handle);
AOTI_API AOTIRuntimeError
AOTInductorModelCreate(AOTInductorModelHandle *model_handle,
                       AOTInductorConstantMapHandle constant_map_handle);
}
