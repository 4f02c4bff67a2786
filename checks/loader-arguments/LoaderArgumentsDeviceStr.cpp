// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device_str and cubin_dir of the raw GPU runners.
#include "checks/lib/cxx/Values.h"
#include "checks/loader-arguments/Arguments.h"
#include "checks/loader-arguments/LoaderArgumentsCheck.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {
namespace {

/// What the user of "CUDA:0" or " cuda" meant, if that is a device.
std::string withoutCapitalsAndSpaces(StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (!llvm::isSpace(C))
      Result += llvm::toLower(C);
  return Result;
}

/// "./kernels", not "cuda.0"
bool isPathLike(StringRef Text) {
  return Text.contains('/') || Text.contains('\\') ||
         (Text.contains('.') && !DeviceName::parseForModel(Text.take_until(
                                    [](char C) { return C == '.'; })));
}

} // namespace

// RunnerCuda("model.so", 1, "cpu")
void LoaderArgumentsCheck::checkDeviceStr(const Site &S) {
  const Expr *Arg = S.C.argument("device_str");
  const auto Text = Arg ? evaluateString(Arg, *S.Ctx) : std::nullopt;
  if (!Text)
    return;
  const StringRef Expected = deviceTypeOf(S.C.Class);
  const unsigned Index = *S.C.indexOf("device_str");
  if (const auto Device = DeviceName::parseForModel(*Text)) {
    if (Device->Type == Expected)
      return;
    warn(Arg->getBeginLoc(),
         "%0 runs models compiled for '%1', and device_str is %2, on which "
         "their constants fail to load; pass \"%1\", or construct '%3'")
        << S.C.Record << Expected << quoted(*Text)
        << runnerClassFor(Device->Type) << Arg->getSourceRange();
    if (stringLiteralIn(Arg) && !S.Instantiated)
      suggest(Arg->getBeginLoc(),
              "this is right if the model is compiled for '" + Expected.str() +
                  "'",
              replaceArgument(S.C, Index, quoted(Expected)));
    return;
  }
  const unsigned Directory = Index + 1;
  if (isPathLike(*Text) && Directory < S.C.Constructor->getNumParams()) {
    // The third argument was cubin_dir in torch 2.2; XPU came later.
    warn(Arg->getBeginLoc(),
         "%0 is the device_str, on which the constructor throws \"Invalid "
         "device\"; %select{|since torch 2.3 }1%2 is the fourth argument")
        << quoted(*Text) << (S.C.Class == LoaderClass::RunnerCuda)
        << S.C.Constructor->getParamDecl(Directory)->getName()
        << Arg->getSourceRange();
    if (S.C.args().size() == Directory && !S.Instantiated)
      suggest(Arg->getBeginLoc(),
              "this runs the model on the current '" + Expected.str() +
                  "' device",
              insertBeforeArgument(S.C, Index, quoted(Expected) + ", "));
    return;
  }
  const std::string Meant = withoutCapitalsAndSpaces(*Text);
  const auto Device = DeviceName::parseForModel(Meant);
  const bool IsMeant = Device && Device->Type == Expected;
  auto Diag = warn(Arg->getBeginLoc(),
                   "%0 is not a device, and the constructor throws \"Invalid "
                   "device\"; pass \"%1\"%select{ or \"%1:0\"|}2")
              << quoted(*Text) << (IsMeant ? Meant : Expected.str()) << IsMeant
              << Arg->getSourceRange();
  // The constructor cannot have succeeded, and no other device can be meant.
  if (IsMeant && stringLiteralIn(Arg) && !S.Instantiated)
    if (auto Fix = replaceArgument(S.C, Index, quoted(Meant)))
      Diag << *Fix;
}

// RunnerCuda("model.so", 1, "cuda:0"), where torch is 2.2
void LoaderArgumentsCheck::checkCubinDir(const Site &S) {
  const auto Index = S.C.indexOf("cubin_dir");
  const Expr *Arg = S.C.argument("cubin_dir");
  const auto Text =
      Arg && *Index == 2 ? evaluateString(Arg, *S.Ctx) : std::nullopt;
  if (!Text || !DeviceName::parseForModel(*Text))
    return;
  warn(Arg->getBeginLoc(),
       "%0 is the cubin_dir, in which kernels are looked up at run time; drop "
       "it, there is no device_str before torch 2.3")
      << quoted(*Text) << Arg->getSourceRange();
  if (*Index + 1 == S.C.args().size() && !S.Instantiated)
    suggest(Arg->getBeginLoc(),
            "without it the kernels are loaded from where they were compiled",
            removeLastArgument(S.C, *S.Ctx));
}

} // namespace clang::tidy::aoti
