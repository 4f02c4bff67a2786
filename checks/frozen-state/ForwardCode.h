// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_FROZEN_STATE_FORWARDCODE_H
#define AOTI_TIDY_CHECKS_FROZEN_STATE_FORWARDCODE_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The code that forward() of a class runs: its body, and those of the methods
/// that it calls on 'self'.
class ForwardCode {
public:
  explicit ForwardCode(Node Class);

  Node forward() const { return Bodies.empty() ? Node() : Bodies.front(); }
  bool contains(Node N) const;
  /// All 'self.Name' in it, in the order of the text.
  std::vector<Node> selfAttributes(llvm::StringRef Name) const;
  /// The names of the attributes of 'self' that it assigns or changes in place.
  std::vector<std::string> writtenNames() const;

private:
  std::vector<Node> Bodies;
  std::vector<Node> Attributes; ///< 'self.x'
};

/// Whether 'self.x' is written there: it is assigned, or changed in place.
bool isWritten(Node Attribute);

/// Whether export() may not trace \p N: a condition around it asks for that, or
/// for the mode.
bool isGuarded(Node N);

/// Whether what \p N gives is only shown: print(self.step).
bool isShown(Node N);

} // namespace aoti_tidy::python

#endif
