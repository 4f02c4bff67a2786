#pragma once
#include <torch/csrc/inductor/aoti_torch/c/macros.h>
extern "C" {
// The text names another function, as the real header's does.
[[deprecated(
    "aoti_torch_bmm is deprecated and will be removed in future versions.")]]
AOTI_TORCH_EXPORT AOTITorchError aoti_torch_bmm_out(AtenTensorHandle out,
                                                    AtenTensorHandle self,
                                                    AtenTensorHandle mat2);
[[deprecated(
    "aoti_torch_nonzero is deprecated and will be removed in future "
    "versions.")]]
AOTI_TORCH_EXPORT AOTITorchError aoti_torch_nonzero(AtenTensorHandle self,
                                                    AtenTensorHandle *out);
// Not in any torch: a shim that a release to come deprecates.
[[deprecated]] AOTI_TORCH_EXPORT AOTITorchError
aoti_torch_of_tomorrow(AtenTensorHandle self);
}
