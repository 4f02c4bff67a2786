// Near misses: what an 'if' asks for is settled by what is in sight, or tells a caller
// whether there is a tensor.
// RUN: %aoti_tidy --torch-include %torch_mock --quiet --checks=-*,aoti-device-mismatch %s | count 0
// clang-format off
#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <utility>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;
using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
struct Batch {
  at::Tensor Ids, Mask;
};

namespace n0 {
static void move(at::Tensor &T) { T = T.cuda(); }
static void moveOpt(std::optional<at::Tensor> &T) { if (T) T = T->cuda(); }
static void moveOpt2(std::optional<at::Tensor> &T) { if (T) *T = T->cuda(); }
static void moveOpt3(std::optional<at::Tensor> &T) { if (T.has_value()) T = T->cuda(); }
void a(RunnerCuda &M) { std::optional<at::Tensor> O = at::zeros({4}); moveOpt(O); M.run({*O}); }
void b(RunnerCuda &M) { std::optional<at::Tensor> O = at::zeros({4}); moveOpt2(O); M.run({*O}); }
void c(RunnerCuda &M) { std::optional<at::Tensor> O = at::zeros({4}); moveOpt3(O); M.run({*O}); }
void d(RunnerCuda &M) { std::optional<at::Tensor> O = at::zeros({4}); if (O) O = O->cuda(); M.run({*O}); }
void e(RunnerCuda &M) { std::optional<at::Tensor> O = at::zeros({4}); if (O.has_value()) O = O->cuda(); M.run({*O}); }
void f(RunnerCuda &M, bool Has) { std::optional<at::Tensor> O; if (Has) O = at::zeros({4}); if (O) O = O->cuda(); if (O) M.run({*O}); }
void g(RunnerCuda &M, bool Has) { std::optional<at::Tensor> O; if (Has) O = at::zeros({4}); moveOpt(O); if (O) M.run({*O}); }
void h(RunnerCuda &M, bool Has) { std::optional<at::Tensor> O; if (Has) O = at::zeros({4}); moveOpt(O); if (!O) return; M.run({*O}); }
void i(RunnerCuda &M, bool Has) { std::optional<at::Tensor> O; if (Has) O = at::zeros({4}); moveOpt(O); M.run({O.value_or(at::ones({4}, at::kCUDA))}); }
void j(RunnerCuda &M, bool Has) { std::optional<at::Tensor> O; if (Has) O = at::zeros({4}); if (O) *O = O->cuda(); M.run({O.value_or(at::ones({4}, at::kCUDA))}); }
void k(RunnerCuda &M, bool Has) { std::optional<at::Tensor> O; if (Has) O = at::zeros({4}); auto L = [](std::optional<at::Tensor> &T) { if (T) T = T->cuda(); }; L(O); M.run({O ? *O : at::ones({4}, at::kCUDA)}); }
static void moveDef(at::Tensor &T) { if (T.defined()) T = T.cuda(); }
void l(RunnerCuda &M) { at::Tensor O = at::zeros({4}); moveDef(O); M.run({O}); }
void m(RunnerCuda &M) { at::Tensor O = at::zeros({4}); if (O.defined()) O = O.cuda(); M.run({O}); }
static void moveNum(at::Tensor &T) { if (T.numel() > 0) T = T.cuda(); }
void n(RunnerCuda &M) { at::Tensor O = at::zeros({4}); moveNum(O); M.run({O}); }
void n2(RunnerCuda &M, int N) { at::Tensor O = at::zeros({N + 1}); moveNum(O); M.run({O}); }
void n3(RunnerCuda &M, int N) { at::Tensor O = at::zeros({N + 1}); if (O.numel() > 0) O = O.cuda(); M.run({O}); }
static void moveVec(std::vector<at::Tensor> &V) { if (!V.empty()) for (auto &T : V) T = T.cuda(); }
void o(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({4})}; moveVec(V); M.run(V); }
static void moveVec2(std::vector<at::Tensor> &V) { for (size_t I = 0; I < V.size(); ++I) V[I] = V[I].cuda(); }
void p(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({4})}; moveVec2(V); M.run(V); }
static void moveVec3(std::vector<at::Tensor> &V) { for (auto &T : V) if (T.defined()) T = T.cuda(); }
void q(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({4})}; moveVec3(V); M.run(V); }
void r(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({4})}; for (auto &T : V) if (T.defined()) T = T.cuda(); M.run(V); }
void s(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({4})}; for (auto &T : V) { if (!T.defined()) continue; T = T.cuda(); } M.run(V); }
void t(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({4})}; for (auto &T : V) { if (T.dim() == 1) T = T.cuda(); } M.run(V); }
void u(RunnerCuda &M) { std::vector<at::Tensor> V(2); V[0] = at::zeros({4}); V[1] = at::zeros({4}); for (auto &T : V) { T = T.unsqueeze(0); T = T.cuda(); } M.run(V); }
void v(RunnerCuda &M) { std::vector<at::Tensor> V(2); V[0] = at::zeros({4}); V[1] = at::zeros({4}); for (int I = 0; I < 2; ++I) V[I] = V[I].cuda(); M.run({V[0], V[1]}); }
void w(RunnerCuda &M, int N) { std::vector<at::Tensor> V(N); for (int I = 0; I < N; ++I) V[I] = at::zeros({4}); for (int I = 0; I < N; ++I) V[I] = V[I].cuda(); M.run(V); }
void x(RunnerCuda &M, int N) { std::vector<at::Tensor> V(N); for (int I = 0; I < N; ++I) V[I] = at::zeros({4}); for (int I = 0; I < N; ++I) { auto &T = V[I]; T = T.cuda(); } M.run(V); }
void y(RunnerCuda &M, int N) { std::vector<at::Tensor> V(N); for (int I = 0; I < N; ++I) V[I] = at::zeros({4}); for (auto &T : V) { if (T.defined()) T = T.cuda(); } M.run(V); }
void z(RunnerCuda &M, int N) { std::vector<at::Tensor> V(3); V[0] = at::zeros({4}); V[1] = V[0].cuda(); V[2] = V[0].cuda(); V.erase(V.begin()); M.run(V); }
} // namespace n0

