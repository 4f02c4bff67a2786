// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/FusedOperators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// The operators with an underscore that a model without gradients can have, from
/// the tables of Inductor's lowerings and decompositions of torch 2.13.
constexpr StringRef Operators =
    "_adaptive_avg_pool2d _adaptive_avg_pool3d _addmm_activation "
    "_batch_norm_no_update _batch_norm_with_update "
    "_batch_norm_with_update_functional _cdist_forward _convolution "
    "_dim_arange _efficient_attention_forward _embedding_bag "
    "_embedding_bag_forward_only _flash_attention_forward _grouped_mm "
    "_int_mm _linalg_det _linalg_eigh _linalg_slogdet _linalg_solve_ex "
    "_linalg_svd _log_softmax _native_batch_norm_legit "
    "_native_batch_norm_legit_functional "
    "_native_batch_norm_legit_no_training _pdist_forward _prelu_kernel "
    "_reshape_alias _safe_softmax _scaled_dot_product_efficient_attention "
    "_scaled_dot_product_flash_attention "
    "_scaled_dot_product_flash_attention_for_cpu "
    "_scaled_dot_product_fused_attention_overrideable _scaled_grouped_mm "
    "_scaled_mm _scaled_mm_v2 _softmax _to_copy _to_cpu _unsafe_index "
    "_unsafe_index_put _unsafe_masked_index "
    "_unsafe_masked_index_put_accumulate _unsafe_view "
    "_upsample_bicubic2d_aa _upsample_bilinear2d_aa "
    "_upsample_nearest_exact1d _upsample_nearest_exact2d "
    "_upsample_nearest_exact3d _weight_int4pack_mm_for_cpu "
    "_weight_int8pack_mm _weight_norm adaptive_avg_pool1d "
    "adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d "
    "adaptive_max_pool2d adaptive_max_pool3d affine_grid_generator "
    "alias_copy as_strided as_strided_copy as_strided_scatter atleast_1d "
    "atleast_2d atleast_3d avg_pool1d avg_pool2d avg_pool3d "
    "binary_cross_entropy binary_cross_entropy_with_logits bitwise_and "
    "bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift "
    "bitwise_xor block_diag broadcast_tensors channel_shuffle "
    "cholesky_inverse cholesky_solve clamp_max clamp_min column_stack "
    "conj_physical constant_pad_nd conv_transpose1d conv_transpose2d "
    "conv_transpose3d convert_element_type cosine_embedding_loss "
    "cosine_similarity count_nonzero cross_entropy_loss ctc_loss "
    "cumulative_trapezoid dequantize_per_channel dequantize_per_tensor "
    "diag_embed diagonal_copy diagonal_scatter embedding_bag empty_like "
    "empty_permuted empty_strided expand_as expand_copy fft_fft fft_ifft "
    "fft_irfft fft_rfft flatten_dense_tensors float_power floor_divide "
    "fractional_max_pool2d fractional_max_pool3d frobenius_norm full_like "
    "greater_equal grid_sampler grid_sampler_2d group_norm gru_cell "
    "hann_window hinge_embedding_loss huber_loss index_add index_copy "
    "index_fill index_put index_reduce index_select instance_norm kl_div "
    "l1_loss layer_norm leaky_relu less_equal lift_fresh lift_fresh_copy "
    "linalg_cholesky linalg_cholesky_ex linalg_cond linalg_cross "
    "linalg_det linalg_eigh linalg_eigvals linalg_eigvalsh "
    "linalg_householder_product linalg_inv linalg_inv_ex linalg_lu "
    "linalg_lu_factor linalg_lu_factor_ex linalg_lu_solve linalg_matmul "
    "linalg_matrix_exp linalg_matrix_norm linalg_matrix_power linalg_norm "
    "linalg_pinv linalg_qr linalg_slogdet linalg_solve linalg_solve_ex "
    "linalg_solve_triangular linalg_svd linalg_svdvals linalg_vecdot "
    "linalg_vector_norm log_sigmoid log_sigmoid_forward log_softmax "
    "logical_and logical_not logical_or logical_xor lstm_cell lu_solve "
    "lu_unpack margin_ranking_loss masked_fill masked_scatter matrix_exp "
    "matrix_power max_pool1d max_pool1d_with_indices max_pool2d "
    "max_pool2d_with_indices max_pool3d max_pool3d_with_indices "
    "max_unpool2d max_unpool3d mse_loss multi_margin_loss nan_to_num "
    "narrow_copy native_batch_norm native_channel_shuffle native_dropout "
    "native_group_norm native_layer_norm new_empty new_full new_ones "
    "new_zeros nll_loss nll_loss2d nll_loss2d_forward nll_loss_nd "
    "norm_except_dim not_equal nuclear_norm one_hot ones_like "
    "pad_sequence pairwise_distance permute_copy pixel_shuffle "
    "pixel_unshuffle poisson_nll_loss quantize_per_channel "
    "quantize_per_tensor rand_like randint_like randn_like "
    "reflection_pad1d reflection_pad2d reflection_pad3d repeat_interleave "
    "replication_pad1d replication_pad2d replication_pad3d rms_norm "
    "row_stack rrelu_with_noise_functional scalar_tensor "
    "scaled_dot_product_attention scatter_add scatter_reduce "
    "segment_reduce select_scatter slice_scatter slow_conv3d "
    "smooth_l1_loss soft_margin_loss special_erf split_with_sizes "
    "split_with_sizes_copy squeeze_copy std_mean sym_numel sym_size "
    "sym_stride take_along_dim to_dense transpose_copy triangular_solve "
    "tril_indices triplet_margin_loss triu_indices true_divide "
    "unbind_copy unflatten_dense_tensors unfold_copy unsqueeze_copy "
    "upsample_bicubic2d upsample_bilinear2d upsample_linear1d "
    "upsample_nearest1d upsample_nearest2d upsample_nearest3d var_mean "
    "view_as_complex view_copy zeros_like";

