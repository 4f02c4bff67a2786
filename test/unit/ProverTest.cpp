// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Prover.h"
#include "test/unit/ParseIndexExpr.h"
#include "gtest/gtest.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using Answer = Prover::Answer;

namespace {

constexpr Answer P = Answer::Proved, R = Answer::Refuted, U = Answer::Unknown;

/// An access as emitted, or what would be one if it were right.
struct Question {
  const char *Where, *Assumptions, *Claim;
  Answer Is;
};

// x0 counts in steps of 8, and 8 lanes are accessed.
#define STEP8(X, N) "0 <= " X " < " N "; " X " % 8 == 0; "
#define IN(X, N) "0 <= " X " < " N "; "
#define VECTOR8(X, N) STEP8(X, N) X " < 8*floor_div(" N ", 8); "
#define TAIL8(X, N) STEP8(X, N) "8*floor_div(" N ", 8) <= " X "; "
#define TAIL8_COUNT(N) N " - 8*floor_div(" N ", 8)"
// The negative index's wrap, and its assert.
#define WRAP(T, N) "(" T " < 0 ? " T " + " N " : " T ")"
#define ASSERT(T, N) "0 <= " WRAP(T, N) " < " N "; "
// A mask that is kept in a variable.
#define MASK(M, C) "0 <= " M " <= 1; " M " == 0 || " C "; "
#define REFLECT(X, N)                                                          \
  "(ks0 - 1 - abs(1 - ks0 + abs(-2 + " X ")) < 0 ? "                           \
  "-1 - abs(1 - ks0 + abs(-2 + " X ")) + 2*ks0 : "                             \
  "ks0 - 1 - abs(1 - ks0 + abs(-2 + " X ")))"

#define POOL(N)                                                                \
  "ks2 >= 2; ks3 >= 2; " IN("x0", N "(ks2/2)*(ks3/2)")

#define EIGHTH_POWER(S) S "*" S "*" S "*" S "*" S "*" S "*" S "*" S
#define TRILINEAR                                                              \
  "ks0 >= 2; ks1 >= 2; ks2 >= 2; " IN("x0", "2") IN("x1", "2*ks0")             \
  IN("x2", "2*ks1") IN("x3", "2*ks2")
#define POOL3D                                                                 \
  "ks0 >= 2; ks1 >= 2; ks2 >= 2; " IN("x0", "2") IN("x1", "(ks0/2)")           \
  IN("x2", "(ks1/2)") IN("x3", "(ks2/2)")

// clang-format off: a row is read as one.
const Question Table[] = {
    // Contiguous and by rows.
    {"contig", STEP8("x0", "8*ks0"), "0 <= x0 && x0 + 8 <= 8*ks0", P},
    {"contig", IN("x0", "ks0") IN("x1", "8"), "x1 + 8*x0 < 8*ks0", P},
    {"contig", IN("x0", "ks0") IN("x1", "9"), "x1 + 8*x0 < 8*ks0", R},
    {"contig", IN("x0", "ks0") STEP8("x1", "8"), "0 <= x1 + 8*x0 && x1 + 8*x0 + 8 <= 8*ks0", P},
    {"contig_dyn2", IN("x0", "ks1") IN("x1", "ks0"), "0 <= x1 + ks0*x0 && x1 + ks0*x0 < ks0*ks1", P},
    {"contig_dyn2", IN("x0", "ks0") IN("x1", "ks0"), "x1 + ks0*x0 < ks0*ks1", R},
    {"three", IN("x0", "ks0") IN("x1", "ks1") IN("x2", "ks2"), "0 <= x2 + ks2*x1 + ks1*ks2*x0 && x2 + ks2*x1 + ks1*ks2*x0 < ks0*ks1*ks2", P},
    {"three", IN("x0", "ks0") IN("x1", "ks1") IN("x2", "ks2"), "x1 + ks2*x2 + ks1*ks2*x0 < ks0*ks1*ks2", R},
    {"four", IN("x0", "ks0") IN("x1", "6") IN("x2", "ks2") IN("x3", "ks3"), "x3 + ks3*x2 + ks2*ks3*x1 + 6*ks2*ks3*x0 < 6*ks0*ks2*ks3", P},
    {"pos_slice", IN("x0", "ks0") STEP8("x1", "16*ks1"), "x1 + 16*ks1*x0 + 8 <= 16*ks0*ks1", P},
    {"pos_slice", "0 <= ks1 <= 64; " STEP8("x1", "16*ks1"), "x1 + 8 <= 1024", P},
    {"pos_slice", "0 <= ks1 <= 65; " STEP8("x1", "16*ks1"), "x1 + 8 <= 1024", R},
    // A constant index, or one from the end.
    {"first_mid_last", IN("x0", "4") "ks0 >= 1", "0 <= -1 + ks0 + ks0*x0 < 4*ks0", P},
    {"first_mid_last", IN("x0", "4") "ks0 >= 0", "0 <= -1 + ks0 + ks0*x0 < 4*ks0", R},
    {"first_mid_last", IN("x0", "4") "ks0 >= 1", "ks0*x0 < 4*ks0", P},
    {"neg_index_col", IN("x0", "ks1") "ks0 >= 1; ks1 >= 0", "0 <= -1 + ks0 + ks0*x0 < ks0*ks1", P},
    {"neg_index_col", IN("x0", "ks1") "ks0 >= 0; ks1 >= 0", "0 <= -1 + ks0 + ks0*x0 < ks0*ks1", R},
    {"neg_index_last", "ks0 >= 2; " STEP8("x0", "8"), "0 <= -8 + x0 + 8*ks0 && -8 + x0 + 8*ks0 + 8 <= 8*ks0", P},
    {"neg_index_last", "ks0 >= 0; " STEP8("x0", "8"), "0 <= -8 + x0 + 8*ks0", R},
    {"const_index", "ks0 >= 4; " STEP8("x0", "8"), "24 + x0 + 8 <= 8*ks0", P},
    {"const_index", "ks0 >= 3; " STEP8("x0", "8"), "24 + x0 + 8 <= 8*ks0", R},
    {"flip", IN("x0", "ks0") IN("x1", "8"), "0 <= -8 + x1 - 8*x0 + 8*ks0 < 8*ks0", P},
    {"flip", IN("x0", "ks0") IN("x1", "8"), "0 <= x1 - 8*x0 + 8*ks0 < 8*ks0", R},
    // A matrix's elements, counted as a GPU's kernels do; rows of a padded one.
    {"gather", "ks0 >= 0; ks1 >= 0; " IN("x0", "ks0*ks1") IN("tmp0", "ks2"), "tmp0 + ks2*floor_div(x0, ks1) < ks0*ks2", P},
    {"gather", "ks0 >= 0; ks1 >= 0; " IN("x0", "ks0*ks1") IN("tmp0", "ks2"), "tmp0 + ks2*floor_div(x0, ks0) < ks0*ks2", R},
    {"pad", "ks1 >= 0; " IN("x0", "ks0*ks1 + 5*ks0"), "floor_div(x0, 5 + ks1) < ks0", P},
    {"pad", "ks1 >= 0; " IN("x0", "ks0*ks1 + 5*ks0 + 1"), "floor_div(x0, 5 + ks1) < ks0", R},
    // What an assert is about, however it was made.
    {"index_mod", "0 <= " WRAP("(tmp1 == 0 ? tmp0 % ks0 : tmp0 % ks0 + ks0)", "ks0") " < ks0; " IN("x0", "8"), "0 <= x0 + 8*" WRAP("(tmp1 == 0 ? tmp0 % ks0 : tmp0 % ks0 + ks0)", "ks0") " < 8*ks0", P},
    // Slices.
    {"chunk_dyn", STEP8("x0", "8*ks0"), "0 <= x0 + 16*ks0 && x0 + 16*ks0 + 8 <= 24*ks0", P},
    {"chunk_dyn", STEP8("x0", "8*ks0"), "x0 + 16*ks0 + 8 <= 16*ks0 + 8", R},
    {"diff_shift", STEP8("x0", "-8 + 8*ks0"), "8 + x0 + 8 <= 8*ks0", P},
    {"diff_shift", STEP8("x0", "-8 + 8*ks0"), "16 + x0 + 8 <= 8*ks0", R},
    {"unfold_dyn", VECTOR8("x0", "(-2 + ks0)"), "2 + x0 + 8 <= ks0", P},
    {"unfold_dyn", TAIL8("x0", "(-2 + ks0)"), "2 + x0 + " TAIL8_COUNT("(-2 + ks0)") " <= ks0", P},
    {"unfold_dyn", TAIL8("x0", "(-2 + ks0)"), "3 + x0 + " TAIL8_COUNT("(-2 + ks0)") " <= ks0", R},
    {"unfold_dyn", TAIL8("x0", "(-2 + ks0)"), "0 < " TAIL8_COUNT("(-2 + ks0)"), P},
    {"tolist_split", "ks0 >= 0; " STEP8("x0", "4*ks0") "x0 < 8*floor_div(ks0, 2)", "x0 + 8 <= 4*ks0", P},
    {"tolist_split", "ks0 >= 0; " STEP8("x0", "4*ks0") "x0 >= 8*floor_div(ks0, 2)", "x0 - 8*floor_div(ks0, 2) + 4*ks0 <= 4*ks0", P},
    {"tolist_split", "u0 >= 0; u1 >= 0; u0 + u1 == ks0; " STEP8("x0", "4*u1") "x0 < 8*floor_div(u1, 2)", "x0 + 4*u0 + 8 <= 4*ks0", P},
    {"tolist_split", "u0 >= 0; u1 >= 0; " STEP8("x0", "4*u1") "x0 < 8*floor_div(u1, 2)", "x0 + 4*u0 + 8 <= 4*ks0", R},
    {"neg_pad", IN("x0", "3") "ks0 >= 4; " VECTOR8("x1", "(-3 + ks0)"), "0 <= 1 + x1 + ks0*x0 && 1 + x1 + ks0*x0 + 8 <= 3*ks0", P},
    {"neg_pad", IN("x0", "3") "ks0 >= 0; " TAIL8("x1", "(-3 + ks0)"), "x1 + x0*max(1, -3 + ks0) + " TAIL8_COUNT("(-3 + ks0)") " <= 3*max(1, -3 + ks0)", P},
    {"neg_pad", IN("x0", "3") "ks0 >= 0; " TAIL8("x1", "(-3 + ks0)"), "x1 + x0*max(1, -2 + ks0) + " TAIL8_COUNT("(-3 + ks0)") " <= 3*max(1, -3 + ks0)", R},
    // Vectors' tails.
    {"tail", VECTOR8("x0", "ks0"), "0 <= x0 && x0 + 8 <= ks0", P},
    {"tail", STEP8("x0", "ks0"), "x0 + 8 <= ks0", R},
    {"tail", TAIL8("x0", "ks0"), "x0 + " TAIL8_COUNT("ks0") " <= ks0", P},
    {"tail", IN("x0", "ks0") "8*floor_div(ks0, 8) <= x0", "x0 + " TAIL8_COUNT("ks0") " <= ks0", R},
    {"tail", TAIL8("x0", "3*ks0"), "x0 + " TAIL8_COUNT("3*ks0") " <= 3*ks0", P},
    {"tail", TAIL8("x0", "ks0*ks1"), "x0 + " TAIL8_COUNT("ks0*ks1") " <= ks0*ks1", P},
    {"tail", IN("x0", "6") TAIL8("x1", "ks0"), "x1 + ks0*x0 + " TAIL8_COUNT("ks0") " <= 6*ks0", P},
    {"tail", IN("x0", "ks0") VECTOR8("x1", "ks1"), "x1 + ks1*x0 + 8 <= ks0*ks1", P},
    {"tail", IN("x0", "ks0") VECTOR8("x1", "ks1"), "x1 + ks1*x0 + 9 <= ks0*ks1", R},
    {"tail 16", "0 <= x0 < ks0; x0 % 16 == 0; x0 < 16*floor_div(ks0, 16)", "x0 + 16 <= ks0", P},
    {"transpose_tile", IN("x0", "ks0") STEP8("x1", "24") VECTOR8("x2", "ks1"), "x1 + 24*x2 + 24*ks1*x0 + 7*24 + 8 <= 24*ks0*ks1", P},
    {"transpose_tile", IN("x0", "ks0") STEP8("x1", "24") TAIL8("x2", "ks1") IN("x3", "8"), "x2 + ks1*x1 + ks1*x3 + 24*ks1*x0 + " TAIL8_COUNT("ks1") " <= 24*ks0*ks1", P},
    {"transpose_tile", IN("x0", "ks0") STEP8("x1", "24") TAIL8("x2", "ks1") IN("x3", "9"), "x2 + ks1*x1 + ks1*x3 + 24*ks1*x0 + " TAIL8_COUNT("ks1") " <= 24*ks0*ks1", R},
    // Pads.
    {"reflect_pad", IN("x0", "6") IN("x1", "4 + ks0") "ks0 >= 3", "0 <= ks0*x0 + " REFLECT("x1", "ks0") " < 6*ks0", P},
    {"reflect_pad", IN("x0", "6") IN("x1", "4 + ks0") "ks0 >= 1", "0 <= ks0*x0 + " REFLECT("x1", "ks0") " < 6*ks0", R},
    {"reflect_pad", IN("x0", "6") IN("x1", "4 + ks0") "ks0 >= 1", "0 <= ks0*x0 + min(-1 + ks0, max(0, -2 + x1)) < 6*ks0", P},
    {"reflect_pad", IN("x0", "6") IN("x1", "4 + ks0") "ks0 >= 0", "0 <= ks0*x0 + min(-1 + ks0, max(0, -2 + x1)) < 6*ks0", R},
    {"reflect_pad", IN("x0", "6") IN("x1", "4 + ks0") "ks0 >= 0", "0 <= x1 + 4*x0 + ks0*x0 < 24 + 6*ks0", P},
    // Remainders.
    {"roll_dyn", IN("x0", "ks0") STEP8("x1", "8"), "0 <= x1 + 8*((x0 + (-2 + ks0) % ks0) % ks0) && x1 + 8*((x0 + (-2 + ks0) % ks0) % ks0) + 8 <= 8*ks0", P},
    {"roll_dyn", IN("x0", "ks0"), "0 <= (x0 - 3 + ks0) % ks0", R},
    {"view", "ks0 >= 0; ks1 >= 0; " IN("x0", "ks0*ks1"), "0 <= x0 % ks1 + ks1*floor_div(x0, ks1) < ks0*ks1", P},
    {"view", "ks0 >= 0; ks1 >= 0; " IN("x0", "ks0*ks1"), "0 <= floor_div(x0, ks1) < ks0", P},
    {"view", "ks0 >= 0; ks1 >= 0; " IN("x0", "ks0*ks1"), "0 <= floor_div(x0, ks1) < ks1", R},
    {"view", IN("x0", "12"), "0 <= x0 % 4 + 4*(x0 / 4 % 3) < 12", P},
    {"view", IN("x0", "12"), "0 <= x0 % 5 + 4*(x0 / 4 % 3) < 12", R},
    {"view", IN("x0", "ks0") "ks0 >= 1", "floor_mod(tmp0, ks0) < ks0 && 0 <= floor_mod(tmp0, ks0)", P},
    {"view", IN("x0", "ks0"), "0 <= tmp0 % ks0 < ks0", R},
    {"view 3d", "ks0 >= 1; ks1 >= 1; " IN("x0", "ks0*ks1*ks2"), "0 <= x0 % ks0 + ks0*(x0/ks0 % ks1) + ks0*ks1*(x0/(ks0*ks1)) < ks0*ks1*ks2", P},
    {"view 3d", "ks0 >= 1; ks1 >= 1; " IN("x0", "ks0*ks1*ks2"), "floor_mod(x0, ks0) + ks0*floor_mod(floor_div(x0, ks0), ks1) + ks0*ks1*floor_div(x0, ks0*ks1) < ks0*ks1*ks2", P},
    {"view 3d", "ks0 >= 1; ks1 >= 1; " IN("x0", "ks0*ks1*ks2"), "x0 % ks0 + ks0*(x0/ks0 % ks2) + ks0*ks1*(x0/(ks0*ks1)) < ks0*ks1*ks2", R},
    // Triton's max_pool2d and avg_pool2d with a stride of 2, and padding; pixel_shuffle; im2col.
    {"pool", POOL("3*"), "ks3 + 1 + 2*(x0 % (ks3/2)) + 2*ks3*(x0/(ks3/2) % (ks2/2)) + ks2*ks3*(x0/((ks2/2)*(ks3/2))) < 3*ks2*ks3", P},
    {"pool", POOL("3*"), "ks3 + 2 + 2*(x0 % (ks3/2)) + 2*ks3*(x0/(ks3/2) % (ks2/2)) + ks2*ks3*(x0/((ks2/2)*(ks3/2))) < 3*ks2*ks3", R},
    {"pool", POOL("4*"), "2*(x0 % (ks3/2)) + 2*ks3*(x0/(ks3/2) % (ks2/2)) + ks2*ks3*(x0/((ks2/2)*(ks3/2))) < 3*ks2*ks3", R},
    {"shuffle", "ks0 >= 2; ks1 >= 2; ks2 >= 1; " IN("x0", "8*ks0*ks1*ks2"), "0 <= ks1*(x0/(2*ks1) % (2*ks0)/2) + ks0*ks1*(x0 % (2*ks1) % 2) + 2*ks0*ks1*(x0/(2*ks1) % (2*ks0) % 2) + 4*ks0*ks1*(x0/(4*ks0*ks1)) + x0 % (2*ks1) / 2 < 8*ks0*ks1*ks2", P},
    {"im2col", "ks0 >= 3; ks1 >= 3; " IN("x0", "18*ks0*ks1") "1 <= x0 % (ks0*ks1)/ks1 + x0/(ks0*ks1)/3 % 3 < 1 + ks0; 1 <= x0 % (ks0*ks1) % ks1 + x0/(ks0*ks1) % 3 < 1 + ks1", "0 <= -1 + x0 % (ks0*ks1) - ks1 + ks1*(x0/(ks0*ks1)/3 % 3) + ks0*ks1*(x0/(ks0*ks1)/9) + x0/(ks0*ks1) % 3 < 2*ks0*ks1", P},
    // What is masked by another end, as in a cat.
    {"cat", "ks0 >= 1; ks1 >= 1; " IN("x0", "4*ks0*ks1") "x0 < ks0*ks1 + 5", "x0 % ks0 + ks0*(x0/ks0) < ks0*ks1 + 5", P},
    {"cat", "ks0 >= 1; ks1 >= 1; " IN("x0", "ks0*ks1*ks2") "x0 < ks3", "x0 % ks0 + ks0*(x0/ks0 % ks1) + ks0*ks1*(x0/(ks0*ks1)) < ks3", P},
    {"cat", "ks0 >= 1; ks1 >= 1; " IN("x0", "ks0*ks1*ks2") "x0 < ks3 + 1", "x0 % ks0 + ks0*(x0/ks0 % ks1) + ks0*ks1*(x0/(ks0*ks1)) < ks3", R},
    {"by a counter", "ks0 >= 1; ks1 >= 1; " IN("x0", "ks0*ks1") "1 <= x1 < ks1", "x0 % x1 + x1*(x0/x1 % ks0) < ks1", R},
    // The weights are no multiples of each other, or may be negative.
    {"no view", "ks0 >= 2; ks1 >= 2; " IN("x0", "ks0*ks1"), "0 <= x0 % ks0 + ks0*(x0 / ks1) < ks0*ks1", R},
    {"no view", "ks0*ks1 >= 1; " IN("x0", "ks0*ks1"), "floor_div(floor_div(x0, ks0), ks1) < 1", U},
    {"view 3d", "ks0 >= 1; ks1 >= 1; " IN("x0", "ks0*ks1*ks2"), "0 <= floor_div(x0, ks0*ks1) < ks2", P},
    {"interp", "ks0 >= 1; " IN("x0", "ks1"), "0 <= floor_div(x0*ks0, ks1) < ks0", P},
    {"pool", "ks0 >= 0; " IN("x0", "1 + floor_div(-3 + ks0, 2)"), "2*x0 + 2 < ks0", P},
    {"pool", "ks0 >= 0; " IN("x0", "1 + floor_div(-2 + ks0, 2)"), "2*x0 + 2 < ks0", R},
    {"pad 2d", "ks0 >= 2; ks1 >= 2; " IN("x0", "ks1 + 4") IN("x1", "ks0 + 4") IN("x2", "3"), "0 <= ks1*ks0*x2 + ks0*min(ks1 - 1, max(0, x0 - 2)) + min(ks0 - 1, max(0, x1 - 2)) < 3*ks0*ks1", P},
    {"triton block", "ks0 >= 0; " IN("x0", "32*floor_div(31 + ks0, 32)"), "x0 < ks0", R},
    {"triton block", "ks0 >= 0; " IN("x0", "32*floor_div(31 + ks0, 32)") "x0 < ks0", "x0 < ks0", P},
    {"index_mod", "ks1 >= 1", "0 <= (tmp0 % ks1 != 0 && tmp0 % ks1 < 0 ? tmp0 % ks1 + ks1 : tmp0 % ks1) < ks1", P},
    {"index_mod", "ks0 >= 0", "ks0 == 0 || 0 <= tmp0 % ks0 + (tmp0 % ks0 < 0 ? ks0 : 0) < ks0", P},
    {"arange_strided", IN("x0", "floor_div(ks0, 2)") STEP8("x1", "8"), "8 + x1 + 16*x0 + 8 <= 8*ks0", P},
    {"arange_strided", IN("x0", "floor_div(1 + ks0, 2)") STEP8("x1", "8"), "8 + x1 + 16*x0 + 8 <= 8*ks0", R},
    {"interp_nearest", IN("x0", "2*ks0") "ks0 >= 0", "0 <= floor_div(x0, 2) < ks0", P},
    {"index_2d tail", "0 <= lane < tail; " IN("ks2", "ks3") "!(lane < tail) || (0 <= " WRAP("tmp0", "ks0") " && " WRAP("tmp0", "ks0") " < ks0); !(lane < tail) || (0 <= " WRAP("tmp1", "ks1") " && " WRAP("tmp1", "ks1") " < ks1)", "0 <= " WRAP("tmp1", "ks1") " + ks1*" WRAP("tmp0", "ks0") " < ks0*ks1", P},
    {"index_2d tail", "0 <= lane <= tail; !(lane < tail) || (0 <= " WRAP("tmp0", "ks0") " && " WRAP("tmp0", "ks0") " < ks0)", WRAP("tmp0", "ks0") " < ks0", R},
    {"interp_bilinear", STEP8("x0", "2*ks0") "x0 < 8*floor_div(ks0, 4); " IN("lane", "8"), "0 <= max(2*(x0 + lane) - 1, 0)/4 < ks0", P},
    {"interp_bilinear", STEP8("x0", "2*ks0") IN("lane", "8"), "0 <= max(2*(x0 + lane) - 1, 0)/4 < ks0", R},
    {"interp_bilinear 2d", IN("x0", "2*ks0") STEP8("x1", "2*ks1") "x1 < 8*floor_div(ks1, 4); " IN("lane", "8") IN("x2", "2"), "max(2*(x1 + lane) - 1, 0)/4 + ks1*(max(2*x0 - 1, 0)/4) + ks0*ks1*x2 < 2*ks0*ks1", P},
    // One size after the other: trilinear interpolation, its last vector, avg_pool3d and its buffer, bicubic with contents.
    {"trilinear", TRILINEAR, "0 <= max(2*x3 - 1, 0)/4 + ks2*min(1 + max(2*x2 - 1, 0)/4, ks1 - 1) + ks1*ks2*min(1 + max(2*x1 - 1, 0)/4, ks0 - 1) + ks0*ks1*ks2*x0 < 2*ks0*ks1*ks2", P},
    {"trilinear", TRILINEAR, "max(2*x3 - 1, 0)/4 + ks2*min(1 + max(2*x2 - 1, 0)/4, ks1 - 1) + ks1*ks2*(1 + max(2*x1 - 1, 0)/4) + ks0*ks1*ks2*x0 < 2*ks0*ks1*ks2", R},
    {"trilinear", TRILINEAR, "max(2*x3 - 1, 0)/4 + ks2*min(1 + max(2*x2 - 1, 0)/4, ks1 - 1) + ks1*ks2*(max(2*x1 - 1, 0)/4) + ks0*ks1*ks2*x0 < 2*ks0*ks1*ks2 - 2", R},
    {"near3d", IN("x0", "2") IN("x1", "2*ks0") IN("x2", "2*ks1") TAIL8("x3", "(2*ks2)"), "x3 + 2*ks2*x2 + 4*ks1*ks2*x1 + 8*ks0*ks1*ks2*x0 + 2*ks2 - 8*floor_div(2*ks2, 8) <= 16*ks0*ks1*ks2", P},
    {"near3d", IN("x0", "2") IN("x1", "2*ks0") IN("x2", "2*ks1") TAIL8("x3", "(2*ks2)"), "x3 + 2*ks2*x2 + 4*ks1*ks2*x1 + 8*ks0*ks1*ks2*x0 + 2*ks2 - 8*floor_div(2*ks2, 8) < 16*ks0*ks1*ks2", R},
    {"avg_pool3d", POOL3D, "0 <= 1 + ks2 + 2*x3 + ks1*ks2 + 2*ks2*x2 + 2*ks1*ks2*x1 + ks0*ks1*ks2*x0 < 2*ks0*ks1*ks2", P},
    {"avg_pool3d", POOL3D, "2 + ks2 + 2*x3 + ks1*ks2 + 2*ks2*x2 + 2*ks1*ks2*x1 + ks0*ks1*ks2*x0 < 2*ks0*ks1*ks2", R},
    {"avg_pool3d", POOL3D, "x3 + x2*max(1, ks2/2) + x1*max(1, ks1/2)*max(1, ks2/2) + x0*max(1, ks0/2)*max(1, ks1/2)*max(1, ks2/2) < (ks0/2 == 0 ? 0 : 2*max(1, ks0/2)*max(1, ks1/2)*max(1, ks2/2))", P},
    {"avg_pool3d", POOL3D, "x3 + x2*max(1, ks2/2) + x1*max(1, ks1/2)*max(1, ks2/2) + x0*max(1, ks0/2)*max(1, ks1/2)*max(1, ks2/2) < (ks0/2 == 1 ? 0 : 2*max(1, ks0/2)*max(1, ks1/2)*max(1, ks2/2))", R},
    {"bicubic", "4 <= ks0 <= 40; 4 <= ks1 <= 40; 0 <= tmp0; 0 <= tmp1; " IN("x0", "2"), "0 <= (tmp0 == -9 ? min(0, ks1 - 1) : min(max(tmp0 - 1, 0), ks1 - 1) + ks1*(tmp1 == -9 ? ks0 : min(tmp1 + 1, ks0 - 1))) + ks0*ks1*x0 < 2*ks0*ks1", P},
    {"bicubic", "4 <= ks0 <= 40; 4 <= ks1 <= 40; 0 <= tmp0; " IN("x0", "2"), "0 <= (tmp0 == -9 ? min(0, ks1 - 1) : min(max(tmp0 - 1, 0), ks1 - 1) + ks1*(tmp1 == -9 ? ks0 : min(max(tmp1, 0), ks0 - 1))) + ks0*ks1*x0 < 2*ks0*ks1", R},
    // Sizes that round: max_pool2d with a stride of 2, and padding to a multiple of 32.
    {"max_pool", IN("x0", "3") IN("x1", "(1 + floor_div(-1 + ks0, 2))") TAIL8("x2", "(1 + floor_div(-1 + ks1, 2))") "ks0 >= 1; ks1 >= 1", "x0 + x1 + x2 + x0*floor_div(-1 + ks0, 2) + x0*floor_div(-1 + ks1, 2) + x1*floor_div(-1 + ks1, 2) + x0*floor_div(-1 + ks0, 2)*floor_div(-1 + ks1, 2) + floor_div(1 + ks1, 2) - 8*floor_div(1 + ks1, 16) <= 3*floor_div(1 + ks0, 2)*floor_div(1 + ks1, 2)", P},
    {"max_pool", IN("x0", "3") IN("x1", "(1 + floor_div(-1 + ks0, 2))") TAIL8("x2", "(1 + floor_div(-1 + ks1, 2))") "ks0 >= 1; ks1 >= 1", "x0 + x1 + x2 + x0*floor_div(-1 + ks0, 2) + x0*floor_div(-1 + ks1, 2) + x1*floor_div(-1 + ks1, 2) + x0*floor_div(-1 + ks0, 2)*floor_div(-1 + ks1, 2) + floor_div(1 + ks1, 2) - 8*floor_div(1 + ks1, 16) <= 3*floor_div(ks0, 2)*floor_div(1 + ks1, 2)", R},
    {"letterbox", "ks0 >= 2; ks1 >= 2; " IN("x0", "3") IN("x1", "(ks0 + floor_mod(-ks0, 32))") IN("x2", "(ks1 + floor_mod(-ks1, 32))"), "x2 + ks1*x1 + x1*floor_mod(-ks1, 32) + ks0*ks1*x0 + ks0*x0*floor_mod(-ks1, 32) + ks1*x0*floor_mod(-ks0, 32) + x0*floor_mod(-ks0, 32)*floor_mod(-ks1, 32) < 3*(ks0 + floor_mod(-ks0, 32))*(ks1 + floor_mod(-ks1, 32))", P},
    {"letterbox", "ks0 >= 2; ks1 >= 2; " IN("x0", "3") IN("x1", "(ks0 + floor_mod(-ks0, 32))") IN("x2", "(ks1 + floor_mod(-ks1, 32))"), "x2 + ks1*x1 + x1*floor_mod(-ks1, 32) + ks0*ks1*x0 + ks0*x0*floor_mod(-ks1, 32) + ks1*x0*floor_mod(-ks0, 32) + x0*floor_mod(-ks0, 32)*floor_mod(-ks1, 32) < 3*(ks0 + floor_mod(-ks0, 32))*ks1", R},
    // Quotients that are equal to no other: too large when multiplied out, and a constant that can't be subtracted.
    {"power", "0 <= x0; 0 <= x1; ks0 >= 0; ks4 >= 0; ks5 >= 0; ks6 >= 0; ks7 >= 0", "x0*x1*floor_div(" EIGHTH_POWER("(ks0 + ks1 + ks2 + ks3 + ks4)") ", 3) <= x0*x1*floor_div(" EIGHTH_POWER("(ks0 + ks1 + ks2 + ks3 + ks5)") ", 3) + ks0*ks6*ks7", R},
    {"least constant", "0 <= x0; 0 <= x1; ks0 >= 0; ks1 >= 0", "0 <= ks1 - x0*x1*(floor_div(ks0 - 9223372036854775807 - 1, 8) + 1152921504606846976)", R},
    {"ceil", IN("x0", "-floor_div(-ks0, 8)") "ks0 >= 0", "8*x0 < ks0", P},
    {"ceil", IN("x0", "-floor_div(-ks0, 8)") "ks0 >= 0", "8*x0 + 1 < ks0", R},
    // What a tensor holds.
    {"adv_index_dyn", "ks1 >= 0; " ASSERT("tmp0", "ks1") STEP8("x1", "8"), "0 <= x1 + 8*" WRAP("tmp0", "ks1") " && x1 + 8*" WRAP("tmp0", "ks1") " + 8 <= 8*ks1", P},
    {"adv_index_dyn no assert", "ks1 >= 0; " STEP8("x1", "8"), "0 <= x1 + 8*" WRAP("tmp0", "ks1") " && x1 + 8*" WRAP("tmp0", "ks1") " + 8 <= 8*ks1", R},
    {"adv_index_dyn half", "ks1 >= 0; " WRAP("tmp0", "ks1") " < ks1; " STEP8("x1", "8"), "0 <= x1 + 8*" WRAP("tmp0", "ks1"), R},
    {"adv_index_dyn swapped", "ks0 >= 0; ks1 >= 0; " ASSERT("tmp0", "ks0") STEP8("x1", "8"), "x1 + 8*" WRAP("tmp0", "ks0") " + 8 <= 8*ks1", R},
    {"adv_index_dyn wrapped", "-ks1 <= tmp0 < ks1", "0 <= " WRAP("tmp0", "ks1") " < ks1", P},
    {"adv_index_2d", "ks1 >= 0; ks2 >= 0; " ASSERT("tmp0", "ks1") ASSERT("tmp12", "ks2"), "0 <= " WRAP("tmp12", "ks2") " + ks2*" WRAP("tmp0", "ks1") " < ks1*ks2", P},
    {"adv_index_2d off", "ks1 >= 0; ks2 >= 0; " ASSERT("tmp0", "ks1") ASSERT("tmp12", "ks2"), "0 <= 1 + " WRAP("tmp12", "ks2") " + ks2*" WRAP("tmp0", "ks1") " < ks1*ks2", R},
    {"gather_dyn", IN("x0", "3") "0 <= tmp0 < ks1; ks1 >= 0", "0 <= tmp0 + ks1*x0 < 3*ks1", P},
    {"gather_dyn", IN("x0", "3") "0 <= tmp0 <= ks1; ks1 >= 0", "0 <= tmp0 + ks1*x0 < 3*ks1", R},
    {"take_along_dim", IN("x0", "3") "0 <= tmp0 < 6", "0 <= tmp0 + 6*x0 < 18", P},
    {"kv_cache_update", IN("x0", "2") STEP8("x2", "8") ASSERT("tmp0", "32"), "x2 + 8*" WRAP("tmp0", "32") " + 256*x0 + 8 <= 512", P},
    {"kv_cache_update no assert", "2 <= ks0 <= 16; " IN("x0", "2") IN("x1", "ks0") STEP8("x2", "8"), "0 <= " WRAP("tmp0", "32") " < 32", R},
    {"kv_cache_update", IN("x0", "2") STEP8("x2", "8") ASSERT("tmp0", "33"), "x2 + 8*" WRAP("tmp0", "33") " + 256*x0 + 8 <= 512", R},
    {"index_clamped", "ks1 >= 1", "0 <= min(max(tmp0, 0), -1 + ks1) < ks1", P},
    {"clamped twice", "4 <= ks0 <= 40; 4 <= ks1 <= 40; " IN("x0", "2"), "0 <= min(max((-9 <= tmp0 ? tmp0 - 1 : tmp1), 0), -1 + ks0) + ks0*min(max((-9 <= tmp2 ? tmp2 - 1 : tmp3), 0), -1 + ks1) + ks0*ks1*x0 < 2*ks0*ks1", P},
    {"clamped twice", "4 <= ks0 <= 40; 4 <= ks1 <= 40", "min(max(tmp0, 0), -1 + ks0) + ks0*min(max(tmp2, 0), ks1) < ks0*ks1", R},
    {"index_clamped", "ks1 >= 0", "0 <= min(max(tmp0, 0), -1 + ks1) < ks1", R},
    {"uint8", "0 <= tmp0 <= 255", "0 <= " WRAP("tmp0", "256") " < 256", P},
    {"uint8", "0 <= tmp0 <= 255", "0 <= " WRAP("tmp0", "200") " < 200", R},
    {"grid_sample", IN("x0", "3") ASSERT("tmp39", "ks0") ASSERT("tmp30", "ks1") "ks0 >= 0; ks1 >= 0", "0 <= " WRAP("tmp39", "ks0") " + ks0*" WRAP("tmp30", "ks1") " + ks0*ks1*x0 < 3*ks0*ks1", P},
    {"grid_sample mask", "ks0 >= 1; " MASK("tmp1", "0 <= tmp0") MASK("tmp2", "tmp0 < ks0"), "0 <= (tmp1 == 1 && tmp2 == 1 ? tmp0 : 0) < ks0", P},
    {"grid_sample mask", "ks0 >= 0; " MASK("tmp1", "0 <= tmp0") MASK("tmp2", "tmp0 < ks0"), "0 <= (tmp1 == 1 && tmp2 == 1 ? tmp0 : 0) < ks0", R},
    {"item_select", "ks0 >= 0; " STEP8("x0", "4"), "0 <= x0 + 4*(u0 < 0 ? u0 + ks0 : u0)", R},
    {"item_select", "ks0 >= 0; 0 <= u0 < ks0; " IN("x0", "4"), "0 <= x0 + 4*(u0 < 0 ? u0 + ks0 : u0) < 4*ks0", P},
    {"concatenation", "ks0 >= 4; ks1 >= 5; ks2 >= 0; ks3 >= 0; " IN("x0", "ks0") VECTOR8("x1", "ks2"), "x1 + ks2*x0 + 8 <= ks0*ks3", R},
    {"masked", IN("x0", "ks0 + 3") "0 <= x0 - 2 && x0 - 2 < ks0", "0 <= x0 - 2 < ks0", P},
    {"cat_last", IN("x0", "ks0 + ks1"), "x0 < ks0 || 0 <= x0 - ks0 < ks1", P},
    {"cat_last", IN("x0", "ks0 + ks1"), "x0 < ks0 || 0 <= x0 - ks1 < ks1", R},
    {"tril", IN("x0", "ks0") IN("x1", "ks0"), "0 <= x1 + ks0*x0 < ks0*ks0", P},
    {"derived", "ks1 == 2*ks0; " IN("x0", "ks1") "ks0 >= 0", "floor_div(x0, 2) < ks0", P},
    {"nobody knows", "ks0 >= 1", "ks0 / tmp0 <= ks0", U},
};
// clang-format on

Prover::Result prove(Prover &Ask, const std::string &Assumptions,
                     const char *Claim) {
  return Ask.prove(parseIndexExprs(Assumptions), parseIndexExpr(Claim));
}

std::string text(const Witness &W) {
  std::string Text;
  for (const auto &[V, Is] : W)
    Text += V.Name + " = " + std::to_string(Is) + "; ";
  return Text;
}

bool isTrue(const IndexExpr &E, const Witness &W) {
  const auto Value =
      E.evaluate([&](const Variable &V) -> std::optional<int64_t> {
        const auto Is = W.find(V);
        if (Is == W.end())
          return std::nullopt;
        return Is->second;
      });
  EXPECT_TRUE(Value) << E.str() << " with " << text(W);
  return Value == 1;
}

} // namespace

