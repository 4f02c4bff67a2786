// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

/// The limit of resources is the same everywhere, this one is for a Z3 that
/// does not count what it is doing.
constexpr unsigned TimeoutInMilliseconds = 1000;

/// One question's facts.
class Session {
public:
  explicit Session(Z3_context Context)
      : Context(Context), Solver(Z3_mk_simple_solver(Context)) {
    Z3_solver_inc_ref(Context, Solver);
  }
  ~Session() { Z3_solver_dec_ref(Context, Solver); }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  void add(const IndexExpr &Fact) {
    Z3_solver_assert(Context, Solver, translated(Fact));
  }

  Z3_lbool check(unsigned Effort) {
    limit(Effort);
    const Z3_lbool Answer = Z3_solver_check(Context, Solver);
    return isBroken() ? Z3_L_UNDEF : Answer;
  }

  std::optional<Witness> model() {
    Z3_model Model = Z3_solver_get_model(Context, Solver);
    if (!Model || isBroken())
      return std::nullopt;
    Z3_model_inc_ref(Context, Model);
    std::optional<Witness> Found = Witness();
    for (const auto &[V, Is] : Variables) {
      Z3_ast Value = nullptr;
      int64_t Number = 0;
      if (Found && Z3_model_eval(Context, Model, Is, true, &Value) &&
          Z3_get_numeral_int64(Context, Value, &Number))
        Found->emplace(V, Number);
      else
        Found.reset();
    }
    Z3_model_dec_ref(Context, Model);
    return Found;
  }

private:
  void limit(unsigned Effort) {
    Z3_params Limits = Z3_mk_params(Context);
    Z3_params_inc_ref(Context, Limits);
    Z3_params_set_uint(Context, Limits, symbol("rlimit"), Effort);
    Z3_params_set_uint(Context, Limits, symbol("timeout"),
                       TimeoutInMilliseconds);
    Z3_solver_set_params(Context, Solver, Limits);
    Z3_params_dec_ref(Context, Limits);
  }

  bool isBroken() const { return Z3_get_error_code(Context) != Z3_OK; }
  Z3_symbol symbol(const char *Name) {
    return Z3_mk_string_symbol(Context, Name);
  }
  Z3_ast number(int64_t N) {
    return Z3_mk_int64(Context, N, Z3_mk_int_sort(Context));
  }
  Z3_ast variable(const Variable &V);
  Z3_ast translated(const IndexExpr &E);
  Z3_ast quotient(bool RoundsDown, Z3_ast A, Z3_ast D);
  Z3_ast minus(Z3_ast A) { return Z3_mk_unary_minus(Context, A); }
  Z3_ast isNotNegative(Z3_ast A) { return Z3_mk_ge(Context, A, number(0)); }

  Z3_context Context;
  Z3_solver Solver;
  std::vector<std::pair<Variable, Z3_ast>> Variables;
};

Z3_ast Session::variable(const Variable &V) {
  const auto Before = llvm::find_if(
      Variables, [&](const auto &Known) { return Known.first == V; });
  if (Before != Variables.end())
    return Before->second;
  Z3_ast Is = Z3_mk_const(Context, Z3_mk_int_symbol(Context, Variables.size()),
                          Z3_mk_int_sort(Context));
  Variables.emplace_back(V, Is);
  return Is;
}

/// Z3's own rounds such that the rest is never negative.
Z3_ast Session::quotient(bool RoundsDown, Z3_ast A, Z3_ast D) {
  if (RoundsDown)
    return Z3_mk_ite(Context, isNotNegative(D), Z3_mk_div(Context, A, D),
                     Z3_mk_div(Context, minus(A), minus(D)));
  return Z3_mk_ite(Context, isNotNegative(A), Z3_mk_div(Context, A, D),
                   minus(Z3_mk_div(Context, minus(A), D)));
}

Z3_ast Session::translated(const IndexExpr &E) {
  std::vector<Z3_ast> Of;
  for (const IndexExpr &O : E.operands())
    Of.push_back(translated(O));
  switch (E.op()) {
  case Op::Constant:
    return number(E.constant());
  case Op::Variable:
    return variable(E.variable());
  case Op::TooLarge:
    llvm_unreachable("no solver knows what it is");
  case Op::True:
    return Z3_mk_true(Context);
  case Op::Add:
    return Z3_mk_add(Context, Of.size(), Of.data());
  case Op::Mul:
    return Z3_mk_mul(Context, Of.size(), Of.data());
  case Op::FloorDiv:
  case Op::TruncDiv:
    return quotient(E.op() == Op::FloorDiv, Of[0], Of[1]);
  case Op::FloorMod:
  case Op::TruncMod: {
    const Z3_ast Product[] = {Of[1],
                              quotient(E.op() == Op::FloorMod, Of[0], Of[1])};
    const Z3_ast Rest[] = {Of[0], Z3_mk_mul(Context, 2, Product)};
    return Z3_mk_sub(Context, 2, Rest);
  }
  case Op::Min:
    return Z3_mk_ite(Context, Z3_mk_le(Context, Of[0], Of[1]), Of[0], Of[1]);
  case Op::Max:
    return Z3_mk_ite(Context, Z3_mk_le(Context, Of[0], Of[1]), Of[1], Of[0]);
  case Op::Abs:
    return Z3_mk_ite(Context, isNotNegative(Of[0]), Of[0], minus(Of[0]));
  case Op::Select:
    return Z3_mk_ite(Context, Of[0], Of[1], Of[2]);
  case Op::Less:
    return Z3_mk_lt(Context, Of[0], Of[1]);
  case Op::LessEqual:
    return Z3_mk_le(Context, Of[0], Of[1]);
  case Op::Equal:
    return Z3_mk_eq(Context, Of[0], Of[1]);
  case Op::And:
    return Z3_mk_and(Context, Of.size(), Of.data());
  case Op::Or:
    return Z3_mk_or(Context, Of.size(), Of.data());
  case Op::Not:
    return Z3_mk_not(Context, Of[0]);
  }
  llvm_unreachable("no operation");
}

} // namespace

void Solver::renew() {
  if (Context)
    Z3_del_context(Context);
  Z3_config Config = Z3_mk_config();
  Context = Z3_mk_context(Config);
  Z3_del_config(Config);
  // Without a handler an error ends the process.
  Z3_set_error_handler(Context, [](Z3_context, Z3_error_code) {});
}

Solver::~Solver() {
  if (Context)
    Z3_del_context(Context);
}

Solution Solver::solve(ArrayRef<IndexExpr> Facts, unsigned Effort) {
  constexpr unsigned QuestionsOfContext = 200;
  if (Questions++ % QuestionsOfContext == 0)
    renew();
  Session Z3(Context);
  for (const IndexExpr &F : Facts)
    Z3.add(F);
  switch (Z3.check(Effort)) {
  case Z3_L_FALSE:
    return {true, std::nullopt};
  case Z3_L_TRUE:
    return {false, Z3.model()};
  case Z3_L_UNDEF:
    return {};
  }
  llvm_unreachable("no answer");
}

} // namespace aoti_tidy
