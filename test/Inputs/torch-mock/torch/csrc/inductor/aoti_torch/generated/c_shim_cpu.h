#pragma once
#include <torch/csrc/inductor/aoti_torch/c/macros.h>
extern "C" {
AOTI_TORCH_EXPORT AOTITorchError aoti_torch_cpu_bmm_out(AtenTensorHandle out,
                                                        AtenTensorHandle self,
                                                        AtenTensorHandle mat2);
}
