#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "result/check.h"

namespace freshet {

// The kinds of error that some caller handles differently. All others are kOther.
enum class ErrorKind : uint8_t {
  kOther = 0,
  kFenced = 1,       // another writer has replaced the caller; a retry does not help
  kUnavailable = 2,  // a server does not answer or the connection was lost; try again later
  kConflict = 3,     // the work of others was in the way; try again at once
  kNoSpace = 4,      // a disk is full; try again when there is room
  kDenied = 5,       // a server refuses this user; a retry does not help
};

// Why an operation failed. The message is for a person: it says what was being done, to what, and,
// if possible, what to do next. Code that must distinguish failures uses the kind, or a Result with
// an error type of its own.
struct Error {
  std::string message;
  ErrorKind kind = ErrorKind::kOther;

  // Returns the error with the caller's context in front: "opening a.toml: no such file".
  Error within(std::string_view doing) && {
    message.insert(0, ": ").insert(0, doing);
    return std::move(*this);
  }

  bool operator==(const Error&) const = default;
};

// Wraps an error, so that `return Unexpected(Error{...})` makes a failed Result<T> of any T.
template <typename E>
class Unexpected {
 public:
  explicit Unexpected(E error) : error_(std::move(error)) {}
  E& error() & { return error_; }
  const E& error() const& { return error_; }
  E&& error() && { return std::move(error_); }

 private:
  E error_;
};

inline Unexpected<Error> fail(std::string message) {
  return Unexpected(Error{std::move(message)});
}

namespace internal {

// A T can be constructed from U, and U is neither the Result type itself nor its Unexpected type.
template <typename U, typename T, typename Result, typename Failure>
concept ValueOf = std::constructible_from<T, U> && !std::same_as<std::remove_cvref_t<U>, Result> &&
                  !std::same_as<std::remove_cvref_t<U>, Failure>;

template <typename G, typename E>
concept ErrorOf = std::constructible_from<E, G>;

}  // namespace internal

// A value, or the error that explains why there is none. The member names are those of
// std::expected, which the supported compilers do not have yet. To read the value of a failed
// Result, or the error of a successful one, is a bug and aborts.
template <typename T, typename E = Error>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // Implicit, so that a function can return either: `return 5;`, `return fail("why");`.
  // NOLINTBEGIN(google-explicit-constructor)
  template <internal::ValueOf<T, Result, Unexpected<E>> U = T>
  Result(U&& value) : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  template <internal::ErrorOf<E> G>
  Result(Unexpected<G> failure) : state_(std::in_place_index<1>, std::move(failure).error()) {}
  // NOLINTEND(google-explicit-constructor)

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return *checked(); }
  const T& value() const& { return *checked(); }
  T&& value() && { return std::move(*checked()); }

  T& operator*() & { return *checked(); }
  const T& operator*() const& { return *checked(); }
  T&& operator*() && { return std::move(*checked()); }
  T* operator->() { return checked(); }
  const T* operator->() const { return checked(); }

  E& error() & { return *checked_error(); }
  const E& error() const& { return *checked_error(); }
  E&& error() && { return std::move(*checked_error()); }

  template <typename U>
  T value_or(U&& otherwise) const& {
    return has_value() ? **this : static_cast<T>(std::forward<U>(otherwise));
  }
  template <typename U>
  T value_or(U&& otherwise) && {
    return has_value() ? std::move(**this) : static_cast<T>(std::forward<U>(otherwise));
  }

  // Returns f(value), or the error unchanged.
  template <typename F>
  auto transform(F&& f) && -> Result<std::invoke_result_t<F, T&&>, E> {
    if (!has_value()) return Unexpected(std::move(error()));
    return std::forward<F>(f)(std::move(**this));
  }

 private:
  T* checked() {
    T* value = std::get_if<0>(&state_);
    FRESHET_CHECK(value != nullptr, "value of a failed Result");
    return value;
  }
  const T* checked() const { return const_cast<Result*>(this)->checked(); }
  E* checked_error() {
    E* error = std::get_if<1>(&state_);
    FRESHET_CHECK(error != nullptr, "error of a successful Result");
    return error;
  }
  const E* checked_error() const { return const_cast<Result*>(this)->checked_error(); }

  std::variant<T, E> state_;
};

// The value of an operation that returns nothing but its success.
struct Done {
  bool operator==(const Done&) const = default;
};
using Status = Result<Done>;

}  // namespace freshet
