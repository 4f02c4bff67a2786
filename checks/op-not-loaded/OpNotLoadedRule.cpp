// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-not-loaded/OpNotLoadedRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {

std::string notLoadedProblem(llvm::ArrayRef<PackageOp> Ops,
                             llvm::StringRef Package, HostLanguage Host) {
  const PackageOp &First = Ops.front();
  const std::string Others =
      Ops.size() == 1 ? "" : fmt::format(" and {} more", Ops.size() - 1);
  return fmt::format(
      "{} calls '{}'{}, which {}", Package.str(), First.Name, Others,
      Host == HostLanguage::Python
          ? "nothing here registers: loading fails; import the module that does"
      : First.IsOfPython
          ? "only Python has: loading fails in C++; register it with "
            "TORCH_LIBRARY"
          : "nothing here registers: loading fails; link or open the library "
            "that does");
}

std::string onlyInPythonProblem(llvm::StringRef Package) {
  return fmt::format("{} calls an operator that only Python has: loading fails "
                     "in C++; register it with TORCH_LIBRARY",
                     Package.str());
}

std::string droppedLibrary(llvm::StringRef Cmake, llvm::StringRef Source) {
  std::string Code;
  for (const llvm::StringRef Line : llvm::split(Cmake, '\n'))
    Code += (Line.split('#').first + "\n").str();
  for (const llvm::StringRef Whole :
       {"whole_archive", "whole-archive", "force_load", "wholearchive"})
    if (llvm::StringRef(Code).contains_insensitive(Whole))
      return "";
  using Words = llvm::SmallVector<llvm::StringRef, 8>;
  std::vector<std::pair<llvm::StringRef, Words>> Commands;
  for (llvm::StringRef Rest = Code; Rest.contains('(');) {
    const auto [Name, Behind] = Rest.split('(');
    auto &[Command, Arguments] = Commands.emplace_back();
    Command = Name.rtrim().substr(Name.rtrim().find_last_of(" \t\n)") + 1);
    llvm::SplitString(Behind.split(')').first, Arguments, " \t\r\n;\"");
    Rest = Behind.split(')').second;
  }
  const auto Has = [&](llvm::StringRef Name, auto Fits) {
    return llvm::any_of(Commands, [&](const auto &C) {
      return C.first.equals_insensitive(Name) && C.second.size() > 1 &&
             Fits(C.second);
    });
  };
  for (const auto &[Command, Made] : Commands)
    if (Command.equals_insensitive("add_library") && Made.size() > 2 &&
        Made[1] == "STATIC" && llvm::is_contained(Made, Source) &&
        Has("target_link_libraries", [&](const Words &Linked) {
          return llvm::is_contained(llvm::drop_begin(Linked), Made[0]) &&
                 Has("add_executable", [&](const Words &Program) {
                   return Program[0] == Linked[0];
                 });
        }))
      return Made[0].str();
  return "";
}

std::string droppedProblem(llvm::StringRef Op, llvm::StringRef Library) {
  return fmt::format("'{}' is registered in the static library '{}', of which "
                     "the linker takes nothing: a package that calls it fails "
                     "to load; link '$<LINK_LIBRARY:WHOLE_ARCHIVE,{}>'",
                     Op.str(), Library.str(), Library.str());
}

} // namespace aoti_tidy
