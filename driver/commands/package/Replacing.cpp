// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/PackageOps.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/commands/package/Compatibility.h"
#include "driver/package/HostCpu.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace aoti_tidy {
namespace {

using Tensors = llvm::ArrayRef<TensorContract>;

/// Sizes with the names of where they come from, which two exports of one model
/// may call otherwise: "s77 + 1" becomes "<0.1> + 1".
class SizeNames {
public:
  explicit SizeNames(Tensors Inputs) {
    for (const auto &[Input, T] : llvm::enumerate(Inputs))
      for (const auto &[Dim, D] :
           llvm::enumerate(T.Dims.value_or(std::vector<Dimension>())))
        if (isName(D.Symbol))
          Places.try_emplace(D.Symbol, fmt::format("<{}.{}>", Input, Dim));
  }

  std::string of(llvm::StringRef Text) const {
    std::string Result;
    while (!Text.empty()) {
      const llvm::StringRef Word = Text.take_while(isLetter);
      if (Word.empty()) {
        Result += Text.front();
        Text = Text.drop_front();
        continue;
      }
      const auto At = Places.find(Word.str());
      Result += At == Places.end() ? Word.str() : At->second;
      Text = Text.drop_front(Word.size());
    }
    return Result;
  }
  std::string of(const Dimension &D) const {
    return D.isConstant() ? std::to_string(D.Lower) : of(D.Symbol);
  }

private:
  static bool isLetter(char C) { return llvm::isAlnum(C) || C == '_'; }
  static bool isName(llvm::StringRef Text) {
    return !Text.empty() && !llvm::isDigit(Text.front()) &&
           llvm::all_of(Text, isLetter);
  }
  std::map<std::string, std::string> Places;
};

std::string typeText(const TensorContract &T) {
  return T.Type ? name(*T.Type).str() : "?";
}

/// Words of AOTI_CPU_ISA with what they bring along.
std::set<std::string> isaWords(llvm::StringRef Isa) {
  std::set<std::string> Words;
  for (const llvm::StringRef Word : llvm::split(Isa, ' '))
    if (!Word.empty())
      Words.insert(Word.str());
  if (Words.contains("AVX512"))
    Words.insert("AVX2");
  return Words;
}

class Comparison {
public:
  Comparison(const ModelContract &Old, const ModelContract &New,
             Compatibility &To)
      : Old(Old), New(New), To(To) {}

  void compare() {
    differ("device", Old.Device, New.Device,
           "the loader makes it for another device");
    compareMachine();
    if (!Old.Inputs || !New.Inputs) {
      To.NotKnown.push_back(
          fmt::format("the inputs of the model '{}' are not compared: {}",
                      words::shown(New.Name),
                      Old.Inputs ? New.SourceMissing : Old.SourceMissing));
    } else {
      compareInputs();
    }
    if (Old.Outputs && New.Outputs)
      compareOutputs();
    if (Old.Constants && New.Constants)
      compareConstants();
  }

private:
  void add(std::string Subject, std::string Was, std::string Is,
           llvm::StringRef Effect) {
    To.Breaks.push_back({New.Name, std::move(Subject), std::move(Was),
                         std::move(Is), Effect.str()});
  }
  void differ(llvm::StringRef Subject, llvm::StringRef Was, llvm::StringRef Is,
              llvm::StringRef Effect) {
    if (!Was.empty() && !Is.empty() && Was != Is)
      add(Subject.str(), Was.str(), Is.str(), Effect);
  }

  void compareMachine() {
    for (const auto &[Key, Subject] :
         {std::pair("AOTI_PLATFORM", "platform"), {"AOTI_MACHINE", "machine"}})
      differ(Subject, words::recorded(Old, Key), words::recorded(New, Key),
             "its library does not load there");
    const llvm::StringRef Was = words::recorded(Old, "AOTI_CPU_ISA"),
                          Is = words::recorded(New, "AOTI_CPU_ISA");
    const auto Before = isaWords(Was);
    if (!Was.empty() && llvm::any_of(isaWords(Is), [&](const std::string &W) {
          return !Before.contains(W);
        }))
      add("CPU features", Was.str(), Is.str(),
          "a CPU without them dies of an illegal instruction");
    const llvm::StringRef From =
                              words::recorded(Old, "AOTI_COMPUTE_CAPABILITY"),
                          Of = words::recorded(New, "AOTI_COMPUTE_CAPABILITY");
    if (!From.empty() && !Of.empty() && !runsOnGpu(Of, From))
      add("GPU architecture", "sm_" + From.str(), "sm_" + Of.str(),
          "the kernels do not load on the GPU that ran the old ones");
  }

