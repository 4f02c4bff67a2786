#pragma once
#include <stddef.h>
#include <stdint.h>
// The minor version of torch 2 whose functions are declared.
#ifndef MOCK_TORCH_MINOR
#define MOCK_TORCH_MINOR 13
#endif
#define AOTI_API __attribute__((__visibility__("default")))
extern "C" {
struct AOTInductorModelContainerOpaque;
using AOTInductorModelContainerHandle = AOTInductorModelContainerOpaque *;
struct AOTInductorModelOpaque;
using AOTInductorModelHandle = AOTInductorModelOpaque *;
struct AOTInductorConstantMap;
using AOTInductorConstantMapHandle = AOTInductorConstantMap *;
using AOTIRuntimeError = int32_t;
struct AtenTensorOpaque;
using AtenTensorHandle = AtenTensorOpaque *;
struct AOTInductorConstantMapEntry {
  const char *name;
  AtenTensorHandle handle;
};

AOTI_API AOTIRuntimeError AOTInductorModelContainerCreate(
    AOTInductorModelContainerHandle *container_handle, size_t num_models,
    bool is_cpu, const char *cubin_dir);
#if MOCK_TORCH_MINOR >= 3
AOTI_API AOTIRuntimeError AOTInductorModelContainerCreateWithDevice(
    AOTInductorModelContainerHandle *container_handle, size_t num_models,
    const char *device_str, const char *cubin_dir);
#endif
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
#if MOCK_TORCH_MINOR >= 13
AOTI_API AOTIRuntimeError AOTInductorModelContainerExtractConstantsMapEntries(
    AOTInductorModelContainerHandle container_handle,
    const AOTInductorConstantMapEntry **entries, size_t *num_entries,
    bool use_inactive);
AOTI_API AOTIRuntimeError AOTInductorModelContainerUpdateConstantBufferPairs(
    AOTInductorModelContainerHandle container_handle,
    const AOTInductorConstantMapEntry *pairs, size_t num_pairs,
    bool use_inactive, bool validate_full_update);
AOTI_API AOTIRuntimeError
AOTInductorModelContainerUpdateConstantBufferFromCpuPairs(
    AOTInductorModelContainerHandle container_handle,
    const AOTInductorConstantMapEntry *pairs, size_t num_pairs,
    bool use_inactive, bool validate_full_update);
AOTI_API AOTIRuntimeError
AOTInductorModelContainerUpdateInactiveConstantBufferPairs(
    AOTInductorModelContainerHandle container_handle,
    const AOTInductorConstantMapEntry *pairs, size_t num_pairs);
AOTI_API AOTIRuntimeError
AOTInductorModelCreateV2(AOTInductorModelHandle *model_handle,
                         const AOTInductorConstantMapEntry *pairs,
                         size_t num_pairs);
#endif
}
