// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/ModuleLayers.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {

LayerEffect effectOfLayer(StringRef Class) {
  if (!isIn(Class, torchname::NnPackage))
    return LayerEffect::Unknown;
  Class = Class.drop_front(torchname::NnPackage.size() + 1);
  // torch.nn.modules.linear.Linear
  if (Class.starts_with("modules."))
    Class = Class.rsplit('.').second;
  return llvm::StringSwitch<LayerEffect>(Class)
      .Cases({"Linear", "Embedding", "EmbeddingBag", "LayerNorm", "RMSNorm",
              "GroupNorm", "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "PReLU",
              "RNN", "LSTM", "GRU", "LSTMCell", "GRUCell",
              "TransformerEncoderLayer"},
             LayerEffect::Raises)
      .Cases({"Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d"},
             LayerEffect::Passes)
      .Cases({"ReLU", "GELU", "SiLU", "Sigmoid", "Tanh", "ELU", "LeakyReLU",
              "Softmax", "Dropout", "Flatten", "Identity", "MaxPool1d",
              "MaxPool2d", "AvgPool2d", "AdaptiveAvgPool2d"},
             LayerEffect::Passes)
      .Default(LayerEffect::Unknown);
}

bool removesParameters(StringRef Keyword) {
  return Keyword == "affine" || Keyword == "elementwise_affine" ||
         Keyword == "track_running_stats" || Keyword == "device";
}

bool keepsDevice(StringRef Operator) {
  return llvm::is_contained({"abs", "contiguous", "exp", "flatten", "float",
                             "gelu", "half", "max_pool2d", "permute", "relu",
                             "reshape", "sigmoid", "silu", "squeeze", "tanh",
                             "transpose", "unsqueeze", "view"},
                            Operator);
}

} // namespace aoti_tidy::python
