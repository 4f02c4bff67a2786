// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/ModelLint.h"
#include "driver/package/PackageWords.h"
#include <chrono>

namespace aoti_tidy {
namespace {

std::string shown(llvm::StringRef Path) {
  return displayPath(Path, workingDirectory());
}

} // namespace

ModelLint::ModelLint(llvm::StringRef Package, const EmittedModel &Model,
                     const EmittedSettings &Settings,
                     llvm::StringRef ErrorGlobs, PackageSuppressions &Silenced,
                     SourceTexts &Texts, EmittedResult &Result)
    : Package(Package), Model(Model), Settings(Settings), AreErrors(ErrorGlobs),
      Silenced(Silenced), Texts(Texts), Result(Result) {
  for (const EmittedModel::File &File : Model.Files)
    Texts.add(nameOf(File.Name), File.Text);
}

void ModelLint::run(llvm::ArrayRef<std::string> Checks) {
  reportUnread();
  if (!isRead(0))
    return;
  EmittedContext Context(Model, Settings);
  for (const std::string &Id : Checks) {
    EmittedRule *Find = emittedRule(Id);
    if (!Find)
      continue;
    const auto Start = std::chrono::steady_clock::now();
    add(Id, Find(Context));
    Result.Seconds.emplace_back(
        Id,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
            .count());
  }
  if (const IndexSafety *Safety = Context.knownIndexSafety())
    remark(*Safety);
}

void ModelLint::add(llvm::StringRef Check, std::vector<Finding> All) {
  for (Finding &F : All) {
    F.Check = Check;
    F.IsError = AreErrors.contains(Check);
    if (Silenced.silence(F, kernelAt(F.Where)))
      continue;
    place(F.Where);
    F.EndLine = F.Where.Line;
    F.EndColumn = F.Where.Column;
    for (Note &N : F.Notes)
      place(N.Where);
    Result.Findings.push_back(std::move(F));
  }
}

llvm::StringRef ModelLint::kernelAt(const Location &Where) const {
  const auto IsAt = [&](const CodePlace &At) {
    return At.Line == Where.Line && Model.Files[At.File].Name == Where.File;
  };
  const Kernel *Last = nullptr;
  for (const Kernel &K : Model.Kernels) {
    if (llvm::any_of(K.Accesses, [&](const Access &A) { return IsAt(A.At); }))
      return K.Name;
    if (K.At.File != 0 && Model.Files[K.At.File].Name == Where.File &&
        K.At.Line <= Where.Line && (!Last || Last->At.Line < K.At.Line))
      Last = &K;
  }
  return Last ? llvm::StringRef(Last->Name) : "";
}

bool ModelLint::isRead(unsigned File) const {
  return llvm::all_of(Model.Cut, [&](const EmittedModel::CutFile &C) {
    return C.File != File || C.IsRead;
  });
}

void ModelLint::reportUnread() {
  for (const EmittedModel::CutFile &C : Model.Cut)
    Result.Unread.push_back(
        words::notComplete(shown(nameOf(Model.Files[C.File].Name)), C));
  for (const Kernel &K : Model.Kernels)
    if (llvm::any_of(K.NotModelled, [](const Kernel::Unmodelled &N) {
          return N.Why == Kernel::NestedTooDeeply;
        }))
      Result.Unread.push_back(words::notRead(
          fmt::format("the kernel '{}' of '{}'", K.Name,
                      shown(nameOf(Model.Files[K.At.File].Name))),
          Kernel::NestedTooDeeply));
}

void ModelLint::reportMissing(const IndexSafety &Safety) {
  const auto &Missing = Safety.MissingKernels;
  if (!Missing.empty() && isRead(Model.Files.size() - 1))
    Result.Unread.push_back(fmt::format(
        "'{}' calls {} whose source it does not hold ('{}'{}), so findings "
        "may "
        "be missing{}",
        shown(Package.empty() ? Model.Files.front().Name : Package.str()),
        Missing.size() == 1 ? "a kernel"
                            : fmt::format("{} kernels", Missing.size()),
        Missing.front(), Missing.size() == 1 ? "" : ", ...",
        Model.Device.empty() || Model.Device == "cpu"
            ? ""
            : "; torch puts a GPU's kernels into the wrapper from 2.8 on"));
}

std::string ModelLint::nameOf(llvm::StringRef File) const {
  return Package.empty() ? File.str() : fmt::format("{}!{}", Package, File);
}

void ModelLint::place(Location &At) {
  At = Texts.locateLine(nameOf(At.File), At.Line, At.Column);
}

void ModelLint::remark(const IndexSafety &Safety) {
  const auto Add = [&](const CodePlace &At, std::string Text) {
    Result.Remarks.push_back(
        {nameOf(Model.Files[At.File].Name), At.Line, std::move(Text)});
  };
  Result.Decided.push_back(fmt::format(
      "'{}': {} {} of kernels, {} proved in bounds, {} that some input "
      "drives out of them, {} not decided{}{}",
      shown(nameOf(Model.Files.front().Name)), Safety.Accesses,
      Safety.Accesses == 1 ? "access" : "accesses", Safety.Proved,
      Safety.Refuted, Safety.Unknown,
      Safety.OverBudget == 0
          ? ""
          : fmt::format(" ({} of them for want of budget)", Safety.OverBudget),
      Safety.NotModelled.empty()
          ? ""
          : fmt::format("; {} more not followed (--verbose says where)",
                        Safety.NotModelled.size())));
  for (const Kernel::Unmodelled &N : Safety.NotModelled)
    Add(N.At, "not modelled: " + N.Why);
  reportMissing(Safety);
}

} // namespace aoti_tidy
