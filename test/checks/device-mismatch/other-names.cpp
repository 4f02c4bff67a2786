// Near misses: members that are set by another name of their object, of a struct, or
// where another object takes its place.
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
void a(RunnerCuda &M, const at::Tensor &F) {
  std::vector<at::Tensor> V{F.cuda(), at::zeros({4})};
  bool First = true;
  const auto &X = First ? V[0] : V[1];
  First = false;
  M.run({X});
}
void b(RunnerCuda &M, const at::Tensor &F) {
  std::vector<at::Tensor> V{F.cuda(), at::zeros({5})}, W{F.cuda(), at::zeros({6})};
  std::array<std::vector<at::Tensor>, 2> A{V, W};
  int J = 0;
  const auto &X = A[0][J];
  J = 1;
  M.run({X});
}
void c(RunnerCuda &M, const at::Tensor &F) {
  struct S { std::vector<at::Tensor> V; at::Tensor T; };
  std::map<std::string, at::Tensor> Ms;
  Ms["a"] = F.cuda(); Ms["b"] = at::zeros({7});
  std::string K = "a";
  bool Two = true;
  const auto &X = Two ? Ms["a"] : Ms[K];
  K = "b"; Two = false;
  M.run({X});
}
} // namespace n0

namespace n1 {
namespace {
struct PA { at::Tensor Ids, Mask; }; struct PB { at::Tensor Ids, Mask; }; struct PC { at::Tensor Ids, Mask; }; struct PD { at::Tensor Ids, Mask; }; struct PE { at::Tensor Ids, Mask; }; struct PF { at::Tensor Ids, Mask; }; struct PG { at::Tensor Ids, Mask; };
struct PH { at::Tensor Ids, Mask; }; struct PI { at::Tensor Ids, Mask; };
}
static void liftA(PA *P) { auto &[I, K] = *P; I = I.cuda(); K = K.cuda(); }
void a(RunnerCuda &M) { auto P = std::make_unique<PA>(PA{at::zeros({4}), at::zeros({4})}); liftA(P.get()); M.run({P->Ids, P->Mask}); }
void b(RunnerCuda &M, std::vector<PB> &Ps) { for (auto &P : Ps) P = PB{at::zeros({4}), at::zeros({4})}; for (auto &[I, K] : Ps) { I = I.cuda(); K = K.cuda(); } for (auto &P : Ps) M.run({P.Ids, P.Mask}); }
void c(RunnerCuda &M, std::map<int, PC> &Ps) { Ps[0].Ids = at::zeros({4}); auto &[I, K] = Ps[0]; I = I.cuda(); M.run({Ps[0].Ids}); }
void d(RunnerCuda &M, std::map<int, PD> &Ps) { Ps[0].Ids = at::zeros({4}); for (auto &[N, P] : Ps) P.Ids = P.Ids.cuda(); M.run({Ps[0].Ids}); }
void e(RunnerCuda &M, PE &P) { P.Ids = at::zeros({4}); auto &[I, K] = P; I = I.cuda(); M.run({P.Ids}); }
void f(RunnerCuda &M, PF *P) { P->Ids = at::zeros({4}); auto &[I, K] = *P; I = I.cuda(); M.run({P->Ids}); }
void g(RunnerCuda &M, PG *P) { P->Ids = at::zeros({4}); auto F = [&I = P->Ids] { I = I.cuda(); }; F(); M.run({P->Ids}); }
void h(RunnerCuda &M, std::shared_ptr<PH> P) { P->Ids = at::zeros({4}); auto &Q = *P; auto &I = Q.Ids; I = I.cuda(); M.run({P->Ids}); }
static void mv(at::Tensor &T) { T = T.cuda(); }
void i(RunnerCuda &M, std::shared_ptr<PI> P) { P->Ids = at::zeros({4}); auto &[I, K] = *P; mv(I); M.run({P->Ids}); }
} // namespace n1