  void compareInputs() {
    const Tensors Before = *Old.Inputs, After = *New.Inputs;
    if (Before.size() != After.size())
      return add("inputs", std::to_string(Before.size()),
                 std::to_string(After.size()), "run() takes another number");
    const SizeNames Was(Before), Is(After);
    for (size_t I = 0; I < Before.size(); ++I)
      compareInput(I, Before[I], After[I], Was, Is);
    compareRelations(Was, Is);
    std::set<std::string> Known;
    for (const IndexExpr &E : Old.Assumptions)
      Known.insert(Was.of(E.str()));
    for (const IndexExpr &E : New.Assumptions)
      if (!Known.contains(Is.of(E.str())))
        add("assumptions", "", words::shown(E.str()),
            "a run with other sizes throws");
    if (Old.Keywords && New.Keywords && *Old.Keywords != *New.Keywords)
      add("keywords", llvm::join(*Old.Keywords, ", "),
          llvm::join(*New.Keywords, ", "), "a call in Python fails");
    comparePaths();
  }

  void comparePaths() {
    if (!Old.Leaves || !New.Leaves)
      return;
    const auto IsSame = [](const InputLeaf &A, const InputLeaf &B) {
      return A.Path == B.Path && A.Constant == B.Constant;
    };
    const bool Same = Old.Leaves->size() == New.Leaves->size() &&
                      llvm::equal(*Old.Leaves, *New.Leaves, IsSame);
    const auto Text = [](const ModelContract &M) {
      std::vector<std::string> Texts = inputPaths(M);
      for (const auto &[T, Leaf] : llvm::zip_equal(Texts, *M.Leaves))
        if (!Leaf.Constant.empty())
          T += " = " + Leaf.Constant;
      return llvm::join(Texts, ", ");
    };
    if (!Same)
      add("arguments", Text(Old), Text(New), "a call in Python fails");
  }

  void compareInput(size_t Index, const TensorContract &Before,
                    const TensorContract &After, const SizeNames &Was,
                    const SizeNames &Is) {
    const std::string Subject = fmt::format("input {}", Index);
    const auto Differ = [&](const std::string &A, const std::string &B,
                            llvm::StringRef What, llvm::StringRef Effect) {
      if (A != B && A != "?" && B != "?" && !A.empty() && !B.empty())
        add(fmt::format("{}, {}", Subject, What), A, B, Effect);
    };
    Differ(typeText(Before), typeText(After), "dtype",
           "the old tensor is read as garbage, or refused");
    Differ(Before.Device, After.Device, "device",
           "the old tensor is on the wrong device");
    if (!Before.Dims || !After.Dims)
      return;
    if (Before.Dims->size() != After.Dims->size())
      return add(Subject + ", rank", std::to_string(Before.Dims->size()),
                 std::to_string(After.Dims->size()),
                 "the old tensor is read as garbage, or refused");
    for (size_t Dim = 0; Dim < Before.Dims->size(); ++Dim) {
      const Dimension &A = (*Before.Dims)[Dim], &B = (*After.Dims)[Dim];
      const std::string Where = fmt::format("{}, dimension {}", Subject, Dim);
      if (B.Lower > A.Lower || B.Upper < A.Upper)
        add(Where, A.isConstant() ? std::to_string(A.Lower) : words::range(A),
            B.isConstant() ? std::to_string(B.Lower) : words::range(B),
            "a size of before is outside of what was compiled");
      // Of its own, or of another one: compareRelations().
      else if (llvm::StringRef(B.Symbol).contains_insensitive("*") &&
               Was.of(A) != Is.of(B))
        add(Where, A.isConstant() ? std::to_string(A.Lower) : A.Symbol,
            B.Symbol, "a size of before need not be such a number");
    }
    if (Before.Strides.size() != After.Strides.size())
      return;
    for (size_t Dim = 0; Dim < Before.Strides.size(); ++Dim) {
      const bool Matters = (*After.Dims)[Dim].Upper > 1;
      if (Matters && Before.Strides[Dim] && After.Strides[Dim] &&
          *Before.Strides[Dim] != *After.Strides[Dim] &&
          (*Before.Dims)[Dim].Lower == (*After.Dims)[Dim].Lower)
        return add(Subject + ", strides", words::strides(Before),
                   words::strides(After),
                   "the old tensor's elements are taken in another order");
    }
  }

  /// Dimensions that were independent and must be equal now.
  void compareRelations(const SizeNames &Was, const SizeNames &Is) {
    std::map<std::string, std::string> Before; ///< by what they are now
    for (const auto &[Input, T] : llvm::enumerate(*New.Inputs)) {
      const auto &OldDims = (*Old.Inputs)[Input].Dims;
      for (const auto &[Dim, D] :
           llvm::enumerate(T.Dims.value_or(std::vector<Dimension>()))) {
        if (D.isConstant() || D.Symbol.empty() || !OldDims ||
            Dim >= OldDims->size())
          continue;
        const Dimension &Then = (*OldDims)[Dim];
        const std::string Size = Was.of(Then);
        const auto [At, IsFirst] = Before.try_emplace(Is.of(D), Size);
        if (!IsFirst && At->second != Size)
          add(fmt::format("input {}, dimension {}", Input, Dim),
              Then.Symbol.empty() ? Size : words::shown(Then.Symbol),
              words::shown(D.Symbol),
              "it must be equal to an earlier dimension now");
      }
    }
  }

