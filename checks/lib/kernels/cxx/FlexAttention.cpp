// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What torch's template for flex attention on the CPU reads of the keys.
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {

/// Its micro kernel (GemmBlocking(1, 16, 1)) takes keys in blocks of 16. The
/// last ones, if fewer, go to a function of their own, which reads 16 all the
/// same if both they and the head size fill whole vectors:
///   if (K % Vectorized::size() == 0 && N % Vectorized::size() == 0 && ...)
void KernelInterpreter::noteFlexAttention(const FunctionDecl &F) {
  constexpr int64_t Block = 16, LargestHead = 24;
  // A mask may leave blocks out; without one, all keys are a single block.
  constexpr int64_t WithoutMask = 1 << 30;
  const auto Key = llvm::find_if(Result.Parameters, [](const auto &P) {
    return P.Name == "key" && P.Element == DType::Float;
  });
  const IfStmt *Whole = nullptr;
  if (Key != Result.Parameters.end())
    for (const Decl *D : Ctx.getTranslationUnitDecl()->decls()) {
      const auto *T = dyn_cast<FunctionTemplateDecl>(D);
      if (!T || !T->getIdentifier() || !T->getTemplatedDecl()->hasBody() ||
          !T->getName().starts_with(F.getName()) ||
          !T->getName().ends_with("_ntail_transpose_b_kernel"))
        continue;
      for (const Stmt *S : T->getTemplatedDecl()->getBody()->children())
        if (const auto *If = dyn_cast<IfStmt>(S))
          Whole = If;
    }
  const auto Local = [&](StringRef Name) -> std::optional<IndexExpr> {
    for (const auto &[D, Value] : Values)
      if (D->getName() == Name)
        return Value.expr();
    return std::nullopt;
  };
  const auto Batch = Local("batchSize_k"), Heads = Local("num_head_k"),
             Queries = Local("qSize"), Keys = Local("kvSize"),
             OfBlock = Local("kvBlockSize"), Head = Local("headSize"),
             OfBatch = Local("kStrideB"), OfHead = Local("kStrideH"),
             OfKey = Local("kStrideN");
  const SourceManager &SM = Ctx.getSourceManager();
  const int64_t Lanes =
      vectorBytes(SM.getBufferData(SM.getMainFileID())) / sizeof(float);
  if (!Whole || !Batch || !Heads || !Queries || !Keys || !OfBlock || !Head ||
      !OfBatch || !OfHead || !OfKey || *OfBlock != IndexExpr(WithoutMask) ||
      Lanes == 0 || Lanes >= Block || Head->op() != IndexExpr::Op::Constant ||
      Head->constant() >= LargestHead || Head->constant() % Lanes != 0 ||
      !StringRef(text(*Whole->getCond()))
           .contains("N % Vectorized::size() == 0"))
    return;
  const IndexExpr Rest =
      IndexExpr::make(IndexExpr::Op::FloorMod, {*Keys, Block});
  Access Made;
  Made.Parameter = Key - Result.Parameters.begin();
  Made.Index = (*Batch - 1) * *OfBatch + (*Heads - 1) * *OfHead +
               (*Keys - Rest) * *OfKey;
  Made.Count = (Block - 1) * *OfKey + *Head;
  Made.When = {
      lessEqual(1, *Batch), lessEqual(1, *Heads), lessEqual(1, *Queries),
      less(0, Rest),
      equal(IndexExpr::make(IndexExpr::Op::FloorMod, {Rest, Lanes}), 0)};
  Made.Text = "B + e_col * ldb + idk";
  Made.At = place(*Whole);
  Result.Accesses.push_back(std::move(Made));
}

} // namespace aoti_tidy
