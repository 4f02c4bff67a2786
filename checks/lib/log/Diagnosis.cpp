// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/Diagnosis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

/// '$1!=$2'
bool differ(llvm::StringRef Condition, llvm::ArrayRef<std::string> Groups) {
  const size_t First = Condition[1] - '0', Second = Condition.back() - '0';
  return First < Groups.size() && Second < Groups.size() &&
         Groups[First] != Groups[Second];
}

/// Whether \p E speaks of a library that is a compiled model, or of none: by
/// its name or its place, or else as the loader of models says it.
bool isOfModel(const LogEvent &E, llvm::StringRef Library,
               const LogEvents &Log) {
  if (Library.empty())
    return true;
  const size_t Slash = Library.find_last_of("/\\");
  const llvm::StringRef Name =
      Slash == llvm::StringRef::npos ? Library : Library.drop_front(Slash + 1);
  for (const llvm::StringRef Other :
       {"site-packages/", "dist-packages/", "torch_extensions/"})
    if (Library.contains(Other))
      return false;
  if (Name.contains(".cpython-") || Name.contains(".abi3."))
    return false;
  for (const llvm::StringRef Place :
       {"aotinductor", "torchinductor", "inductor_cache", ".pt2"})
    if (Library.contains_insensitive(Place))
      return true;
  if (Name.contains_insensitive("model") || Name.contains("aoti") ||
      Name.ends_with(".wrapper.so"))
    return true;
  // In a folder of models, or with no name of a library at all.
  return !Name.starts_with("lib") &&
         (Library.drop_back(Name.size()).contains("model") ||
          llvm::StringRef(E.Text).contains("Error in dlopen") ||
          Log.has("load"));
}

/// A log, not a message alone, that names nothing of torch may be another
/// program's.
bool namesTorch(const LogEvents &Log) {
  return Log.Lines <= 3 || Log.has("torch-log");
}

/// Whether the exporter, or its tensors without data, were at work.
bool isOfExport(llvm::StringRef Frame) {
  return !Frame.contains("__init__.py") && !Frame.contains("/serde/") &&
         !Frame.contains("/pt2_archive/") &&
         (Frame.contains("torch/export/") || Frame.contains("torch/_export/") ||
          Frame.contains("torch/fx/") || Frame.contains("torch/_subclasses/"));
}

/// Whether it is no frame of torch's, but of the model's own code.
bool isOfModelCode(llvm::StringRef Frame) {
  for (const llvm::StringRef Other :
       {"/torch/", "\\torch\\", "executorch", "onnx", "coremltools", "optimum",
        "ai_edge_torch", "openvino", "nncf", "tvm"})
    if (Frame.contains(Other))
      return false;
  return !Frame.empty() && !Frame.starts_with("torch");
}

/// The number of facts in \p E's row that hold; nothing if one is wrong.
std::optional<unsigned> agreement(const LogEvent &E, const LogEvents &Log) {
  unsigned Count = 0;
  for (llvm::StringRef Fact : llvm::split(allSigns()[E.Sign].When, ' ')) {
    if (Fact.empty() || Fact == "passing")
      continue;
    if (Fact.starts_with("$")) {
      if (!differ(Fact, E.Groups))
        return std::nullopt;
      ++Count;
      continue;
    }
    const bool Counts = !Fact.consume_front("~");
    const bool Wanted = !Fact.consume_front("!");
    if (Fact == "no-aoti" || Fact.starts_with("in-") ||
        Fact.starts_with("in:")) {
      if (Fact == "no-aoti"     ? isOfAoti(Log)
          : Fact == "in-export" ? !isOfExport(E.Frame)
          : Fact == "in-model"
              ? !isOfModelCode(E.Frame)
              : !llvm::StringRef(E.Frame).contains(Fact.substr(3)))
        return std::nullopt;
      ++Count;
      continue;
    }
    if (Fact.consume_front("model:$")) {
      const size_t Group = Fact.front() - '0';
      const llvm::StringRef Library =
          Group < E.Groups.size() ? llvm::StringRef(E.Groups[Group]) : "";
      if (isOfModel(E, Library, Log) != Wanted)
        return std::nullopt;
      ++Count;
      continue;
    }
    const bool HasAny =
        llvm::any_of(llvm::split(Fact, '|'), [&](llvm::StringRef F) {
          const bool IsNot = F.consume_front("!");
          return (F == "torch-log" ? namesTorch(Log) : Log.has(F)) != IsNot;
        });
    if (HasAny != Wanted)
      return std::nullopt;
    Count += Counts;
  }
  return Count;
}