TEST(Prover, EmittedAccesses) {
  Prover Ask;
  for (const Question &Q : Table) {
    const auto Assumptions = parseIndexExprs(Q.Assumptions);
    const IndexExpr Claim = parseIndexExpr(Q.Claim);
    const Prover::Result Result = Ask.prove(Assumptions, Claim);
    EXPECT_EQ(int(Result.Is), int(Q.Is))
        << Q.Where << ": " << Q.Assumptions << " => " << Q.Claim << "\n"
        << text(Result.Against);
    if (Result.Is != R)
      continue;
    EXPECT_FALSE(isTrue(Claim, Result.Against));
    for (const IndexExpr &A : Assumptions)
      EXPECT_TRUE(isTrue(A, Result.Against)) << A.str();
  }
}

TEST(Prover, SmallWitnesses) {
  Prover Ask;
  const auto Against = [&](const char *Assumptions, const char *Claim) {
    return text(prove(Ask, Assumptions, Claim).Against);
  };
  // The size is as small as it can be, the others at an end.
  EXPECT_EQ(Against("ks0 >= 0; 0 <= x0 < 4", "0 <= -1 + ks0 + ks0*x0"),
            "ks0 = 0; x0 = 0; ");
  EXPECT_EQ(Against("ks0 >= 2; 0 <= x0 < ks0", "x0 < 5"), "ks0 = 6; x0 = 5; ");
  EXPECT_EQ(
      Against("ks0 >= 2; 0 <= x0 < ks0; 0 <= tmp0 <= 255", "x0 + tmp0 < 300"),
      "ks0 = 46; tmp0 = 255; x0 = 45; ");
  // Sizes that others are computed from.
  EXPECT_EQ(Against("ks1 == floor_div(ks0, 2); ks0 >= 0; 0 <= x0 < ks1",
                    "2*x0 + 2 < ks0"),
            "ks0 = 2; ks1 = 1; x0 = 0; ");
  EXPECT_EQ(Against("u1 == (u0 < 0 ? u0 + s77 : u0); s77 >= 2", "0 <= u1"),
            "s77 = 2; u0 = -3; u1 = -1; ");
}