namespace n1 {
static void put(at::Tensor &T, int Where) { if (Where == 1) T = T.cuda(); }
void a(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put(X, 1); M.run({X}); }
static void put2(at::Tensor &T, bool Up) { if (Up) T = T.cuda(); }
void b(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put2(X, true); M.run({X}); }
static void put3(at::Tensor &T, bool Up = true) { if (!Up) return; T = T.cuda(); }
void c(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put3(X); M.run({X}); }
static void put4(at::Tensor &T, const std::string &Where) { if (Where == "fast") T = T.cuda(); }
void d(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put4(X, "fast"); M.run({X}); }
enum class Side { Left, Right };
static void put5(at::Tensor &T, Side S) { if (S == Side::Right) T = T.cuda(); }
void e(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put5(X, Side::Right); M.run({X}); }
static void put6(at::Tensor &T, Side S) { switch (S) { case Side::Right: T = T.cuda(); break; default: break; } }
void f(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put6(X, Side::Right); M.run({X}); }
struct Cfg { bool Up = true; int N = 3; Side S = Side::Right; std::string Name = "x"; };
static void put7(at::Tensor &T, const Cfg &C) { if (C.Up) T = T.cuda(); }
void g(RunnerCuda &M) { at::Tensor X = at::zeros({4}); Cfg C; put7(X, C); M.run({X}); }
static void put8(at::Tensor &T, const Cfg &C) { if (C.N > 2) T = T.cuda(); }
void h(RunnerCuda &M) { at::Tensor X = at::zeros({4}); Cfg C; put8(X, C); M.run({X}); }
static void put9(at::Tensor &T, const Cfg &C) { if (C.S == Side::Right) T = T.cuda(); }
void i(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put9(X, Cfg{}); M.run({X}); }
static void put10(at::Tensor &T, const at::Tensor &Like) { if (T.sizes() != Like.sizes()) T = at::zeros(Like.sizes(), at::kCUDA); }
void j(RunnerCuda &M, const at::Tensor &F) { at::Tensor X = at::zeros({1}); if (F.dim() != 2) return; put10(X, F); M.run({X}); }
static void put11(at::Tensor &T) { if (T.dim() < 4) T = T.unsqueeze(0).cuda(); }
void k(RunnerCuda &M, int A) { at::Tensor X = at::zeros({A, 4}); put11(X); M.run({X}); }
static void put12(at::Tensor &T) { if (T.scalar_type() != at::kHalf) T = T.to(at::kHalf).cuda(); }
void l(RunnerCuda &M, int A) { at::Tensor X = at::zeros({A, 4}); put12(X); M.run({X}); }
static void put13(at::Tensor &T, at::Tensor *Next) { if (Next) T = Next->cuda(); }
void m(RunnerCuda &M, at::Tensor &N) { at::Tensor X = at::zeros({4}); put13(X, &N); M.run({X}); }
static void put14(at::Tensor &T, std::optional<at::Tensor> Next) { if (Next) T = Next->cuda(); }
void n(RunnerCuda &M, at::Tensor &N) { at::Tensor X = at::zeros({4}); put14(X, N); M.run({X}); }
static void put15(at::Tensor &T, const std::vector<at::Tensor> &All) { for (auto &E : All) T = E.cuda(); }
void o(RunnerCuda &M, at::Tensor &N) { at::Tensor X = at::zeros({4}); put15(X, {N, N}); M.run({X}); }
static void put16(at::Tensor &T, int N) { for (int I = 0; I < N; ++I) T = T.cuda(); }
void p(RunnerCuda &M, at::Tensor &N) { at::Tensor X = at::zeros({4}); put16(X, 2); M.run({X}); }
static void put17(at::Tensor &T, std::function<bool(int)> Want) { if (Want(3)) T = T.cuda(); }
void q(RunnerCuda &M, at::Tensor &N) { at::Tensor X = at::zeros({4}); put17(X, [](int) { return true; }); M.run({X}); }
void r(RunnerCuda &M) { at::Tensor X = at::zeros({4}); if (X.scalar_type() != at::kHalf) X = X.to(at::kHalf).cuda(); M.run({X}); }
void s(RunnerCuda &M) { at::Tensor T = at::empty({0}); if (T.numel() == 0) T = at::zeros({8}, at::kCUDA); M.run({T}); }
void t(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({8})}; if (!V.empty()) V[0] = V[0].cuda(); M.run(V); }
void u(RunnerCuda &M) { std::vector<at::Tensor> V{at::zeros({8})}; if (V.size() == 1) V[0] = V[0].cuda(); M.run(V); }
void v(RunnerCuda &M, const std::map<std::string, at::Tensor> &W) { at::Tensor X = at::zeros({4}); auto It = W.find("x"); if (It == W.end()) throw 1; if (It != W.end()) X = It->second.cuda(); M.run({X}); }
} // namespace n1

