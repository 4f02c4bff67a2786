// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/RunRecord.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <functional>

using llvm::StringRef;

namespace aoti_tidy {

std::string runtext::byUser(StringRef Files) {
  return Files.empty() ? "--package"
                       : fmt::format("--package for '{}'", Files.str());
}

std::string runtext::writtenBy(StringRef Script) {
  return fmt::format("'{}', which writes it",
                     llvm::sys::path::filename(Script).str());
}

std::string runtext::nothingAt(StringRef Path) {
  return fmt::format("there is no package at '{}'", Path.str());
}

std::string runtext::severalAt(StringRef Path, StringRef First,
                               StringRef Second) {
  return fmt::format("different packages lie at '{}' and '{}', and where the "
                     "script is started decides which is '{}'",
                     First.str(), Second.str(), Path.str());
}

std::string runtext::cannotBeRead(StringRef Path) {
  return fmt::format("'{}' cannot be read", Path.str());
}

std::string runtext::mayBeReplaced(StringRef Path, StringRef Callee,
                                   unsigned Line) {
  return fmt::format("'{}()' in line {} is given '{}' and may write it",
                     Callee.str(), Line, Path.str());
}

std::string runtext::notFollowedTo(StringRef Path) {
  return fmt::format("what lies at '{}' by then was not followed", Path.str());
}

std::string runtext::notFollowed(StringRef Text) {
  return fmt::format("'{}' was not followed", Text.str());
}

std::string runtext::notFollowedCall(StringRef Callee) {
  return fmt::format("what '{}()' returns was not followed", Callee.str());
}

std::string runtext::noSuchModel(StringRef Package, StringRef Model) {
  return fmt::format("'{}' has no model that is surely '{}'", Package.str(),
                     Model.str());
}

std::string runtext::isParameter(StringRef Name, StringRef Function) {
  return fmt::format(
      "'{}' is a parameter{}", Name.str(),
      Function.empty() ? "" : fmt::format(" of '{}'", Function.str()));
}

std::string runtext::loaderNotFollowed(StringRef Why) {
  return fmt::format("where its loader is made was not followed{}{}",
                     Why.empty() ? "" : ": ", Why.str());
}

std::string runtext::isMember(StringRef Name) {
  return fmt::format("not all that the member '{}' can be is known",
                     Name.str());
}

unsigned RunRecord::known() const {
  if (Inputs)
    return llvm::count_if(*Inputs, std::mem_fn(&InputRecord::isKnown));
  return EachInput && EachInput->isKnown() ? all() : 0;
}

unsigned RunRecord::all() const {
  if (Inputs)
    return Inputs->size();
  return Takes.value_or(1);
}

} // namespace aoti_tidy