TEST(Prover, DivisionByZero) {
  Prover Ask;
  const auto Is = [&](const char *Assumptions, const char *Claim) {
    return prove(Ask, Assumptions, Claim).Is;
  };
  // True, unless it has no value.
  EXPECT_EQ(Is("ks0 >= 0; ks1 >= 0", "0 <= floor_div(ks0, ks1)"), U);
  EXPECT_EQ(Is("ks0 >= 0; ks1 >= 1", "0 <= floor_div(ks0, ks1)"), P);
  // An assumption that has a value has a divisor.
  EXPECT_EQ(Is("0 <= floor_div(ks0, ks1); ks1 >= 0", "ks1 >= 1"), P);
  EXPECT_EQ(Is("ks0 > 3 && floor_div(ks0, ks1) > 3; ks1 >= 0", "ks1 >= 1"), P);
  EXPECT_EQ(Is("ks0 < 3 || floor_div(ks0, ks1) > 3; ks1 >= 0", "ks1 >= 1"), R);
  // What is not computed may be anything.
  EXPECT_EQ(Is("ks0 >= 0; ks1 >= 0",
               "0 <= (ks1 == 0 ? ks0 : floor_div(ks0, ks1)) <= ks0"),
            P);
  EXPECT_EQ(Is("ks0 >= 0; ks1 >= 0", "ks1 == 0 || 0 <= ks0 % ks1 < ks1"), P);
  EXPECT_EQ(Is("ks0 >= 0; ks1 >= 0", "ks1 == 0 || 0 < ks0 % ks1"), R);
}

