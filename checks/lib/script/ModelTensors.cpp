// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ModelTensors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

/// The scales and the like of a quantised weight; an activation may have such,
/// too.
static bool comesWithWeights(StringRef Name) {
  return llvm::is_contained({"perm", "scale", "scales", "zero", "zeros", "zp"},
                            Name);
}

bool isOfModel(StringRef Name) {
  // w1, w2, w13 of a mixture of experts
  if (StringRef Number = Name; Number.consume_front("w") && !Number.empty() &&
                               llvm::all_of(Number, llvm::isDigit))
    return true;
  // The tables of positions and of their sines; 'positions' are an input.
  if (llvm::is_contained({"cos_sin", "cos_sin_cache", "pos_emb", "pos_embed",
                          "pos_embedding", "pos_table", "position_embedding",
                          "position_embeddings"},
                         Name))
    return true;
  // bias, conv_weight, weight_dq, mel_filters, but not topk_weights
  const auto [Rest, Last] = Name.rsplit('_');
  const StringRef Word = Last.empty() ? Name : Last;
  return llvm::is_contained({"bias", "codebook", "codebooks", "filterbank",
                             "filters", "qweight", "qzeros", "weight"},
                            Word) ||
         Name.starts_with("weight_") ||
         (comesWithWeights(Word) &&
          llvm::is_contained({"qweight", "w", "weight"}, Rest));
}

bool isOfModelBeside(StringRef Name, llvm::ArrayRef<StringRef> Others) {
  return llvm::any_of(Others, [&](StringRef Other) {
    return comesWithWeights(Name)
               ? Other.ends_with("weight")
               : Name == "pos" && llvm::is_contained({"image", "images", "img",
                                                      "imgs", "pixel_values"},
                                                     Other);
  });
}

} // namespace aoti_tidy::python