const llvm::StringSet<> &namesOfSeveralWords() {
  static const llvm::StringSet<> Names = [] {
    llvm::StringSet<> All;
    for (const StringRef Name : llvm::split(Operators, ' '))
      All.insert(Name);
    return All;
  }();
  return Names;
}

/// The longest name of those in the table has eight words.
constexpr size_t MaxWords = 8;

/// Splits \p Joined into names after \p Last, long ones first: "index_put" is
/// no "index". False if that is not possible.
bool split(StringRef Joined, StringRef Last, std::vector<StringRef> &Names) {
  if (Joined.empty())
    return true;
  llvm::SmallVector<size_t, MaxWords + 2> Ends;
  for (size_t At = 0; Ends.size() < MaxWords + 2 && At != StringRef::npos;)
    Ends.push_back(At = Joined.find('_', Ends.empty() ? 0 : At + 1));
  for (const size_t End : llvm::reverse(Ends)) {
    const StringRef Name = Joined.take_front(End);
    // "add_" writes into its argument.
    StringRef Plain = Name;
    if (Name.size() > 1)
      Plain.consume_back("_");
    if (Name <= Last ||
        (Plain.contains('_') && !namesOfSeveralWords().contains(Plain)))
      continue;
    Names.push_back(Name);
    if (split(End == StringRef::npos ? "" : Joined.drop_front(End + 1), Name,
              Names))
      return true;
    Names.pop_back();
  }
  return false;
}

} // namespace

std::vector<StringRef> fusedOperators(StringRef Kernel) {
  // Far more than Inductor lets a name be.
  constexpr size_t MaxSize = 4096;
  std::vector<StringRef> Names;
  if (Kernel.size() > MaxSize || !Kernel.consume_front("cpp_fused_"))
    return Names;
  Kernel = Kernel.rtrim("0123456789");
  Kernel.consume_back("_");
  split(Kernel, "", Names);
  return Names;
}

} // namespace aoti_tidy
