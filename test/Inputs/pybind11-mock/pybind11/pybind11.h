#pragma once
#include <Python.h>
#include <string>
#include <utility>
namespace pybind11 __attribute__((visibility("hidden"))) {
class handle;
class object;
class str;
class dict;
namespace detail {
namespace accessor_policies {
struct obj_attr;
struct str_attr;
} // namespace accessor_policies
template <typename Policy> class accessor;
using obj_attr_accessor = accessor<accessor_policies::obj_attr>;
using str_attr_accessor = accessor<accessor_policies::str_attr>;

template <typename Derived> class object_api {
  const Derived &derived() const { return static_cast<const Derived &>(*this); }

public:
  obj_attr_accessor attr(handle key) const;
  obj_attr_accessor attr(object &&key) const;
  str_attr_accessor attr(const char *key) const;
  template <typename... Args> object operator()(Args &&...args) const;
};
} // namespace detail

class handle : public detail::object_api<handle> {
public:
  handle() = default;
  handle(PyObject *ptr);
  PyObject *ptr() const;
  template <typename T> T cast() const;
};
class object : public handle {
public:
  object() = default;
  object(const object &o);
  object(object &&other) noexcept;
  object &operator=(const object &other);
  object &operator=(object &&other) noexcept;
  ~object();
  explicit operator bool() const;
};
template <typename T> T reinterpret_borrow(handle h);
template <typename T> T reinterpret_steal(handle h);

namespace detail {
template <typename Policy>
class accessor : public object_api<accessor<Policy>> {
public:
  accessor(const accessor &) = default;
  void operator=(const accessor &a) &&;
  template <typename T> void operator=(T &&value) &&;
  operator object() const;
  PyObject *ptr() const;
  template <typename T> T cast() const;
};
} // namespace detail

class str : public object {
public:
  str(const char *c = "");
  str(const std::string &s);
  explicit str(handle h);
  operator std::string() const;
};
inline namespace literals {
str operator""_s(const char *s, size_t size);
}
class dict : public object {};
class module_ : public object {
public:
  module_(const object &o);
  explicit module_(const char *name, const char *doc = nullptr);
  static module_ import(const char *name);
  void reload();
};
using module = module_;
dict globals();
bool hasattr(handle obj, const char *name);
object getattr(handle obj, handle name);
object getattr(handle obj, const char *name);
object getattr(handle obj, const char *name, handle default_);
template <typename... Args> void print(Args &&...args);
} // namespace pybind11
