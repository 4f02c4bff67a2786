// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CUDAHOST_H
#define AOTI_TIDY_DRIVER_CUDAHOST_H

namespace aoti_tidy {

/// Included before a .cu file where there is no CUDA toolkit: enough of the
/// language extensions to parse it host-side. CUDA's own headers, if a wheel
/// brought them, take these definitions as their compiler's.
constexpr char CudaHostHeaderPath[] = "/aoti-tidy/cuda_host.h";
constexpr char CudaHostHeader[] = R"cpp(
#pragma once
#pragma clang system_header
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
#if !__has_include(<cuda_runtime.h>)
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};
struct CUstream_st;
typedef CUstream_st *cudaStream_t;
#endif
extern "C" unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                                __SIZE_TYPE__ sharedMem = 0,
                                                CUstream_st *stream = 0);
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;
__device__ void __syncthreads();
)cpp";

} // namespace aoti_tidy

#endif
