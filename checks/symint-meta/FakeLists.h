// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKELISTS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKELISTS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Something that is put into a list.
struct ListPart {
  enum class Kind {
    Element,  ///< Value, once
    Elements, ///< Value, any number of times: in a loop or a branch
    Other,    ///< what the list or shape Value has, any number of elements
  };
  Node Value;
  Kind What = Kind::Other;
  bool MayBeEmpty = false; ///< of Other; a shape has at least one element
};

/// What is in a list, a tuple or the like, in its order as far as the parts
/// say how many elements they are.
struct ListParts {
  llvm::SmallVector<ListPart, 4> Parts;
  /// 's[Index] = Value', in the order of the text. No slices.
  struct Replacement {
    Node Index, Value;
  };
  llvm::SmallVector<Replacement, 2> Replaced;
};

/// What the list \p Expr has been filled with where it is used: '[a, b]',
/// '[f(d) for d in s]', 'tuple(s)', 's + [a]', 's[1:]', and names of lists with
/// what is appended, added and assigned to them before. Of what is no list in
/// the text, as 'x.shape', there is one part, Other.
ListParts listParts(const File &F, Node Expr);

} // namespace aoti_tidy::python

#endif
