// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/HeaderStandIns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

constexpr VirtualHeader StandIns[] = {
    {CudaLanguageHeader, R"cpp(#pragma once
#include <cuda_runtime.h>
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
// Clang turns <<<...>>> into these calls; the second is for CUDA before 9.2, which
// it supposes where it finds none.
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                size_t sharedMem = 0,
                                                CUstream_st *stream = 0);
extern "C" unsigned cudaConfigureCall(dim3 grid, dim3 block,
                                      size_t sharedMem = 0,
                                      CUstream_st *stream = 0);
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;
__device__ void __syncthreads();
__device__ void __syncwarp(unsigned mask = 0xffffffff);
)cpp"},
    {"/aoti-tidy/cuda/cuda_runtime.h", "#include <cuda_runtime_api.h>\n"},
    {"/aoti-tidy/cuda/driver_types.h", "#include <cuda_runtime_api.h>\n"},
    {"/aoti-tidy/cuda/cuda.h", R"cpp(#pragma once
#include <cuda_runtime_api.h>
typedef int CUresult;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef unsigned long long CUdeviceptr;
#define CUDA_SUCCESS 0
extern "C" {
CUresult cuInit(unsigned flags);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuCtxSynchronize(void);
}
)cpp"},
    {"/aoti-tidy/cuda/cuda_runtime_api.h", R"cpp(#pragma once
#include <stddef.h>
#define CUDART_VERSION 12080
#define CUDA_VERSION 12080
#define CUDART_CB
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUuuid_st { char bytes[16]; } cudaUUID_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
struct cudaArray;
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};
typedef enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorCudartUnloading = 4,
  cudaErrorInvalidDevice = 101,
  cudaErrorNoDevice = 100,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNotReady = 600,
  cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
} cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive,
  cudaStreamCaptureStatusInvalidated
};
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice,
  cudaMemoryTypeManaged
};
enum cudaDeviceAttr {
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76
};
typedef enum cudaDataType_t {
  CUDA_R_16F = 2, CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_8I = 3,
  CUDA_R_32I = 10, CUDA_R_16BF = 14
} cudaDataType;
struct cudaPointerAttributes {
  enum cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3],
      maxGridSize[3], clockRate, major, minor, multiProcessorCount,
      maxThreadsPerMultiProcessor, l2CacheSize, pciBusID, pciDeviceID,
      pciDomainID, isMultiGpuBoard, integrated, memoryClockRate;
};
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaEventInterprocess 4
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostRegisterDefault 0
#define cudaIpcMemLazyEnablePeerAccess 1
typedef struct { char reserved[64]; } cudaIpcMemHandle_t, cudaIpcEventHandle_t;
extern "C" {
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaMalloc(void **ptr, size_t size);
cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaStream_t stream);
cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned flags = 0);
cudaError_t cudaMallocManaged(void **ptr, size_t size, unsigned flags = 1);
cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned flags);
cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned flags);
cudaError_t cudaHostUnregister(void *ptr);
cudaError_t cudaFree(void *ptr);
cudaError_t cudaFreeAsync(void *ptr, cudaStream_t stream);
cudaError_t cudaFreeHost(void *ptr);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemset(void *ptr, int value, size_t count);
cudaError_t cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream = 0);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id = 0);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **args, size_t sharedMem, cudaStream_t stream);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
}
template <class T> cudaError_t cudaMalloc(T **ptr, size_t size);
template <class T> cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned flags = 0);
template <class T> cudaError_t cudaMallocManaged(T **ptr, size_t size, unsigned flags = 1);
template <class T> cudaError_t cudaFuncSetAttribute(T *func, int attr, int value);
)cpp"},
    {"/aoti-tidy/cuda/cublas_v2.h", R"cpp(#pragma once
#include <cuda_runtime_api.h>
typedef struct cublasContext *cublasHandle_t;
typedef int cublasStatus_t, cublasOperation_t, cublasComputeType_t,
    cublasMath_t, cublasPointerMode_t;
)cpp"},
    {"/aoti-tidy/cuda/cublasLt.h", R"cpp(#pragma once
#include <cublas_v2.h>
typedef struct cublasLtContext *cublasLtHandle_t;
)cpp"},
    {"/aoti-tidy/cuda/cusparse.h", R"cpp(#pragma once
#include <cuda_runtime_api.h>
typedef struct cusparseContext *cusparseHandle_t;
typedef int cusparseStatus_t, cusparseOperation_t, cusparsePointerMode_t;
)cpp"},
    {"/aoti-tidy/cuda/cusolverDn.h", R"cpp(#pragma once
#include <cuda_runtime_api.h>
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef int cusolverStatus_t;
)cpp"},
    {"/aoti-tidy/cuda/cusolver_common.h", "#include <cusolverDn.h>\n"},
    // torch's CUDA builds generate it; its CPU builds ship the headers that
    // include it without it.
    {"/aoti-tidy/cuda/c10/cuda/impl/cuda_cmake_macros.h", "#pragma once\n"},
    {"/aoti-tidy/openmp/omp.h", R"cpp(#pragma once
typedef struct omp_lock_t { void *lock; } omp_lock_t;
#ifdef __cplusplus
extern "C" {
#endif
void omp_set_num_threads(int);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_dynamic(int);
int omp_get_level(void);
void omp_set_max_active_levels(int);
void omp_init_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
double omp_get_wtime(void);
#ifdef __cplusplus
}
#endif
)cpp"},
};

