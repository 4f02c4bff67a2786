// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_RECORD_H
#define AOTI_TIDY_DRIVER_BASE_RECORD_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// Values as bytes, for a process of the same program: no versions, no byte order.
/// A reader on another machine may have a folder elsewhere: its path is left out of
/// all texts of one line. A struct is the sequence of its members; a class has a
/// function of its own:
///
///   template <typename Record> void fields(Record &R, UniqueID &X) { ... }
namespace aoti_tidy {

namespace record {

template <typename T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <typename> constexpr bool IsList = false;
template <typename T> constexpr bool IsList<std::vector<T>> = true;
template <typename T, unsigned N>
constexpr bool IsList<llvm::SmallVector<T, N>> = true;

/// Values that lie one after the other are copied at once.
template <typename T>
concept PlainList = IsList<T> && Plain<typename T::value_type> &&
                    !std::is_same_v<T, std::vector<bool>>;

template <typename> constexpr bool IsOptional = false;
template <typename T> constexpr bool IsOptional<std::optional<T>> = true;

template <typename> constexpr bool IsPair = false;
template <typename A, typename B> constexpr bool IsPair<std::pair<A, B>> = true;

/// Makes an empty value; specialised for types without a default constructor.
template <typename T> struct Blank {
  static T make() { return T(); }
};

/// \p Text with a mark in place of \p Root where it is a path, or begins one;
/// and back.
std::string withoutRoot(llvm::StringRef Text, llvm::StringRef Root);
std::string withRoot(llvm::StringRef Text, llvm::StringRef Root);

inline bool mayHavePath(llvm::StringRef Text, llvm::StringRef Root) {
  return !Root.empty() && !Text.contains('\n');
}

} // namespace record

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
template <typename Record, typename T> void fields(Record &R, T &X) {
  auto &[... Members] = X;
  R(Members...);
}
#pragma clang diagnostic pop

class RecordWriter {
public:
  static constexpr bool IsReader = false;

  /// \param Root The folder to leave out; empty: none.
  explicit RecordWriter(llvm::StringRef Root = "") : Root(Root) {}

  template <typename... Ts> void operator()(Ts &...Values) {
    (write(Values), ...);
  }
  std::string take() { return std::move(Bytes); }

private:
  template <typename T> void write(T &Value) {
    if constexpr (record::Plain<T>) {
      Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (record::mayHavePath(Value, Root))
        append(record::withoutRoot(Value, Root));
      else
        append(Value);
    } else if constexpr (record::PlainList<T>) {
      size_t Size = Value.size();
      write(Size);
      Bytes.append(reinterpret_cast<const char *>(Value.data()),
                   Size * sizeof(typename T::value_type));
    } else if constexpr (record::IsList<T>) {
      size_t Size = Value.size();
      write(Size);
      for (auto &Element : Value)
        write(Element);
    } else if constexpr (record::IsOptional<T>) {
      bool HasValue = Value.has_value();
      write(HasValue);
      if (HasValue)
        write(*Value);
    } else if constexpr (record::IsPair<T>) {
      write(Value.first);
      write(Value.second);
    } else {
      fields(*this, Value);
    }
  }

  void append(const std::string &Text) {
    size_t Size = Text.size();
    write(Size);
    Bytes += Text;
  }

  const llvm::StringRef Root;
  std::string Bytes;
};

class RecordReader {
public:
  static constexpr bool IsReader = true;

  explicit RecordReader(llvm::StringRef Bytes, llvm::StringRef Root = "")
      : Bytes(Bytes), Root(Root) {}

  template <typename... Ts> void operator()(Ts &...Values) {
    (read(Values), ...);
  }
  /// Whether all was there, and no more.
  bool isWhole() const { return !Failed && Bytes.empty(); }
  void fail() { Failed = true; }

private:
  template <typename T> void read(T &Value) {
    if constexpr (std::is_same_v<T, bool>) {
      // A broken byte may be neither.
      uint8_t Byte = 0;
      read(Byte);
      Failed |= Byte > 1;
      Value = Byte == 1;
    } else if constexpr (record::Plain<T>) {
      const llvm::StringRef Read = take(sizeof(Value));
      if (!Read.empty())
        std::memcpy(&Value, Read.bytes_begin(), sizeof(Value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      const llvm::StringRef Text = take(readSize());
      Value = record::mayHavePath(Text, Root) ? record::withRoot(Text, Root)
                                              : Text.str();
    } else if constexpr (record::PlainList<T>) {
      const size_t Size = readSize();
      // Before it is multiplied: broken bytes can say any.
      const llvm::StringRef Read =
          Size > Bytes.size() ? take(Size)
                              : take(Size * sizeof(typename T::value_type));
      Value.resize(Read.size() / sizeof(typename T::value_type));
      if (!Read.empty())
        std::memcpy(Value.data(), Read.data(), Read.size());
    } else if constexpr (record::IsList<T>) {
      for (size_t Size = readSize(); Size && !Failed; --Size) {
        auto Element = record::Blank<typename T::value_type>::make();
        read(Element);
        Value.push_back(std::move(Element));
      }
    } else if constexpr (record::IsOptional<T>) {
      bool HasValue = false;
      read(HasValue);
      if (HasValue)
        read(Value.emplace());
    } else if constexpr (record::IsPair<T>) {
      read(Value.first);
      read(Value.second);
    } else {
      fields(*this, Value);
    }
  }

  /// The size of a sequence that has a byte for each element at least.
  size_t readSize() {
    size_t Size = 0;
    read(Size);
    return Size;
  }

  llvm::StringRef take(size_t Size) {
    if (Size > Bytes.size()) {
      Failed = true;
      return "";
    }
    const llvm::StringRef Taken = Bytes.take_front(Size);
    Bytes = Bytes.drop_front(Size);
    return Taken;
  }

  llvm::StringRef Bytes;
  const llvm::StringRef Root;
  bool Failed = false;
};

template <typename T> std::string toRecord(T Value, llvm::StringRef Root = "") {
  RecordWriter W(Root);
  W(Value);
  return W.take();
}

/// False if \p Bytes are no record of a T.
template <typename T>
bool fromRecord(llvm::StringRef Bytes, T &Value, llvm::StringRef Root = "") {
  RecordReader R(Bytes, Root);
  R(Value);
  return R.isWhole();
}

} // namespace aoti_tidy

#endif
