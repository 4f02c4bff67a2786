// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

using Cause = UnsafeAccess::Cause;

/// Other accesses that are named before they are only counted.
constexpr size_t MaxOthers = 3;

/// "; dimension 1 must be at least 1"
std::string cure(const UnsafeAccess &U) {
  if (!U.SafeFrom)
    return "";
  return fmt::format(
      "; dimension {}{} must be at least {}", U.Dim,
      U.Memory->Input == U.Input ? "" : fmt::format(" of input {}", U.Input),
      *U.SafeFrom);
}

std::string message(const EmittedContext &Context, const UnsafeAccess &U) {
  std::string Text = accessText(Context.model(), U, [&](size_t Input) {
    return Context.inputText(Input);
  });
  if (U.Why == Cause::Contents)
    Text += "; nothing checks this index";
  return Text + cure(U);
}

std::optional<std::string> originalName(const ExportedProgram *Exported,
                                        std::optional<unsigned> Input) {
  if (!Exported || !Input || *Input >= Exported->Inputs.size())
    return std::nullopt;
  return quotedName(Exported->Inputs[*Input].Name);
}

/// "'in_ptr0' is 'arg0_1', 'ks0' is 's77' in this call", with forward()'s name
/// of the first.
std::string bindings(const UnsafeAccess &U, const ExportedProgram *Exported) {
  std::vector<std::string> Parts;
  const auto &Parameters = U.In->Parameters;
  Parts.push_back(fmt::format(
      "'{}' is '{}'", Parameters[U.What->Parameter].Name, U.Memory->Name));
  if (const auto Name = originalName(Exported, U.Memory->Input))
    Parts.back() += fmt::format(" (forward() calls it {})", *Name);
  U.What->Index.forEachVariable([&](const Variable &V) {
    for (size_t I = 0; I < Parameters.size() && I < U.Call->Arguments.size();
         ++I)
      if (Parameters[I].Name == V.Name && U.Call->Arguments[I].Size) {
        std::string Part = fmt::format("'{}' is '{}'", V.Name,
                                       U.Call->Arguments[I].Size->str());
        if (!llvm::is_contained(Parts, Part))
          Parts.push_back(std::move(Part));
      }
  });
  return llvm::join(Parts, ", ") + " in this call";
}

const Access *sourceOf(const UnsafeAccess &U) {
  for (const Access &A : U.In->Accesses)
    if (!A.Becomes.empty() && A.Becomes == U.Index)
      return &A;
  return nullptr;
}

/// "input 3 ('row', 'arg3_1')", "'buf2'"
std::string tensorText(const EmittedModel &Model, const std::string &Name,
                       const ExportedProgram *Exported) {
  for (const Buffer &B : Model.Buffers)
    if (B.Name == Name && B.Input) {
      const auto Original = originalName(Exported, B.Input);
      return fmt::format("input {} ({}'{}')", *B.Input,
                         Original ? *Original + ", " : "", Name);
    } else if (B.Name == Name && B.Holds) {
      return fmt::format("'{}', which {} fills with numbers from 0 to {}", Name,
                         B.Holds->Operator, B.Holds->Most.str());
    }
  return fmt::format("'{}'", Name);
}

std::string guardText(const EmittedModel &Model, const UnsafeAccess &U) {
  if (U.Why == Cause::Always)
    return fmt::format("no emitted check refuses {}", *U.SafeFrom - 1);
  return Model.Checks == InputChecks::OnRequest
             ? lowerGuardText(2)
             : "nothing rejects sizes below 2";
}

/// \p Writes: some access that the same input drives out of bounds does.
std::string consequence(const EmittedModel &Model, const UnsafeAccess &U,
                        bool Writes) {
  const char *Silent = Writes ? "the kernel overwrites other memory"
                              : "the output has garbage in it";
  if (isHostCode(Model, *U.In))
    return fmt::format("{}, or the process dies of a segmentation fault",
                       Silent);
  if (Model.Device == "cuda")
    return fmt::format("{}, or CUDA stops with an illegal memory access, after "
                       "which the process cannot use it any more",
                       Silent);
  return fmt::format("{}, or the kernel fails", Silent);
}