namespace n2 {
// throws/guards in between
static bool decode(const std::vector<float> &Px, at::Tensor &Out) {
  if (Px.size() < 4)
    return false;
  Out = at::ones({8}, at::kCUDA);
  return true;
}
class A { public: explicit A(const std::string &P) : M(P) {}
  bool step(const std::vector<float> &Px) { at::Tensor X = at::zeros({1}); Ok = decode(Px, X); if (!Ok) return false; M.run({X}); return true; }
  bool step2(const std::vector<float> &Px) { at::Tensor X = at::zeros({1}); auto S = check(Px, X); if (S != 0) return false; M.run({X}); return true; }
  bool step3(const std::vector<float> &Px) { at::Tensor X = at::zeros({1}); decode2(Px, X); if (Err.size()) return false; M.run({X}); return true; }
  bool step4(const std::vector<float> &Px) { at::Tensor X = at::zeros({1}); decode3(Px, X); if (last()) return false; M.run({X}); return true; }
  private: 
  int check(const std::vector<float> &Px, at::Tensor &Out) { if (Px.empty()) return 1; Out = at::ones({8}, at::kCUDA); return 0; }
  void decode2(const std::vector<float> &Px, at::Tensor &Out) { if (Px.empty()) { fail("x"); return; } Out = at::ones({8}, at::kCUDA); }
  void decode3(const std::vector<float> &Px, at::Tensor &Out) { if (Px.empty()) { setLast(1); return; } Out = at::ones({8}, at::kCUDA); }
  void fail(const char *S) { Err = S; } std::string Err; bool Ok; RunnerCuda M; 
  static int &slot() { static int S; return S; } static void setLast(int V) { slot() = V; } static int last() { return slot(); } };
void viaUndefined(RunnerCuda &M, const std::vector<float> &Px) {
  at::Tensor X;
  decode(Px, X);
  if (!X.defined()) return;
  M.run({X});
}
static void decodeNum(const std::vector<float> &Px, at::Tensor &Out, int &N) {
  N = Px.size();
  if (N < 4) return;
  Out = at::ones({8}, at::kCUDA);
}
void viaNum(RunnerCuda &M, const std::vector<float> &Px) {
  at::Tensor X = at::zeros({1}); int N = 0;
  decodeNum(Px, X, N);
  if (N < 4) return;
  M.run({X});
}
static void decodeSz(const std::vector<float> &Px, at::Tensor &Out) {
  if (Px.size() < 4) return;
  Out = at::ones({(int64_t)Px.size()}, at::kCUDA);
}
void viaSize(RunnerCuda &M, const std::vector<float> &Px) {
  at::Tensor X = at::empty({0});
  decodeSz(Px, X);
  if (X.size(0) >= 4)
    M.run({X});
}
void viaSize2(RunnerCuda &M, const std::vector<float> &Px) {
  std::vector<at::Tensor> Xs;
  for (int I = 0; I < 2; ++I) {
    at::Tensor X = at::empty({0});
    decodeSz(Px, X);
    if (X.numel()) Xs.push_back(X);
  }
  M.run(Xs);
}
// not moved since already there
static void ensure(at::Tensor &T, int N) { if (T.size(0) < N) T = at::zeros({N}, at::kCUDA); }
void grow(RunnerCuda &M) { at::Tensor T = at::empty({0}); ensure(T, 8); M.run({T}); }
void grow2(RunnerCuda &M, int N) { at::Tensor T = at::empty({0}); ensure(T, N + 1); M.run({T}); }
static void ensure2(at::Tensor &T, at::IntArrayRef S) { if (!T.defined() || T.sizes() != S) T = at::zeros(S, at::kCUDA); }
void grow3(RunnerCuda &M) { at::Tensor T = at::empty({0}); ensure2(T, {8}); M.run({T}); }
static void ensure3(at::Tensor &T, at::IntArrayRef S) { if (T.sizes() != S) T = at::zeros(S, at::kCUDA); }
void grow4(RunnerCuda &M) { at::Tensor T = at::empty({0}); ensure3(T, {8}); M.run({T}); }
static void ensure4(at::Tensor &T, int N) { if (T.numel() < N) T = at::zeros({N}, at::kCUDA); }
void grow5(RunnerCuda &M) { at::Tensor T = at::empty({0}); ensure4(T, 8); M.run({T}); }
static void ensure5(at::Tensor &T) { if (T.numel() == 0) T = at::zeros({8}, at::kCUDA); }
void grow6(RunnerCuda &M) { at::Tensor T = at::empty({0}); ensure5(T); M.run({T}); }
void grow7(RunnerCuda &M, const std::vector<int> &L) { at::Tensor T = at::empty({0}); for (int N : L) { if (T.size(0) < N) T = at::zeros({N}, at::kCUDA); M.run({T}); } }
static void ensure6(std::optional<at::Tensor> &T) { if (!T) T = at::zeros({8}, at::kCUDA); }
void grow8(RunnerCuda &M) { std::optional<at::Tensor> T = at::zeros({8}); T.reset(); ensure6(T); M.run({*T}); }
void grow9(RunnerCuda &M) { std::optional<at::Tensor> T; ensure6(T); M.run({*T}); }
} // namespace n2

