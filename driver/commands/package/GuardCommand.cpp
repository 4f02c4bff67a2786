// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/safety/AccessText.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

/// A text between quotes of C++ and Python, which know the same escapes.
std::string quoted(llvm::StringRef Text) {
  std::string Result;
  for (const char C : words::shown(Text)) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result;
}

std::string identifier(llvm::StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!llvm::isAlnum(C))
      C = '_';
  return Result;
}

/// What C++ and Python write alike; nothing for other operations.
std::optional<std::string> codeOf(const IndexExpr &E, bool IsPython) {
  if (E.op() == Op::Constant)
    return std::to_string(E.constant());
  if (E.op() == Op::Variable)
    return identifier(E.variable().Name);
  const char *Sign = E.op() == Op::Add   ? " + "
                     : E.op() == Op::Mul ? " * "
                     // Of sizes, which are not negative.
                     : E.op() == Op::FloorDiv || E.op() == Op::TruncDiv
                         ? (IsPython ? " // " : " / ")
                         : nullptr;
  if (!Sign)
    return std::nullopt;
  std::vector<std::string> Parts;
  for (const IndexExpr &Operand : E.operands()) {
    auto Part = codeOf(Operand, IsPython);
    if (!Part)
      return std::nullopt;
    Parts.push_back(std::move(*Part));
  }
  return "(" + llvm::join(Parts, Sign) + ")";
}

class Writer {
public:
  Writer(const ProvedModel &M, bool IsPython, llvm::raw_ostream &OS)
      : M(M), Model(M.Of.Model), Named(M.Of.named()), Sources(Model.Symbols),
        IsPython(IsPython), OS(OS) {}

  void write() {
    const size_t Count = Model.Inputs.size();
    require(fmt::format("{} == {}", IsPython ? "len(inputs)" : "inputs.size()",
                        Count),
            fmt::format("the model takes {} inputs", Count),
            IsPython ? "len(inputs)" : "inputs.size()");
    for (unsigned Input = 0; Input < Count; ++Input)
      writeTensor(Input);
    for (const ModelProof::Size &S : M.Proof.Sizes)
      writeSize(S);
    for (unsigned Input = 0; Input < Count; ++Input)
      writeSizesAndStrides(Input);
    for (const ModelProof::Contents &C : M.Proof.Values)
      writeContents(C);
    for (const DivisionByZero *D : M.Proof.Divisions)
      writeDivisor(*D);
    for (const UnsafeAccess *U : M.Proof.Others)
      OS << "    " << (IsPython ? "#" : "//")
         << " not checked: " << words::place(Model, U->What->At) << ' '
         << words::shown(outcomeText(
                Model, *U, [&](size_t Input) { return Named.input(Input); }))
         << '\n';
  }

private:
  std::string join(llvm::ArrayRef<std::string> Conditions) const {
    return llvm::join(Conditions, IsPython ? " and " : " && ");
  }
  /// \p Got is code: what is said to be there instead.
  void require(const std::string &Condition, llvm::StringRef Message,
               llvm::StringRef Got) {
    const std::string Text = quoted(Message);
    if (IsPython)
      OS << fmt::format("{0}if not ({1}):\n{0}    raise ValueError(\"{2}, not "
                        "\" + str({3}))\n",
                        Indent, Condition, Text, Got);
    else
      OS << fmt::format("{0}TORCH_CHECK({1},\n{0}            \"{2}, not \", "
                        "{3});\n",
                        Indent, Condition, Text, Got);
  }
  static std::string variable(unsigned Input) {
    return fmt::format("input{}", Input);
  }
  std::string dimension(unsigned Input, unsigned Dim) const {
    return fmt::format("dimension {} of {}", Dim, Named.input(Input));
  }

  void writeTensor(unsigned Input) {
    const TensorContract &T = Model.Inputs[Input];
    const std::string V = variable(Input), Name = Named.input(Input);
    OS << (IsPython ? fmt::format("\n    {} = inputs[{}]\n", V, Input)
                    : fmt::format("\n    const at::Tensor& {} = inputs[{}];\n",
                                  V, Input));
    if (T.Type) {
      const std::string Got = V + (IsPython ? ".dtype" : ".scalar_type()");
      require(
          Got + " == " +
              (IsPython ? "torch." + name(*T.Type).str() : cppName(*T.Type)),
          fmt::format("{} must be {}", Name, name(*T.Type)), Got);
    }
    if (!T.Device.empty()) {
      const std::string Device = quoted(T.Device);
      require(IsPython ? fmt::format("{}.device.type == \"{}\"", V, Device)
                       : fmt::format("{}.device().type() == "
                                     "at::Device(\"{}\").type()",
                                     V, Device),
              fmt::format("{} must be on {}", Name, T.Device),
              V + (IsPython ? ".device" : ".device()"));
    }
    if (T.Dims)
      require(fmt::format("{}.dim() == {}", V, T.Dims->size()),
              fmt::format("the rank of {} must be {}", Name, T.Dims->size()),
              V + ".dim()");
  }

