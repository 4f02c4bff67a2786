// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/ModelPrograms.h"
#include "checks/lib/package/Archive.h"
#include "driver/base/Errors.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

const ExportedProgram *named(llvm::StringRef Name,
                             llvm::ArrayRef<ExportedProgram> Among) {
  const auto *It = llvm::find_if(
      Among, [&](const ExportedProgram &P) { return P.Model == Name; });
  return It == Among.end() ? nullptr : It;
}

} // namespace

llvm::Expected<GivenPrograms> GivenPrograms::read(llvm::StringRef Path,
                                                  llvm::vfs::FileSystem &FS) {
  GivenPrograms Result;
  if (Path.empty())
    return Result;
  Result.Path = Path.str();
  auto Programs = readExportedPrograms(Path, FS);
  if (!Programs)
    return usageError("--exported: {}", llvm::toString(Programs.takeError()));
  Result.Programs = std::move(*Programs);
  return Result;
}

llvm::Expected<const ExportedProgram *>
programOf(llvm::StringRef Model, llvm::ArrayRef<TensorContract> Inputs,
          llvm::StringRef Package, const GivenPrograms &Given,
          llvm::ArrayRef<ExportedProgram> Own) {
  if (Given.Programs.empty()) {
    const ExportedProgram *Program = named(Model, Own);
    // Another model's under the same name.
    return Program && mismatch(*Program, Inputs).empty() ? Program : nullptr;
  }
  const ExportedProgram *Program = named(Model, Given.Programs);
  // torch.export.save names no model.
  if (!Program && Given.Programs.size() == 1)
    Program = &Given.Programs.front();
  if (!Program)
    return usageError("--exported: '{}' holds several programs, and none for "
                      "the model '{}' of '{}'",
                      Given.Path, Model, Package);
  if (const std::string Why = mismatch(*Program, Inputs); !Why.empty())
    return usageError("--exported: '{}' is not what '{}' was made of: {}",
                      Given.Path, Package, Why);
  return Program;
}

std::vector<ExportedProgram> ownPrograms(llvm::StringRef Package) {
  auto From = Archive::open(Package, *plainFiles(AnySize));
  if (!From) {
    llvm::consumeError(From.takeError());
    return {};
  }
  auto Programs = readExportedPrograms(**From, Package);
  if (!Programs) {
    llvm::consumeError(Programs.takeError());
    return {};
  }
  return std::move(*Programs);
}

InputNames inputNames(const ExportedProgram *Program) {
  InputNames Names;
  if (Program)
    for (const ExportedProgram::Input &Input : Program->Inputs)
      Names.push_back(Input.Name);
  return Names;
}

std::string inputName(const InputNames &Names, size_t Input,
                      llvm::StringRef Emitted) {
  if (Input >= Names.size() || Names[Input] == Emitted)
    return words::shown(Emitted);
  return fmt::format("{} ({})", words::shown(Names[Input]),
                     words::shown(Emitted));
}

} // namespace aoti_tidy