/// True if \p ErrorMessage, "'cuda.h' file not found", is about a header of \p Dir.
bool isMissingFrom(llvm::StringRef Dir, llvm::StringRef ErrorMessage) {
  auto [Header, Rest] = ErrorMessage.ltrim('\'').split('\'');
  return Rest == " file not found" &&
         llvm::any_of(StandIns, [&](const VirtualHeader &H) {
           llvm::StringRef Path = H.Path;
           return Path.consume_front(Dir) && Path.consume_front("/") &&
                  Path == Header;
         });
}

} // namespace

llvm::ArrayRef<VirtualHeader> headerStandIns() { return StandIns; }

bool isHeaderStandIn(llvm::StringRef Path) {
  return llvm::any_of(StandIns,
                      [&](const VirtualHeader &H) { return H.Path == Path; });
}

bool isMissingCudaHeader(llvm::StringRef ErrorMessage) {
  return isMissingFrom(CudaStandInDir, ErrorMessage);
}

bool isOfCudaToolkit(llvm::StringRef Header) {
  // By their whole names: projects have a cuda_utils.h and a cublas_wrapper.h.
  constexpr llvm::StringRef Names =
      "cooperative_groups.h cublas.h cublas_api.h cublasLt.h cublas_v2.h "
      "cublasXt.h cuda.h cuda_bf16.h cuda_bf16.hpp cuda_fp16.h cuda_fp16.hpp "
      "cuda_fp4.h cuda_fp6.h cuda_fp8.h cuda_occupancy.h cuda_pipeline.h "
      "cudaProfiler.h cuda_profiler_api.h cuda_runtime.h cuda_runtime_api.h "
      "cudaTypedefs.h cufft.h cufftXt.h cupti.h curand.h curand_kernel.h "
      "cusolverDn.h cusolverMg.h cusolverSp.h cusolver_common.h cusparse.h "
      "device_launch_parameters.h driver_types.h math_constants.h mma.h nppi.h "
      "nvJitLink.h nvml.h nvrtc.h nvToolsExt.h vector_types.h";
  constexpr llvm::StringRef Folders =
      "cooperative_groups cub cuda/std crt nvtx3 thrust";
  return llvm::is_contained(llvm::split(Names, ' '), Header) ||
         llvm::any_of(llvm::split(Folders, ' '), [&](llvm::StringRef Folder) {
           return Header.starts_with((Folder + "/").str());
         });
}

bool isNameOfCuda(llvm::StringRef Name) {
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{"cu", "CU", "__", "nv_", "thrust"},
      [&](llvm::StringRef Prefix) { return Name.starts_with(Prefix); });
}

bool isMissingOpenMpHeader(llvm::StringRef ErrorMessage) {
  return isMissingFrom(OpenMpStandInDir, ErrorMessage);
}

bool useOpenMp(llvm::ArrayRef<std::string> Args) {
  return llvm::any_of(Args, [](llvm::StringRef Arg) {
    return Arg == "-fopenmp" || Arg.starts_with("-fopenmp=");
  });
}

} // namespace aoti_tidy
