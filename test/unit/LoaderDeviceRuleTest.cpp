// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-device/LoaderDeviceRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

TEST(LoaderDeviceRule, NamesTheCureThatTheLoaderHas) {
  EXPECT_EQ(loaderDeviceProblem({"Loader", "device_", "device_index"}).Text,
            "'Loader' loads on the current GPU, which need not be that of "
            "'device_'; pass its index as device_index");
  EXPECT_EQ(loaderDeviceProblem({"Loader", "device_", ""}).Text,
            "'Loader' loads on the current GPU, which need not be that of "
            "'device_'; make it the current one before");
  EXPECT_EQ(loaderDeviceProblem({"load", "rank", "", false, "set_device"}).Text,
            "'load' loads on the current GPU, which need not be that of "
            "'rank'; make it the current one with set_device before");
  EXPECT_EQ(
      loaderDeviceProblem({"Loader", "device_", "device_index", true}).Text,
      "'Loader' loads on the current GPU, the model beside it on "
      "'device_'; pass its index as device_index");
}

TEST(LoaderDeviceRule, KnowsTheNumberOfAGpu) {
  for (const char *Name : {"device_id", "deviceId_", "gpu", "gpu_index",
                           "m_gpuId", "cuda_device_id", "device_ordinal"})
    EXPECT_TRUE(namesGpuNumber(Name)) << Name;
  for (const char *Name : {"", "id", "num_gpus", "gpu_count", "device_type",
                           "devices", "rank", "gpu_memory", "index"})
    EXPECT_FALSE(namesGpuNumber(Name)) << Name;
}

TEST(LoaderDeviceRule, KnowsCamerasAndMicrophones) {
  for (const char *Text : {"cv::VideoCapture &", "SDL_AudioDeviceID",
                           "import sounddevice as sd", "pyaudio.PyAudio()"})
    EXPECT_TRUE(namesCapture(Text)) << Text;
  for (const char *Text : {"AudioFeatures", "CameraIntrinsics", "torchaudio"})
    EXPECT_FALSE(namesCapture(Text)) << Text;
}

TEST(LoaderDeviceRule, KnowsWhatSetsTheCurrentDevice) {
  for (const char *Code :
       {"cudaSetDevice(1);", "DPErrcheck(DPSetDevice(gpu_id));",
        "c10::cuda::set_device(i);", "device.set_index(0);",
        "c10::cuda::current_device()", "torch.cuda.set_device(rank)",
        "with torch.cuda.device(device):",
        "torch::Device(loader.get_metadata()[\"AOTI_DEVICE_KEY\"])"})
    EXPECT_TRUE(setsCurrentDevice(Code)) << Code;
  for (const char *Code :
       {"", "config.set_device(text);", "p->setDevice(d);", "x.to(device_);"})
    EXPECT_FALSE(setsCurrentDevice(Code)) << Code;
}

TEST(LoaderDeviceRule, KnowsGuards) {
  for (const char *Code :
       {"c10::cuda::CUDAGuard guard(1);", "c10::OptionalDeviceGuard g(d);",
        "at::cuda::OptionalCUDAGuard g(d);"})
    EXPECT_TRUE(hasDeviceGuard(Code)) << Code;
  EXPECT_FALSE(hasDeviceGuard("c10::InferenceMode guard;"));
}

} // namespace