TEST(Prover, ContradictoryAssumptions) {
  Prover Ask;
  EXPECT_EQ(prove(Ask, "0 <= x0 < ks0; ks0 < 1", "false_ < 0").Is, P);
  EXPECT_EQ(prove(Ask, "2 * x0 == 1", "x0 < 0").Is, P);
  EXPECT_EQ(Ask.prove({}, IndexExpr::always()).Is, P);
  EXPECT_EQ(Ask.prove({}, negation(IndexExpr::always())).Is, R);
}

TEST(Prover, ManyOtherFacts) {
  // What a long kernel's loops and asserts say beside the point.
  std::string Others = "ks1 >= 0; ks2 >= 0; ";
  for (unsigned I = 10; I < 70; ++I) {
    Others += fmt::format("0 <= (tmp{0} < 0 ? tmp{0} + ks1 : tmp{0}) < ks1; "
                          "0 <= x{0} < ks2; x{0} % 8 == 0; ",
                          I);
  }
  Prover Ask;
  const char *Claim = "0 <= x1 + 8*x0 < 8*ks0";
  EXPECT_EQ(prove(Ask, Others + IN("x0", "ks0") IN("x1", "8"), Claim).Is, P);
  const auto Off = prove(Ask, Others + IN("x0", "ks0") IN("x1", "9"), Claim);
  EXPECT_EQ(Off.Is, R);
  EXPECT_EQ(Off.Against.at({"ks0", VariableKind::Symbol}), 1);
  // That the other loops run at all.
  EXPECT_EQ(prove(Ask, Others, "0 <= ks2 - 1").Is, P);
}