namespace n2 {
#define BIND auto &[I, K]
#define BIND2 auto &&[I, K]
#define ST(N) namespace { struct B##N { at::Tensor Ids, Mask; }; }
#define CL(N, CTOR, REST) ST(N) class C##N { public: explicit C##N(const std::string &P) : M(P) { CTOR } REST private: RunnerCuda M; B##N O; };
CL(1, O.Ids = at::zeros({4}); BIND = O; I = I.cuda();, void step() { M.run({O.Ids}); })
CL(2, O.Ids = at::zeros({4}); auto &B = O; B.Ids = B.Ids.cuda();, void step() { M.run({O.Ids}); })
CL(3, O.Ids = at::zeros({4}); auto &X = O.Ids; X = X.cuda();, void step() { M.run({O.Ids}); })
CL(4, O.Ids = at::zeros({4}); auto *B = &O; B->Ids = B->Ids.cuda();, void step() { M.run({O.Ids}); })
CL(5, O.Ids = at::zeros({4}); for (auto *T : {&O.Ids}) *T = T->cuda();, void step() { M.run({O.Ids}); })
CL(6, O.Ids = at::zeros({4}); up(O);, void up(B6 &B) { BIND = B; I = I.cuda(); } void step() { M.run({O.Ids}); })
CL(7, O.Ids = at::zeros({4}); up();, void up() { BIND = O; I = Host.cuda(); } at::Tensor Host = at::ones({4}); void step() { M.run({O.Ids}); })
CL(8, O.Ids = at::zeros({4}); BIND = O; K = at::zeros({4}, at::kCUDA); std::swap(I, K);, void step() { M.run({O.Ids}); })
CL(9, O.Ids = at::zeros({4}); BIND2 = O; I = I.cuda();, void step() { M.run({O.Ids}); })
CL(10, O.Ids = at::zeros({4}); auto F = [&R = O] { R.Ids = R.Ids.cuda(); }; F();, void step() { M.run({O.Ids}); })
CL(11, O.Ids = at::zeros({4}); up(O.Ids);, void up(at::Tensor &T) { auto &X = T; X = X.cuda(); } void step() { M.run({O.Ids}); })
CL(12, O = B12{at::zeros({4})}; auto Old = std::exchange(O, (B12{at::zeros({4}, at::kCUDA)}));, void step() { M.run({O.Ids}); })
CL(13, O = B13{at::zeros({4})}; B13 New{at::zeros({4}).cuda()}; std::swap(O, New);, void step() { M.run({O.Ids}); })
class C20 { public: explicit C20(const std::string &P) : M(P) { O.first = at::zeros({4}); BIND = O; I = I.cuda(); } void step() { M.run({O.first}); } private: RunnerCuda M; std::pair<at::Tensor, at::Tensor> O; };
class C21 { public: explicit C21(const std::string &P) : M(P) { O[0] = at::zeros({4}); BIND = O; I = I.cuda(); } void step() { M.run({O[0]}); } private: RunnerCuda M; std::array<at::Tensor, 2> O; };
class C22 { public: explicit C22(const std::string &P) : M(P), O{at::zeros({4}), at::zeros({4})} { BIND = O; I = at::ones({4}, at::kCUDA); K = I; } void step() { M.run({O[0], O[1]}); } private: RunnerCuda M; std::array<at::Tensor, 2> O; };
} // namespace n2

namespace n3 {
// assignment of a new object: its constructor sets the member
class Cloth { public: explicit Cloth(const std::string &P) : M(std::make_shared<RunnerCuda>(P)) { setMesh(8); }
  void setMesh(int N) { Mask = at::zeros({N, 3}, at::kCUDA); }
  void setPins(int N) { Mask = at::ones({N, 3}); }
  void collide() { M->run({Mask}); }
  private: std::shared_ptr<RunnerCuda> M; at::Tensor Mask; };
void use(const std::string &P) { Cloth C(P); C.setPins(4); C = Cloth(P); C.collide(); }
class World { public: explicit World(const std::string &P) : P(P), C(P) {}
  void step() { C.setPins(4); C = Cloth(P); C.collide(); }
  private: std::string P; Cloth C; };
class Own { public: explicit Own(const std::string &P) : P(P) {}
  void step() { C = std::make_unique<Cloth>(P); C->setPins(4); C.reset(new Cloth(P)); C->collide(); }
  private: std::string P; std::unique_ptr<Cloth> C; };
} // namespace n3

