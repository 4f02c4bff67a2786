// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_MEMBERS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_MEMBERS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The class of whose method the identifier \p Use is the first parameter,
/// 'self'; nothing if it is none.
Node classOfSelf(Node Use, const File &F);

/// What the file assigns to the attributes of its objects.
class Members {
public:
  explicit Members(const File &F);

  /// What 'self.x' was given, if its class alone sets that in this file, once;
  /// 'self.x = None' does not count, as it can neither be called nor read from.
  Node valueOf(Node Attribute) const;

private:
  const File &F;
  /// The attributes that are assigned, by their name.
  llvm::StringMap<std::vector<Node>> Assigned;
  bool HasSetattr = false;
};

} // namespace aoti_tidy::python

#endif