std::string filledIn(llvm::StringRef Says, const LogEvent &E,
                     const LogEvents &Log) {
  const llvm::ArrayRef<std::string> Groups = E.Groups;
  std::string Text;
  while (!Says.empty()) {
    const size_t At = Says.find('$');
    Text += Says.take_front(At);
    if (At == llvm::StringRef::npos)
      break;
    const size_t Group = Says[At + 1] - '0';
    if (Says[At + 1] == 'F')
      // Dynamo passes on what its backend raises, as do those that call others.
      Text += E.Frame.empty() ||
                      llvm::StringRef(E.Frame).contains("output_graph.py") ||
                      llvm::StringRef(E.Frame).ends_with("call_function")
                  ? ""
                  : ", at " + E.Frame;
    else if (Says[At + 1] == 'K')
      Text += Log.has("kernel-line")
                  ? " ('" + Log.Facts.at("kernel-line").front() + "')"
                  : "";
    else if (Group < Groups.size())
      // Of Dynamo's explanation, without its hints.
      Text += llvm::StringRef(Groups[Group])
                  .split(" Hint: ")
                  .first.split("  Developer debug")
                  .first.split(" Set TORCHDYNAMO_VERBOSE")
                  .first.rtrim();
    // Without the end of 'got RuntimeError("...")'.
    if (llvm::StringRef G = Text; G.ends_with("\")") && G.count('"') % 2)
      Text.resize(Text.size() - 2);
    Says = Says.drop_front(At + 2);
  }
  return Text;
}

} // namespace

std::vector<LoggedCause> diagnose(const LogEvents &Log) {
  struct Candidate {
    const LogEvent *Event;
    unsigned Facts;
  };
  std::vector<Candidate> Candidates;
  for (const LogEvent &E : Log.Events)
    if (const auto Facts = agreement(E, Log))
      Candidates.push_back({&E, *Facts});
  const auto Rank = [](const Candidate &C) {
    const Sign &S = allSigns()[C.Event->Sign];
    // Harmless lines stand beside the failure; Likely and Possible both name a
    // cause, the first of which leads to the others; warnings come after the
    // end.
    // "An exception occurred in a subprocess:" tells less than any error.
    const bool IsUntold =
        S.Weight == Weight::Wrapper && !C.Event->Groups.empty() &&
        (S.Says.ends_with("is not in this log") ||
         llvm::StringRef(C.Event->Groups.back()).rtrim().ends_with(":"));
    const int Level = S.Weight == Weight::Harmless  ? 8
                      : IsUntold                    ? 7
                      : S.Weight == Weight::Last    ? 5
                      : S.Weight == Weight::Wrapper ? 3
                      : S.Weight == Weight::Symptom ? 2
                                                    : 0;
    // Of errors of which only the place is known, the last is what it ended with.
    const auto Line = static_cast<int64_t>(C.Event->Line);
    const bool IsPassing = C.Event->IsPassing && !S.When.starts_with("passing");
    return std::tuple(
        std::min(Level + (C.Event->IsWarning ? 6 : 4) * IsPassing, 8),
        S.Weight == Weight::Last ? -Line : Line, S.Weight,
        -static_cast<int>(C.Facts),
        C.Event); // in the order of the table
  };
  llvm::sort(Candidates, [&](const Candidate &A, const Candidate &B) {
    return Rank(A) < Rank(B);
  });
  std::vector<LoggedCause> Result;
  for (const Candidate &C : Candidates) {
    const Sign &S = allSigns()[C.Event->Sign];
    const CauseInfo *Cause = findCause(S.Cause);
    if (S.Weight == Weight::Last && !Result.empty())
      continue;
    // The best row for the text of a line.
    const auto IsSameText = [&](const LogEvent &E) {
      return E.Line == C.Event->Line && E.From < C.Event->To &&
             C.Event->From < E.To;
    };
    if (llvm::any_of(Result, [&](const LoggedCause &R) {
          return R.Cause == Cause || IsSameText(*R.Event);
        }))
      continue;
    const bool IsOfTorch =
        namesTorch(Log) ||
        !llvm::is_contained({"export", "operators", "run"}, Cause->Group);
    Result.push_back({Cause, S.Weight,
                      (S.Weight == Weight::Likely && IsOfTorch) ||
                              S.Weight == Weight::Harmless
                          ? Confidence::Likely
                          : Confidence::Possible,
                      filledIn(S.Says, *C.Event, Log), C.Event});
  }
  return Result;
}

std::vector<const CauseInfo *> othersLike(const CauseInfo &Cause) {
  std::vector<const CauseInfo *> Result;
  for (const llvm::StringRef Id : llvm::split(Cause.Also, ", "))
    if (const CauseInfo *Other = findCause(Id))
      Result.push_back(Other);
  return Result;
}

bool isOfAoti(const LogEvents &Log) {
  return Log.has("aoti") || !phaseOf(Log).empty();
}

llvm::StringRef phaseOf(const LogEvents &Log) {
  // Frames of a later phase stand above an earlier one's.
  for (const llvm::StringRef Phase :
       {"update", "run", "load", "compile", "export"})
    if (Log.has(Phase))
      return Phase;
  return "";
}

} // namespace aoti_tidy