namespace n3 {
enum class Side { Left, Right };
static at::Tensor put5(at::Tensor T, Side S) { if (S == Side::Right) T = T.cuda(); return T; }
void e(RunnerCuda &M) { at::Tensor X = at::zeros({4}); X = put5(X, Side::Right); M.run({X}); }
static at::Tensor put4(at::Tensor T, const std::string &Where) { if (Where == "fast") T = T.cuda(); return T; }
void d(RunnerCuda &M) { at::Tensor X = at::zeros({4}); X = put4(X, "fast"); M.run({X}); }
static at::Tensor put13(at::Tensor T, at::Tensor *Next) { if (Next) T = Next->cuda(); return T; }
void m(RunnerCuda &M, at::Tensor &N) { at::Tensor X = at::zeros({4}); X = put13(X, &N); M.run({X}); }
enum Old { L, R };
static void put6(at::Tensor &T, Old S) { if (S == R) T = T.cuda(); }
void f(RunnerCuda &M) { at::Tensor X = at::zeros({4}); put6(X, R); M.run({X}); }
static at::Tensor put7(at::Tensor T) { if (T.dim() < 4) T = T.unsqueeze(0).cuda(); return T; }
void k(RunnerCuda &M, int A) { at::Tensor X = at::zeros({A, 4}); M.run({put7(X)}); }
void r(RunnerCuda &M) { Side S = Side::Right; at::Tensor X = at::zeros({4}); if (S == Side::Right) X = X.cuda(); M.run({X}); }
void r2(RunnerCuda &M) { const Side S = Side::Right; at::Tensor X = at::zeros({4}); if (S == Side::Right) X = X.cuda(); M.run({X}); }
class K { public: K(const std::string &P) : M(P) {} void step() { at::Tensor X = at::zeros({4}); if (S == Side::Right) X = X.cuda(); M.run({X}); } private: Side S = Side::Right; RunnerCuda M; };
} // namespace n3