  /// What was compiled, without what is not proved; sizes that only the
  /// compiler excludes count if they are proved.
  void writeSize(const ModelProof::Size &S) {
    const SafeRange &R = *S.Range;
    Dimension Allowed;
    if (S.Declared) {
      Allowed.Lower = S.Declared->Lower;
      Allowed.Upper = S.Declared->Upper;
    }
    constexpr int64_t CompilersBound = 2;
    const bool IsProved = R.NotProved == 0 && M.isComplete();
    if (IsProved && Allowed.Lower == CompilersBound)
      Allowed.Lower = 0;
    Allowed.Lower = std::max(Allowed.Lower, R.From);
    Allowed.Upper = std::min(Allowed.Upper, R.To);
    const std::string Name = identifier(R.Symbol);
    OS << fmt::format("\n    {}{} = {}.size({}){}\n",
                      IsPython ? "" : "const int64_t ", Name, variable(R.Input),
                      R.Dim, IsPython ? "" : ";");
    std::vector<std::string> Conditions;
    if (Allowed.Lower > 0)
      Conditions.push_back(fmt::format("{} >= {}", Name, Allowed.Lower));
    if (Allowed.Upper != Dimension::Unbounded)
      Conditions.push_back(fmt::format("{} <= {}", Name, Allowed.Upper));
    if (!Conditions.empty())
      require(join(Conditions),
              fmt::format("{} must be {}", dimension(R.Input, R.Dim),
                          words::range(Allowed)),
              Name);
    else if (!IsPython)
      OS << fmt::format("    (void){};\n", Name);
  }

  void writeSizesAndStrides(unsigned Input) {
    const TensorContract &T = Model.Inputs[Input];
    const auto Memory = llvm::find_if(
        Model.Buffers, [&](const Buffer &B) { return B.Name == T.Name; });
    if (!T.Dims || Memory == Model.Buffers.end() ||
        Memory->Sizes.size() != T.Dims->size())
      return;
    const std::string V = variable(Input);
    OS << '\n';
    for (unsigned Dim = 0; Dim < T.Dims->size(); ++Dim) {
      const IndexExpr Size = Sources.of(Memory->Sizes[Dim]);
      const bool IsOwn = llvm::any_of(M.Proof.Sizes, [&](const auto &S) {
        return S.Range->Input == Input && S.Range->Dim == Dim &&
               Size ==
                   IndexExpr::variable({S.Range->Symbol, VariableKind::Symbol});
      });
      const auto Code = codeOf(Size, IsPython);
      if (!IsOwn && Code)
        require(fmt::format("{}.size({}) == {}", V, Dim, *Code),
                fmt::format("{} must be {}", dimension(Input, Dim),
                            words::expression(Size)),
                fmt::format("{}.size({})", V, Dim));
    }
    if (T.IsContiguous) {
      require(V + ".is_contiguous()",
              Named.input(Input) + " must be contiguous",
              IsPython ? V + ".stride()" : V + ".strides()");
      return;
    }
    for (unsigned Dim = 0; Dim < Memory->Strides.size(); ++Dim) {
      const IndexExpr Stride = Sources.of(Memory->Strides[Dim]);
      if (const auto Code = codeOf(Stride, IsPython))
        require(fmt::format("{0}.numel() == 0 {3} {0}.size({1}) == 1 {3} "
                            "{0}.stride({1}) == {2}",
                            V, Dim, *Code, IsPython ? "or" : "||"),
                fmt::format("the stride of {} must be {}",
                            dimension(Input, Dim), words::expression(Stride)),
                fmt::format("{}.stride({})", V, Dim));
    }
  }

