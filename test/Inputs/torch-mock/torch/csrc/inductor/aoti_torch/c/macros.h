#pragma once
#include <stddef.h>
#include <stdint.h>
#define AOTI_TORCH_EXPORT __attribute__((__visibility__("default")))
extern "C" {
struct AtenTensorOpaque;
using AtenTensorHandle = AtenTensorOpaque *;
using AOTITorchError = int32_t;
}
