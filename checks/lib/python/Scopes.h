// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_SCOPES_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_SCOPES_H

#include "checks/lib/python/Import.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <string>
#include <vector>

namespace aoti_tidy::python {

/// Something that gives a name a meaning.
struct Binding {
  enum class Kind {
    Import,
    Value,      ///< 'name = Given'
    Definition, ///< 'def name', 'class name'
    Other,      ///< parameters, targets of loops, 'del': not known what it is
  };
  Kind How = Kind::Other;
  Node Target;         ///< the identifier
  Node Given;          ///< the value, or the definition
  unsigned Import = 0; ///< number in Bindings::Imports
  unsigned Variable = 0;
};

struct Variable {
  unsigned Scope = 0;
  /// Which code runs in the order of the text together with its assignments.
  unsigned Unit = 0;
  /// Functions assign it with 'global' or 'nonlocal': whenever they are called.
  bool IsSetElsewhere = false;
  llvm::SmallVector<unsigned, 1> Bindings;
  std::vector<unsigned> Occurrences;
};

/// An identifier that stands for a variable.
struct Occurrence {
  static constexpr unsigned None = ~0u;

  Node At;
  unsigned Name = 0;
  unsigned Scope = 0;
  unsigned Variable = None; ///< None: nothing in the file binds the name
  bool IsTarget = false;    ///< it is assigned, imported, defined, deleted
  bool IsUse = false;       ///< it is read
  /// The bindings that may have been the last ones: a set of Reaching. For a
  /// target that reads its old value ('n += 1'), those that it replaces.
  unsigned Reached = 0;
};

struct Scope {
  enum class Kind { Module, Class, Function, Comprehension };
  Kind What = Kind::Module;
  unsigned Parent = 0;
  unsigned Unit = 0;
  llvm::DenseSet<unsigned> Globals;
  llvm::DenseSet<unsigned> Nonlocals;
};

/// Something that happens to variables, in the order of execution. Steps inside
/// of another step come behind it, up to its End.
struct Step {
  enum class Kind {
    Use,     ///< of the occurrence Index
    Bind,    ///< by the binding Index
    MayBind, ///< by the binding Index, or not
    Exit,    ///< nothing behind it in its branch is reached
    /// Its branches are other ways; one is taken if it IsExhaustive.
    Choice,
    Loop,
    /// Its first branch runs until an exception; the others handle it, and one
    /// that IsExhaustive runs at last in any case.
    Try,
    Branch,
  };
  Kind What;
  unsigned Index = 0;
  unsigned End = 0;
  bool IsExhaustive = false;
};

/// The scopes, variables and steps of a file, read off its tree.
struct FileScopes {
  explicit FileScopes(const Tree &Of);

  std::vector<Import> Imports;
  std::vector<Scope> Scopes; ///< the module first
  std::vector<Variable> Variables;
  std::vector<Binding> Bindings;
  std::vector<Occurrence> Occurrences; ///< in the order of the text
  /// The code that runs in one go: the module with its classes, each function.
  std::vector<std::vector<Step>> Units;
  /// 'a.b = x', 'del a.b': the attributes.
  std::vector<Node> AssignedAttributes;
  /// All of them, in the order of the text.
  std::vector<Node> Calls;
  /// Calls that may assign attributes: setattr(a, "b", x), patch("a.b").
  std::vector<Node> PatchingCalls;
  /// Python's built-in functions to which 'from m import *' gives another
  /// meaning.
  llvm::StringSet<> ReplacedBuiltins;

  /// The occurrence at the identifier \p N; null if there is none.
  const Occurrence *at(Node N) const;
};

/// Whether the body of this 'with' may end early, and the rest be reached all
/// the same: pytest.raises, contextlib.suppress.
bool maySwallow(Node With);

/// Sets of bindings, by number: each set is there once.
class BindingSets {
public:
  static constexpr unsigned Empty = 0;
  /// Those of the variable, all: what can be said of code that runs later.
  static constexpr unsigned All = 1;

  BindingSets();
  unsigned single(unsigned Binding);
  unsigned join(unsigned A, unsigned B);
  llvm::ArrayRef<unsigned> of(unsigned Set) const { return Sets[Set]; }

private:
  unsigned number(std::vector<unsigned> Set);

  std::vector<std::vector<unsigned>> Sets;
  std::map<std::vector<unsigned>, unsigned> Numbers;
  llvm::DenseMap<unsigned, unsigned> Singles;
};

/// Sets Occurrence::Reached of all occurrences.
BindingSets findReaching(FileScopes &Of);

} // namespace aoti_tidy::python

#endif