namespace n4 {
// lasting writes; isOnlyForMaking
class Cloth { public: explicit Cloth(const std::string &P) : M(P) { setMesh(8); }
  void setMesh(int N) { Mask = at::zeros({N, 3}, at::kCUDA); }
  void setPins(int N) { Mask = at::ones({N, 3}); }
  void collide() { M.run({Mask}); }
  private: RunnerCuda M; at::Tensor Mask; };
void viaPtr(Cloth &C) { auto Set = &Cloth::setMesh; C.setPins(4); (C.*Set)(8); C.collide(); }
} // namespace n4

namespace n5 {
class Cloth { public: explicit Cloth(const std::string &P) : M(P) { setMesh(8); }
  void setMesh(int N) { Mask = at::zeros({N, 3}, at::kCUDA); }
  void setPins(int N) { Mask = at::ones({N, 3}); }
  void collide() { M.run({Mask}); }
  private: RunnerCuda M; at::Tensor Mask; };
void viaInvoke(Cloth &C) { C.setPins(4); std::invoke(&Cloth::setMesh, C, 8); C.collide(); }
} // namespace n5

namespace n6 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { auto Up = [this] { H = Host.cuda(); }; Up(); M.run({H}); }
  private:  RunnerCuda M; at::Tensor H, Host; };
} // namespace n6

namespace n7 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { upload(); M.run({H}); }
  private: virtual void upload() { H = Host.cuda(); } RunnerCuda M; at::Tensor H, Host; };
} // namespace n7

namespace n8 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { upload(*this); M.run({H}); }
  private: static void upload(Z &Me) { Me.H = Host0.cuda(); } static inline at::Tensor Host0; RunnerCuda M; at::Tensor H, Host; };
} // namespace n8

namespace n9 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { std::thread T([this] { H = Host.cuda(); }); T.join(); M.run({H}); }
  private:  RunnerCuda M; at::Tensor H, Host; };
} // namespace n9

namespace n10 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { guarded([this] { H = Host.cuda(); }); M.run({H}); }
  private: template <typename T> void guarded(T F) { F(); } RunnerCuda M; at::Tensor H, Host; };
} // namespace n10

namespace n11 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { a(); M.run({H}); }
  private: void a() { b(); } void b() { c(); } void c() { d(); } void d() { e(); } void e() { H = Host.cuda(); } RunnerCuda M; at::Tensor H, Host; };
} // namespace n11

namespace n12 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { auto *Me = this; Me->H = Host.cuda(); M.run({H}); }
  private:  RunnerCuda M; at::Tensor H, Host; };
} // namespace n12

namespace n13 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { std::function<void()> F = [this] { H = Host.cuda(); }; F(); M.run({H}); }
  private:  RunnerCuda M; at::Tensor H, Host; };
} // namespace n13

namespace n14 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { H = Host.cuda(); at::Tensor X; get(*this, X); M.run({X}); }
  private: static void get(const Z &Of, at::Tensor &O) { O = Of.H; } RunnerCuda M; at::Tensor H, Host; };
} // namespace n14

namespace n15 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { H = Host.cuda(); M.run({get(*this)}); }
  private: static at::Tensor get(const Z &Of) { return Of.H; } RunnerCuda M; at::Tensor H, Host; };
} // namespace n15

namespace n16 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { H = Host.cuda(); const auto &Me = *this; M.run({Me.H}); }
  private:  RunnerCuda M; at::Tensor H, Host; };
} // namespace n16

namespace n17 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { H = Host.cuda(); struct L { Z &Of; at::Tensor get() { return Of.H; } } G{*this}; M.run({G.get()}); }
  private:  RunnerCuda M; at::Tensor H, Host; };
} // namespace n17