  void compareOutputs() {
    const Tensors Before = *Old.Outputs, After = *New.Outputs;
    if (Before.size() != After.size())
      return add("outputs", std::to_string(Before.size()),
                 std::to_string(After.size()), "run() returns another number");
    const SizeNames Was(Old.Inputs ? Tensors(*Old.Inputs) : Tensors()),
        Is(New.Inputs ? Tensors(*New.Inputs) : Tensors());
    for (size_t I = 0; I < Before.size(); ++I) {
      const std::string Subject = fmt::format("output {}", I);
      if (Before[I].Type && After[I].Type && Before[I].Type != After[I].Type)
        add(Subject + ", dtype", typeText(Before[I]), typeText(After[I]), "");
      differ(Subject + ", device", Before[I].Device, After[I].Device, "");
      const auto Text = [](const TensorContract &T, const SizeNames &Names) {
        std::vector<std::string> Sizes;
        for (const Dimension &D : *T.Dims)
          Sizes.push_back(Names.of(D));
        return llvm::join(Sizes, ", ");
      };
      if (Before[I].Dims && After[I].Dims &&
          Text(Before[I], Was) != Text(After[I], Is))
        add(Subject + ", shape", words::sizes(Before[I]),
            words::sizes(After[I]), "");
    }
    if (Old.OutputPaths && New.OutputPaths &&
        *Old.OutputPaths != *New.OutputPaths)
      add("what forward() returns", llvm::join(*Old.OutputPaths, ", "),
          llvm::join(*New.OutputPaths, ", "), "a call in Python gets another");
  }

  void compareConstants() {
    const auto Find = [](const ModelContract &In, const ConstantContract &C) {
      return llvm::find_if(*In.Constants, [&](const ConstantContract &Other) {
        return Other.OriginalName == C.OriginalName && !Other.IsFolded;
      });
    };
    const auto Text = [](const ConstantContract &C) {
      return fmt::format("{} {}", C.Type ? name(*C.Type) : "?",
                         words::sizes(C));
    };
    for (const ConstantContract &C : *Old.Constants) {
      if (C.IsFolded || C.OriginalName.empty())
        continue;
      const std::string Subject =
          fmt::format("constant '{}'", words::shown(C.OriginalName));
      const auto Now = Find(New, C);
      if (Now == New.Constants->end())
        add(Subject, Text(C), "not there",
            "an update that names it throws 'Constant not found'");
      else
        differ(Subject, Text(C), Text(*Now), "an update with the old one");
    }
    for (const ConstantContract &C : *New.Constants)
      if (!C.IsFolded && !C.OriginalName.empty() &&
          Find(Old, C) == Old.Constants->end())
        add(fmt::format("constant '{}'", words::shown(C.OriginalName)), "",
            Text(C), "a full update without it throws");
    const auto BringsThem = [](const ModelContract &M) {
      return M.Store == ConstantStore::Library ||
             M.Store == ConstantStore::Blob;
    };
    if (BringsThem(Old) && !New.Constants->empty() && !BringsThem(New) &&
        New.Store != ConstantStore::Unknown)
      add("constants", words::store(Old.Store).str(),
          words::store(New.Store).str(),
          "the first run reads null pointers unless they are loaded");
  }

  const ModelContract &Old, &New;
  Compatibility &To;
};

void compareOps(const ShownPackage &Old, const ShownPackage &New,
                llvm::StringRef Model, Compatibility &To) {
  const auto FS = plainFiles(AnySize);
  const auto Before = customOpsOf(Old.Of, Model, *FS);
  for (const PackageOp &Op : customOpsOf(New.Of, Model, *FS))
    if (llvm::none_of(Before,
                      [&](const auto &Known) { return Known.Name == Op.Name; }))
      To.Breaks.push_back({Model.str(), "custom operators", "", Op.Name,
                           "it does not load where nothing registers it"});
}

} // namespace

Compatibility replacing(const ShownPackage &Old, const ShownPackage &New) {
  Compatibility Result;
  const auto &Was = Old.Of.WrittenBy, &Is = New.Of.WrittenBy;
  if (Was && Is && Is->From > Was->To)
    Result.Breaks.push_back({"", "torch", words::era(Old.Of),
                             words::era(New.Of),
                             "a host with the older torch may not load it"});
  for (const ModelContract &M : Old.Of.Models) {
    const auto Now = llvm::find_if(New.Of.Models, [&](const ModelContract &N) {
      return N.Name == M.Name;
    });
    if (Now == New.Of.Models.end()) {
      Result.Breaks.push_back(
          {M.Name, "model", "there", "not there", "no loader finds it"});
      continue;
    }
    Comparison(M, *Now, Result).compare();
    compareOps(Old, New, M.Name, Result);
  }
  return Result;
}

} // namespace aoti_tidy