namespace n4 {
// choice of device by number
struct Runners { std::unique_ptr<RunnerCuda> Gpu; std::unique_ptr<RunnerCpu> Cpu; };
Runners open(int N);
void a(int N) { Runners R = open(N); const auto X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); if (R.Gpu) R.Gpu->run({X}); else R.Cpu->run({X}); }
void b(const std::string &P, int N) { std::unique_ptr<RunnerCuda> G; if (N > 4) G = std::make_unique<RunnerCuda>(P); const auto X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); if (G) G->run({X}); }
static void c1(RunnerCuda &M, int N) { const auto X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); M.run({X}); }
void c(RunnerCuda &M) { c1(M, 8); }
static at::Tensor d1(int N) { return at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); }
void d(RunnerCuda &M) { M.run({d1(8)}); }
void d2(RunnerCuda &M) { int N = 8; M.run({d1(N)}); }
void d3(RunnerCuda &M) { constexpr int N = 8; M.run({d1(N * 2)}); }
void d4(RunnerCuda &M, const std::vector<int> &V) { std::vector<int> W{1, 2, 3, 4, 5}; M.run({d1(W.size())}); }
struct Cfg { int Level = 3; };
static at::Tensor e1(const Cfg &C) { return at::zeros({4}, C.Level > 2 ? at::kCUDA : at::kCPU); }
void e(RunnerCuda &M) { Cfg C; M.run({e1(C)}); }
class F { public: F(const std::string &P, int L) : M(P), Level(L) {} void step() { M.run({at::zeros({4}, Level > 2 ? at::kCUDA : at::kCPU)}); } private: RunnerCuda M; int Level; };
void f(const std::string &P) { F X(P, 3); X.step(); }
class F2 { public: F2(const std::string &P, int L) : Level(L) { if (L <= 2) throw 1; M = std::make_unique<RunnerCuda>(P); } void step() { M->run({at::zeros({4}, Level > 2 ? at::kCUDA : at::kCPU)}); } private: std::unique_ptr<RunnerCuda> M; int Level; };
class F3 { public: F3(const std::string &P, int L) : M(P), Level(std::max(L, 3)) {} void step() { M.run({at::zeros({4}, Level > 2 ? at::kCUDA : at::kCPU)}); } private: RunnerCuda M; int Level; };
enum Mode { Slow, Eco, Fast };
void g(const std::string &P, Mode Mo) { std::unique_ptr<RunnerCuda> G; std::unique_ptr<RunnerCpu> C; switch (Mo) { case Fast: G = std::make_unique<RunnerCuda>(P); break; default: C = std::make_unique<RunnerCpu>(P); } auto X = at::zeros({4}, Mo == Fast ? at::kCUDA : at::kCPU); if (G) G->run({X}); else C->run({X}); }
class Gc { public: Gc(const std::string &P, Mode Mo) : Mo(Mo) { if (Mo == Fast) G = std::make_unique<RunnerCuda>(P); else C = std::make_unique<RunnerCpu>(P); }
  void step() { auto X = at::zeros({4}, Mo == Fast ? at::kCUDA : at::kCPU); if (G) G->run({X}); else C->run({X}); }
  void stepFast() { auto X = at::zeros({4}, Mo == Fast ? at::kCUDA : at::kCPU); G->run({X}); }
  private: Mode Mo; std::unique_ptr<RunnerCuda> G; std::unique_ptr<RunnerCpu> C; };