void addChain(const EmittedModel &Model, const UnsafeAccess &U,
              const ExportedProgram *Exported, bool Writes,
              std::vector<Note> &Notes) {
  if (const Access *Source = sourceOf(U)) {
    std::string From = "memory";
    if (Source->Parameter < U.Call->Arguments.size())
      if (const auto Buffer = U.Call->Arguments[Source->Parameter].Buffer)
        From = tensorText(Model, Model.Buffers[*Buffer].Name, Exported);
    Notes.emplace_back(
        locate(Model, Source->At),
        fmt::format("'{}' is read here from {}", inCode(U.Index), From));
  }
  Notes.emplace_back(locate(Model, U.Call->At), bindings(U, Exported));
  for (const SizeSymbol &S : Model.Symbols)
    if (U.Why == Cause::Contents && S.Name == U.Index && S.ItemOf)
      Notes.emplace_back(locate(Model, S.At),
                         fmt::format("'{}' is the item of {}", S.Name,
                                     tensorText(Model, *S.ItemOf, Exported)));
  size_t Last = Notes.size() - 1;
  if (!U.Call->SourceNodes.empty())
    Notes.emplace_back(locate(Model, U.Call->At),
                       fmt::format("from the model's {}",
                                   llvm::join(U.Call->SourceNodes, ", ")));
  const SizeSymbol *S =
      isBySize(U) ? sizeSymbol(Model, U.Input, U.Dim) : nullptr;
  if (S) {
    Last = Notes.size();
    Notes.emplace_back(locate(Model, S->At),
                       fmt::format("{}; {}", sizeText(*S, U.Dim, U.Input),
                                   guardText(Model, U)));
  }
  Notes[Last].Message +=
      fmt::format("{}{}", S ? ": " : "; then ", consequence(Model, U, Writes));
}

} // namespace

/// One finding for each cause (an input's dimension or contents) and kernel;
/// its other accesses are in the notes.
///
/// Page: docs/checks/aoti-unchecked-dynamic-index.md
std::vector<Finding> findUncheckedDynamicIndex(EmittedContext &Context) {
  const EmittedModel &Model = Context.model();
  const IndexSafety &Safety = Context.indexSafety();
  const auto SameCause = [](const UnsafeAccess &A, const UnsafeAccess &B) {
    return A.In == B.In && A.Why == B.Why && A.Input == B.Input &&
           A.Dim == B.Dim && A.SafeFrom.has_value() == B.SafeFrom.has_value() &&
           inCode(A.Index) == inCode(B.Index);
  };
  std::vector<Finding> Findings;
  std::vector<const UnsafeAccess *> Done;
  for (const UnsafeAccess &U : Safety.Unsafe) {
    if (llvm::any_of(Done, [&](const UnsafeAccess *Other) {
          return SameCause(U, *Other);
        }))
      continue;
    Done.push_back(&U);
    Finding F(locate(Model, U.What->At), message(Context, U));
    addChain(Model, U, Context.exported(),
             llvm::any_of(Safety.Unsafe,
                          [&](const UnsafeAccess &Other) {
                            return SameCause(U, Other) && Other.What->IsWrite;
                          }),
             F.Notes);
    size_t Others = 0;
    std::vector<const Access *> Named = {U.What};
    for (const UnsafeAccess &Other : Safety.Unsafe) {
      // The same access, called twice, is one.
      if (!SameCause(U, Other) || llvm::is_contained(Named, Other.What))
        continue;
      Named.push_back(Other.What);
      if (++Others <= MaxOthers)
        F.Notes.emplace_back(locate(Model, Other.What->At),
                             message(Context, Other));
    }
    if (Others > MaxOthers)
      F.Notes.emplace_back(
          locate(Model, U.What->At),
          fmt::format("and {} more in this kernel", Others - MaxOthers));
    Findings.push_back(std::move(F));
  }
  return Findings;
}

} // namespace aoti_tidy
