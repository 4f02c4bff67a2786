// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

llvm::StringRef name(Contract::Kind K) {
  switch (K) {
  case Contract::Kind::Package:
    return "package";
  case Contract::Kind::Folder:
    return "folder";
  case Contract::Kind::Library:
    return "library";
  case Contract::Kind::WrapperSource:
    return "wrapper";
  case Contract::Kind::Log:
    return "log";
  }
  llvm_unreachable("a kind without a case");
}

llvm::StringRef name(InputChecks C) {
  switch (C) {
  case InputChecks::Unknown:
    return "unknown";
  case InputChecks::Never:
    return "never";
  case InputChecks::OnRequest:
    return "on-request";
  case InputChecks::Always:
    return "always";
  }
  llvm_unreachable("a way to check without a case");
}

llvm::StringRef name(Evidence E) {
  switch (E) {
  case Evidence::None:
    return "none";
  case Evidence::Recorded:
    return "recorded";
  case Evidence::Inferred:
    return "inferred";
  }
  llvm_unreachable("evidence without a case");
}

llvm::StringRef name(ConstantStore S) {
  switch (S) {
  case ConstantStore::Unknown:
    return "unknown";
  case ConstantStore::Library:
    return "library";
  case ConstantStore::Outside:
    return "outside";
  case ConstantStore::Pickles:
    return "pickles";
  case ConstantStore::Blob:
    return "blob";
  case ConstantStore::Nowhere:
    return "nowhere";
  }
  llvm_unreachable("a store without a case");
}

llvm::StringRef name(ConstantContract::Kind K) {
  switch (K) {
  case ConstantContract::Kind::Unknown:
    return "unknown";
  case ConstantContract::Kind::Parameter:
    return "parameter";
  case ConstantContract::Kind::Buffer:
    return "buffer";
  case ConstantContract::Kind::TensorConstant:
    return "tensor-constant";
  case ConstantContract::Kind::Folded:
    return "folded";
  }
  llvm_unreachable("a kind without a case");
}