namespace n18 {
class Z { public: explicit Z(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); } void feed(const at::Tensor &X) { Host = X; }
  void step() { H = Host.cuda(); at::Tensor X; (*this).get(X); M.run({X}); }
  private: void get(at::Tensor &O) { O = H; } RunnerCuda M; at::Tensor H, Host; };
} // namespace n18

namespace n19 {
class Cloth {
public:
  explicit Cloth(const std::string &P) : M(P) {}
  void setMesh(int N) { Mask = at::zeros({N, 3}, at::kCUDA); }
  void setPins(int N) { Mask = at::ones({N, 3}); }
  void collide() { M.run({Mask}); }
private:
  RunnerCuda M;
  at::Tensor Mask;
};
struct Session { explicit Session(Cloth &C) { C.setMesh(8); } };
void use(Cloth &C) {
  C.setPins(4);
  Session S(C);
  C.collide();
}
} // namespace n19

namespace n20 {
// members by reference; out params with members
class A { public: explicit A(const std::string &P) : M(P) {}
  void reset() { H = at::zeros({4}); }
  void step() { sync(); at::Tensor X; std::optional<at::Tensor> O; fetch(X, O); M.run({X}); }
  private: void sync() { H = Host.cuda(); } void fetch(at::Tensor &T, std::optional<at::Tensor> &O) const { T = H; O = H; }
  RunnerCuda M; at::Tensor H, Host; };
class B { public: explicit B(const std::string &P) : M(P) { H = at::zeros({4}); }
  void step() { upload(H); M.run({H}); }
  private: void upload(at::Tensor &T) { T = T.cuda(); } RunnerCuda M; at::Tensor H; };
class C { public: explicit C(const std::string &P) : M(P) { H = at::zeros({4}); }
  void step() { auto &S = H; upload(S); M.run({H}); }
  private: static void upload(at::Tensor &T) { T = T.cuda(); } RunnerCuda M; at::Tensor H; };
class D { public: explicit D(const std::string &P) : M(P) { H = at::zeros({4}); }
  void step() { const auto &S = H; up(); M.run({S}); }
  private: void up() { H = H.cuda(); } RunnerCuda M; at::Tensor H; };
class E { public: explicit E(const std::string &P) : M(P) { O = at::zeros({4}); }
  void step() { auto &S = *O; S = S.cuda(); M.run({*O}); M.run({O.value()}); }
  private: RunnerCuda M; std::optional<at::Tensor> O; };
class F { public: explicit F(const std::string &P) : M(P) { O = at::zeros({4}); }
  void up() { O.emplace(O->cuda()); }
  void step() { up(); M.run({*O}); }
  private: RunnerCuda M; std::optional<at::Tensor> O; };
class G { public: explicit G(const std::string &P) : M(P) { O = Batch{at::zeros({4}), at::zeros({4})}; }
  void up() { auto &[I, K] = *O; I = I.cuda(); K = K.cuda(); }
  void step() { up(); M.run({O->Ids, O->Mask}); }
  private: RunnerCuda M; std::optional<Batch> O; };
class G2 { public: explicit G2(const std::string &P) : M(P) { O.Ids = at::zeros({4}); O.Mask = at::zeros({4}); }
  void up() { auto &[I, K] = O; I = I.cuda(); K = K.cuda(); }
  void step() { up(); M.run({O.Ids, O.Mask}); }
  private: RunnerCuda M; Batch O; };
class G3 { public: explicit G3(const std::string &P) : M(P) { O.Ids = at::zeros({4}); O.Mask = at::zeros({4}); }
  void up() { auto &B = O; B = Batch{B.Ids.cuda(), B.Mask.cuda()}; }
  void step() { up(); M.run({O.Ids, O.Mask}); }
  private: RunnerCuda M; Batch O; };
class G4 { public: explicit G4(const std::string &P) : M(P) { O.Ids = at::zeros({4}); O.Mask = at::zeros({4}); }
  void up() { auto L = [this] { auto &B = O; for (auto *T : {&B.Ids, &B.Mask}) *T = T->cuda(); }; L(); }
  void step() { up(); M.run({O.Ids, O.Mask}); }
  private: RunnerCuda M; Batch O; };
class H1 { public: explicit H1(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step() { auto &X = T; std::thread W([&X] { X = X.cuda(); }); W.join(); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class H2 { public: explicit H2(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step() { auto &X = T; at::Tensor Y = at::zeros({4}, at::kCUDA); std::swap(X, Y); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class H3 { public: explicit H3(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step() { auto &X = T; auto Old = std::exchange(X, X.cuda()); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class H4 { public: explicit H4(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step(bool W) { auto &X = W ? T : U; X = X.cuda(); M.run({X}); }
  private: RunnerCuda M; at::Tensor T, U = at::zeros({4}); };
class H5 { public: explicit H5(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step() { for (at::Tensor *X : {&T, &U}) *X = X->cuda(); M.run({T, U}); }
  private: RunnerCuda M; at::Tensor T, U = at::zeros({4}); };
class H6 { public: explicit H6(const std::string &P) : M(P) { T = at::zeros({4}); }
  at::Tensor &t() { return T; } void step() { auto &X = t(); X = X.cuda(); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class H7 { public: explicit H7(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step() { H7 &Me = *this; auto &X = Me.T; X = X.cuda(); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class H8 { public: explicit H8(const std::string &P) : M(P) { T = at::zeros({4}); }
  static void up(H8 &Me) { auto &X = Me.T; X = X.cuda(); } void step() { up(*this); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class H9 { public: explicit H9(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step(H9 &Other) { auto &X = Other.T; X = at::zeros({4}); T = T.cuda(); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class I1 { public: explicit I1(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step() { auto &X = T; for (int I = 0; I < 2; ++I) X = X.cuda(); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class I2 { public: explicit I2(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step() { auto &X = T; do { X = X.cuda(); } while (X.dim() == 7); M.run({T}); }
  private: RunnerCuda M; at::Tensor T; };
class I3 { public: explicit I3(const std::string &P) : M(P) { T = at::zeros({4}); }
  void step(bool B) { auto &X = T; if (B) { X = X.cuda(); } else { T = at::ones({4}, at::kCUDA); } M.run({X}); }
  private: RunnerCuda M; at::Tensor T; };
class I4 { public: explicit I4(const std::string &P) : M(P) { }
  void stage() { Staging = at::zeros({4}); Front = Staging.cuda(); } void step() { stage(); auto &X = Use ? Front : Staging; M.run({X}); }
  private: const bool Use = true; RunnerCuda M; at::Tensor Staging, Front; };
class I5 { public: explicit I5(const std::string &P) : M(P) { Cur = at::zeros({4}); Next = at::zeros({4}, at::kCUDA); }
  void step() { auto &A = Cur, &B = Next; std::swap(A, B); M.run({Cur}); std::swap(A, B); }
  private: RunnerCuda M; at::Tensor Cur, Next; };
class I6 { public: explicit I6(const std::string &P) : M(P) { O = at::zeros({4}); }
  void step() { if (O) O = O->cuda(); M.run({*O}); }
  private: RunnerCuda M; std::optional<at::Tensor> O; };
class I7 { public: explicit I7(const std::string &P) : M(P) { }
  void step(const at::Tensor &F) { if (!O) O = F.cuda(); M.run({*O}); O.reset(); }
  void start() { O = at::zeros({4}); O.reset(); }
  private: RunnerCuda M; std::optional<at::Tensor> O; };
class I8 { public: explicit I8(const std::string &P) : M(P) { }
  void step(const at::Tensor &F) { const auto X = std::exchange(O, std::nullopt).value_or(F.cuda()); M.run({X}); O = F.cpu(); O = O->cuda(); }
  private: RunnerCuda M; std::optional<at::Tensor> O; };
class I9 { public: explicit I9(const std::string &P) : M(P) { }
  void step(const at::Tensor &F) { O = F.cpu(); std::optional<at::Tensor> N = std::move(O); O = N->cuda(); M.run({*O}); }
  private: RunnerCuda M; std::optional<at::Tensor> O; };
} // namespace n20