TEST(Prover, Powers) {
  Prover Ask;
  EXPECT_EQ(prove(Ask, "", "0 <= tmp0*tmp0").Is, P);
  EXPECT_EQ(prove(Ask, "", "0 <= tmp0*tmp0*tmp0").Is, R);
  EXPECT_EQ(prove(Ask, "-7 <= tmp0 <= 3", "tmp0*tmp0 <= 49").Is, P);
  EXPECT_EQ(prove(Ask, "-7 <= tmp0 <= -3", "9 <= tmp0*tmp0").Is, P);
  EXPECT_EQ(prove(Ask, "ks0 >= 0", "ks0*ks0*ks0 != 4913").Is, R);
  // Too hard: there is none, by Fermat's last theorem.
  EXPECT_EQ(prove(Ask, "ks0 >= 1; ks1 >= 1; ks2 >= 1",
                  "ks0*ks0*ks0 + ks1*ks1*ks1 != ks2*ks2*ks2")
                .Is,
            U);
  // A size that is multiplied by itself is tried once.
  Prover Quick;
  EXPECT_EQ(prove(Quick, "ks0 >= 3; ks1 >= 3",
                  EIGHTH_POWER("ks0*ks1") " <= ks0*ks0*" EIGHTH_POWER("ks0"))
                .Is,
            R);
  EXPECT_LE(Quick.statistics().MostSteps, uint64_t(1) << 18);
}