/// JSON is UTF-8; what a package says need not be.
std::string utf8(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

class Writer {
public:
  explicit Writer(llvm::raw_ostream &OS) : J(OS, 2) {}

  void write(llvm::ArrayRef<ShownPackage> Packages) {
    J.object([&] {
      J.attribute("version", 1);
      J.attributeObject("tool", [&] {
        J.attribute("name", "aoti-tidy");
        J.attribute("version", AOTI_TIDY_VERSION);
      });
      J.attributeArray("packages", [&] {
        for (const ShownPackage &P : Packages)
          J.object([&] { writePackage(P.Of, P.Names); });
      });
    });
  }

private:
  void writePackage(const Contract &C, llvm::ArrayRef<InputNames> Names) {
    J.attribute("path", utf8(C.Path));
    J.attribute("form", name(C.Form));
    if (C.WrittenBy)
      J.attributeObject("writtenBy", [&] {
        J.attribute("from", C.WrittenBy->From.str());
        J.attribute("to", C.WrittenBy->To.str());
        J.attribute("evidence", utf8(C.WrittenBy->Evidence));
      });
    else
      J.attribute("writtenBy", nullptr);
    J.attributeArray("models", [&] {
      for (const auto &[M, OfInputs] : llvm::zip_equal(C.Models, Names))
        J.object([&] { writeModel(M, OfInputs); });
    });
    J.attributeArray("parts", [&] {
      for (const Part &P : C.Parts)
        J.object([&] {
          J.attribute("name", utf8(P.Name));
          J.attribute("size", P.Size);
        });
    });
  }

  void writeModel(const ModelContract &M, const InputNames &Names) {
    J.attribute("name", utf8(M.Name));
    J.attributeObject("device", [&] {
      J.attribute("type", utf8(M.Device));
      J.attribute("from", name(M.DeviceFrom));
      J.attribute("evidence", utf8(M.DeviceEvidence));
    });
    J.attributeObject("metadata", [&] {
      for (const auto &[Key, Value] : M.Recorded)
        J.attribute(utf8(Key), utf8(Value));
    });
    J.attribute("checks", name(M.Checks));
    J.attributeArray("assumptions", [&] {
      for (const IndexExpr &Assumed : M.Assumptions)
        J.value(utf8(Assumed.str()));
    });
    writeTensors("inputs", M.Inputs, &Names);
    if (M.Keywords)
      J.attributeArray("keywords", [&] {
        for (const std::string &Name : *M.Keywords)
          J.value(utf8(Name));
      });
    else
      J.attribute("keywords", nullptr);
    writeTensors("outputs", M.Outputs);
    J.attribute("constantsIn", name(M.Store));
    writeConstants(M.Constants);
    J.attribute("sourceMissing", utf8(M.SourceMissing));
    J.attributeArray("kernels", [&] {
      for (const std::string &Kernel : M.Kernels)
        J.value(utf8(Kernel));
    });
  }

  void writeTensors(llvm::StringRef Key,
                    const std::optional<std::vector<TensorContract>> &Tensors,
                    const InputNames *Names = nullptr) {
    if (!Tensors) {
      J.attribute(Key, nullptr);
      return;
    }
    J.attributeArray(Key, [&] {
      for (const auto &[Index, T] : llvm::enumerate(*Tensors))
        J.object([&] {
          J.attribute("name", utf8(T.Name));
          if (Names)
            J.attribute("originalName", Index < Names->size()
                                            ? utf8((*Names)[Index])
                                            : llvm::json::Value(nullptr));
          writeTensor(T);
        });
    });
  }

  void writeTensor(const TensorContract &T) {
    writeType(T.Type);
    J.attribute("device", utf8(T.Device));
    if (!T.Dims) {
      J.attribute("dims", nullptr);
      return;
    }
    J.attributeArray("dims", [&] {
      for (const Dimension &D : *T.Dims)
        J.object([&] { writeDimension(D); });
    });
    J.attributeArray("strides", [&] {
      for (const auto &Stride : T.Strides)
        if (Stride)
          J.value(*Stride);
        else
          J.value(nullptr);
    });
    J.attribute("contiguous", T.IsContiguous);
  }

  void writeConstants(
      const std::optional<std::vector<ConstantContract>> &Constants) {
    if (!Constants) {
      J.attribute("constants", nullptr);
      return;
    }
    J.attributeArray("constants", [&] {
      for (const ConstantContract &C : *Constants)
        J.object([&] { writeConstant(C); });
    });
  }

  void writeConstant(const ConstantContract &C) {
    J.attribute("name", utf8(C.Name));
    J.attribute("originalName", utf8(C.OriginalName));
    J.attribute("kind", name(C.Origin));
    writeType(C.Type);
    J.attribute("device", utf8(C.Device));
    if (C.Sizes)
      J.attributeArray("shape", [&] {
        for (const int64_t Size : *C.Sizes)
          J.value(Size);
      });
    else
      J.attribute("shape", nullptr);
    J.attribute("size", C.Bytes);
    J.attribute("folded", C.IsFolded);
  }

  void writeType(const std::optional<DType> &Type) {
    if (Type)
      J.attribute("dtype", aoti_tidy::name(*Type));
    else
      J.attribute("dtype", nullptr);
  }

  void writeDimension(const Dimension &D) {
    J.attribute("lower", D.Lower);
    if (D.Upper == Dimension::Unbounded)
      J.attribute("upper", nullptr);
    else
      J.attribute("upper", D.Upper);
    J.attribute("symbol", utf8(D.Symbol));
    J.attribute("lowerChecked", D.LowerChecked);
    J.attribute("upperChecked", D.UpperChecked);
    J.attribute("lowerAlways", D.LowerAlways);
    J.attribute("upperAlways", D.UpperAlways);
  }

  llvm::json::OStream J;
};

} // namespace

void writePackagesJson(llvm::ArrayRef<ShownPackage> Packages,
                       llvm::raw_ostream &OS) {
  Writer(OS).write(Packages);
  OS << '\n';
}

} // namespace aoti_tidy