  void writeContents(const ModelProof::Contents &C) {
    const Buffer &Of = *C.Range.Of;
    const auto From = codeOf(C.Range.From, IsPython),
               Below = codeOf(C.Range.Below, IsPython);
    if (!Of.Input || !From || !Below)
      return;
    const std::string V = variable(*Of.Input);
    const char *Read = IsPython ? "int({}.{}())" : "{}.{}().item<int64_t>()";
    OS << (IsPython ? fmt::format("\n    if {}.numel() > 0:\n", V)
                    : fmt::format("\n    if ({}.numel() > 0) {{\n", V));
    const std::string Least = fmt::format(fmt::runtime(Read), V, "min"),
                      Most = fmt::format(fmt::runtime(Read), V, "max");
    const std::string Begin = IsPython ? "        " : "        const int64_t ",
                      End = IsPython ? "\n" : ";\n";
    OS << Begin << "least = " << Least << End << Begin << "most = " << Most
       << End;
    Indent += "    ";
    require(join({"least >= " + *From, "most < " + *Below}),
            fmt::format("{} must hold numbers from {} to {}",
                        Named.input(*Of.Input), words::expression(C.Range.From),
                        words::expression(C.Range.Below - 1)),
            IsPython ? "(least, most)" : "least, \" to \", most");
    Indent = "    ";
    if (!IsPython)
      OS << "    }\n";
  }

  void writeDivisor(const DivisionByZero &D) {
    const auto Code = codeOf(D.Divisor, IsPython);
    const std::string Text = words::expression(D.Divisor);
    const bool IsOfSizes = llvm::all_of(variablesOf(D.Divisor), [&](auto &V) {
      return llvm::any_of(M.Proof.Sizes, [&](const ModelProof::Size &S) {
        return S.Range->Symbol == V.Name;
      });
    });
    OS << '\n';
    if (D.IsCertain && Code && IsOfSizes)
      require(*Code + " != 0",
              "the divisor " + Text + " must be another number", *Code);
    else
      OS << fmt::format(
          "    {} not checked: {} divides by {}, which may be 0\n",
          IsPython ? "#" : "//", words::place(Model, D.What->At),
          words::shown(Text));
  }

  const ProvedModel &M;
  const EmittedModel &Model;
  const words::NamedModel Named;
  const SourceTerms Sources;
  const bool IsPython;
  llvm::raw_ostream &OS;
  std::string Indent = "    ";
};

void writeGuards(llvm::StringRef Path, llvm::ArrayRef<ProvedModel> Models,
                 bool IsPython, llvm::raw_ostream &OS) {
  const std::string From = words::shown(llvm::sys::path::filename(Path));
  if (IsPython)
    OS << fmt::format("# Made by 'aoti-tidy guard' from {}; make it again with "
                      "each new package.\nimport torch\n",
                      From);
  else
    OS << fmt::format("// Made by 'aoti-tidy guard' from {}; make it again "
                      "with each new package.\n#pragma once\n\n"
                      "#include <ATen/ATen.h>\n#include <vector>\n\n"
                      "namespace aoti_guard {{\n",
                      From);
  for (const ProvedModel &M : Models) {
    const std::string Name = Models.size() == 1
                                 ? "check_inputs"
                                 : "check_inputs_of_" + identifier(M.Of.Name);
    const std::string About = fmt::format(
        "{} unless the model '{}' of {} may be run with these "
        "inputs, in the order of run().",
        IsPython ? "Raises ValueError" : "Throws c10::Error",
        M.Of.Name.empty() ? "model" : words::shown(M.Of.Name), From);
    if (IsPython)
      OS << fmt::format("\n\ndef {}(inputs):\n    \"\"\"{}\"\"\"\n", Name,
                        quoted(About));
    else
      OS << fmt::format("\n/// {}\ninline void {}(const "
                        "std::vector<at::Tensor>& inputs) {{\n",
                        About, Name);
    Writer(M, IsPython, OS).write();
    if (!IsPython)
      OS << "}\n";
  }
  if (!IsPython)
    OS << "\n} // namespace aoti_guard\n";
}

} // namespace

llvm::Expected<Page> guardPage(const Options &O) {
  bool HasInputs = true;
  auto Made =
      pageOfProofs(O, "'guard'", [&](auto Models, llvm::raw_ostream &OS) {
        HasInputs = llvm::none_of(Models, [](const ProvedModel &M) {
          return M.Of.Model.Inputs.empty();
        });
        writeGuards(O.Positional.front(), Models,
                    O.Format == ReportFormat::Python, OS);
      });
  // A guard of what was not read would refuse everything, or nothing.
  if (Made && !HasInputs && !Made->Unread.empty())
    Made->Text.clear();
  return Made;
}

} // namespace aoti_tidy
