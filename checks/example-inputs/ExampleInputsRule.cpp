// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/example-inputs/ExampleInputsRule.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {

std::string constantProblem(const InputLeaf &Example, StringRef Given,
                            StringRef Package) {
  double Ignored;
  const bool IsNumber = !StringRef(Example.Constant).getAsDouble(Ignored);
  return fmt::format(
      "'{}' is {} here, but {} was compiled for {} and ignores it; {}",
      Example.text(), Given.str(), Package.str(), Example.Constant,
      IsNumber
          ? fmt::format("export it as 'torch.tensor({})'", Example.Constant)
          : "compile a package for each value");
}

std::string aliasProblem(StringRef Tensor, const InputLeaf &First,
                         const InputLeaf &Second) {
  return fmt::format("'{}' is both '{}' and '{}' in the example, so export "
                     "takes them for one, and the package reads only the last; "
                     "clone it for one of them",
                     Tensor.str(), First.text(), Second.text());
}

std::string dynamicNumberProblem(const InputLeaf &Number) {
  return fmt::format("'{}' is a dynamic number, for which a package has no "
                     "input: what a call passes is ignored; take it from the "
                     "size of a tensor",
                     Number.text());
}

std::string argsProblem(StringRef Form, StringRef Text) {
  const std::string Cure = Form == "a list" ? "make it a tuple"
                           : Form == "a dict"
                               ? "pass it as 'kwargs', or in a tuple"
                               : fmt::format("write '({},)'", Text.str());
  return fmt::format(
      "export raises: 'args' is {}, not a tuple of the inputs; {}", Form.str(),
      Cure);
}

std::string modelProblem(StringRef MadeBy) {
  return MadeBy.empty()
             ? "export raises: it takes a torch.nn.Module, and this is a "
               "function; call it in the forward() of a module"
             : fmt::format("export raises: '{}' makes a ScriptModule; export "
                           "the torch.nn.Module itself",
                           MadeBy.str());
}

std::string gradientProblem(StringRef Mode) {
  return fmt::format(
      "export raises: forward() calls 'torch.autograd.grad', and "
      "'{}' is entered here; export outside of it",
      Mode.str());
}

std::string savedProblem(StringRef Path) {
  return fmt::format("{} holds an exported program, not a package, on which "
                     "this raises; write it with "
                     "'torch._inductor.aoti_compile_and_package'",
                     Path.str());
}

std::string openStreamProblem(StringRef Stream, Language Lang) {
  return fmt::format(
      "'{}' is still open, so that the end of the package may be "
      "missing in the file, on which this {}; close it first",
      Stream.str(), Lang == Language::Cxx ? "throws" : "raises");
}

std::string loadedAgainProblem(StringRef When, StringRef Instead) {
  return fmt::format("the package is unpacked and loaded {}, and each time its "
                     "weights stay in memory until the program ends; load it "
                     "once, {}",
                     When.str(), Instead.str());
}

std::string staticGuardProblem(StringRef Name, StringRef Guard) {
  return fmt::format("'{}' is static: the first thread that comes here enters "
                     "{} and never leaves it, and no other enters it; make it "
                     "a local variable",
                     Name.str(), Guard.str());
}

} // namespace aoti_tidy