struct Layer { int Index; std::unique_ptr<RunnerCuda> G; std::unique_ptr<RunnerCpu> C; };
void h(std::vector<Layer> &Ls, int Offloaded, const at::Tensor &F) { at::Tensor X = F; for (auto &L : Ls) { X = X.to(L.Index < Offloaded ? at::kCUDA : at::kCPU); X = L.G ? L.G->run({X})[0] : L.C->run({X})[0]; } }
void i(RunnerCuda &M, int N) { int Want = 8; if (N > Want) Want = N; M.run({at::zeros({4}, Want > 4 ? at::kCUDA : at::kCPU)}); }
void j(RunnerCuda &M, int N) { std::vector<at::Tensor> B; for (int I = 0; I < N; ++I) B.push_back(at::zeros({4}, N > 4 ? at::kCUDA : at::kCPU)); if (B.size() > 4) M.run(B); }
void k(RunnerCuda &M, int N) { at::Tensor X = at::zeros({N, 3}, N > 4 ? at::kCUDA : at::kCPU); const bool Large = X.size(0) > 4; if (Large) M.run({X}); }
void l(RunnerCuda &M, RunnerCpu &C, const at::Tensor &F) { at::Tensor X = F.to(F.size(0) > 4 ? at::kCUDA : at::kCPU); if (X.size(0) > 4) M.run({X}); else C.run({X}); }
void l2(RunnerCuda &M, RunnerCpu &C, const std::vector<at::Tensor> &Fs) { std::vector<at::Tensor> In; const auto D = Fs.size() > 4 ? at::kCUDA : at::kCPU; for (auto &F : Fs) In.push_back(F.to(D)); if (In.size() > 4) M.run(In); else C.run(In); }
static bool fits(int N) { return N > 4; }
void m(RunnerCuda &M, RunnerCpu &C, int N) { at::Tensor X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); if (fits(N)) M.run({X}); else C.run({X}); }
void n(RunnerCuda &M, RunnerCpu &C, int N) { at::Tensor X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); N > 4 ? M.run({X}) : C.run({X}); }
void o(const std::string &P, int N) { auto Run = N > 4 ? std::function<void(const at::Tensor &)>([&](const at::Tensor &X) { RunnerCuda M(P); M.run({X}); }) : [&](const at::Tensor &X) { RunnerCpu M(P); M.run({X}); }; Run(at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU)); }
static void p1(RunnerCuda &M, const at::Tensor &X) { M.run({X}); }
void p(RunnerCuda &M, RunnerCpu &C, int N) { at::Tensor X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); if (N > 4) p1(M, X); else C.run({X}); }
void q(RunnerCuda &M, int Major) { if (Major < 7) { return; } M.run({at::zeros({4}, Major >= 7 ? at::kCUDA : at::kCPU)}); }
template <int N> void r1(RunnerCuda &M) { M.run({at::zeros({4}, N > 4 ? at::kCUDA : at::kCPU)}); }
void r(RunnerCuda &M) { r1<8>(M); }
template <int N> void s1(RunnerCuda &M) { if constexpr (N > 4) M.run({at::zeros({4}, N > 4 ? at::kCUDA : at::kCPU)}); }
void s(RunnerCuda &M) { s1<8>(M); s1<3>(M); }
void t(RunnerCuda &M, RunnerCpu &C, int N) { at::Tensor X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); switch (N / 5) { case 0: C.run({X}); break; default: M.run({X}); } }
void u(RunnerCuda &M, RunnerCpu &C, int N) { at::Tensor X = at::zeros({N}, N > 4 ? at::kCUDA : at::kCPU); while (N > 4) { M.run({X}); return; } C.run({X}); }
class V { public: explicit V(const std::string &P) : M(P) {} void add(const at::Tensor &F) { Frames.push_back(F); if (Frames.size() == 8) flush(); } 
  private: void flush() { auto X = at::zeros({4}, Frames.size() >= 8 ? at::kCUDA : at::kCPU); M.run({X}); Frames.clear(); } RunnerCuda M; std::vector<at::Tensor> Frames; };
} // namespace n4