TEST(Prover, Computed) {
  // "x < 8 ? x : what the kernel computes"
  const IndexExpr X = IndexExpr::variable({"x", VariableKind::Loop});
  const IndexExpr C = IndexExpr::variable({"c", VariableKind::Computed});
  const IndexExpr Index =
      IndexExpr::make(IndexExpr::Op::Select, {less(X, 8), X, C});
  const std::vector<IndexExpr> Small = {lessEqual(0, X), less(X, 8)};
  const std::vector<IndexExpr> Large = {lessEqual(0, X), less(X, 9)};
  Prover Ask;
  EXPECT_EQ(Ask.prove(Small, less(Index, 8)).Is, P);
  // Only with a value of c, which it may not have.
  const auto NeedsIt = Ask.prove(Large, less(Index, 8));
  ASSERT_EQ(NeedsIt.Is, R);
  EXPECT_FALSE(refutesWithoutComputed(NeedsIt.Against, Large, less(Index, 8)));
  const auto Without = Ask.prove(Small, less(Index, 7));
  ASSERT_EQ(Without.Is, R);
  EXPECT_TRUE(refutesWithoutComputed(Without.Against, Small, less(Index, 7)));
}

TEST(Prover, Cached) {
  Prover Ask;
  const auto First = prove(Ask, "ks0 >= 0", "ks0 >= 1");
  const auto Again = prove(Ask, "ks0 >= 0", "ks0 >= 1");
  EXPECT_EQ(First.Against, Again.Against);
  EXPECT_EQ(Ask.statistics().Queries, 2u);
  EXPECT_EQ(Ask.statistics().Cached, 1u);
  // The same name, of something else.
  const IndexExpr Loop = IndexExpr::variable({"ks0", VariableKind::Loop});
  const auto Other = Ask.prove({lessEqual(0, Loop)}, lessEqual(1, Loop));
  EXPECT_EQ(Ask.statistics().Cached, 1u);
  EXPECT_EQ(Other.Against.begin()->first.Kind, VariableKind::Loop);
}
