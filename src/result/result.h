#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "result/check.h"

namespace freshet {

// An operation that could not be done. The message says what was being done, to what, and, where
// there is one, what to do next. It is meant for a person; code that must tell failures apart uses
// a Result with an error type of its own.
struct Error {
  std::string message;

  // The same error, seen from one caller further out: "opening a.toml: no such file".
  Error within(std::string_view doing) && {
    message.insert(0, ": ").insert(0, doing);
    return std::move(*this);
  }

  bool operator==(const Error&) const = default;
};

// Wraps the error of a Result, so that `return Unexpected(Error{...})` reads the same for every T.
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

// U makes a T, and is not itself a Result or what makes one fail.
template <typename U, typename T, typename Result, typename Failure>
concept ValueOf = std::constructible_from<T, U> && !std::same_as<std::remove_cvref_t<U>, Result> &&
                  !std::same_as<std::remove_cvref_t<U>, Failure>;

template <typename G, typename E>
concept ErrorOf = std::constructible_from<E, G>;

}  // namespace internal

// A value, or why there is none. Member names are those of std::expected, which the compilers we
// support do not have yet. Asking for the value of a failed Result (or the error of a good one) is
// a bug and aborts.
template <typename T, typename E = Error>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  using error_type = E;

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

  // f(T) -> U
  template <typename F>
  auto transform(F&& f) && -> Result<std::invoke_result_t<F, T&&>, E> {
    if (!has_value()) return Unexpected(std::move(error()));
    return std::forward<F>(f)(std::move(**this));
  }

  // f(T) -> Result<U, E>
  template <typename F>
  auto and_then(F&& f) && -> std::invoke_result_t<F, T&&> {
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
    FRESHET_CHECK(error != nullptr, "error of a good Result");
    return error;
  }
  const E* checked_error() const { return const_cast<Result*>(this)->checked_error(); }

  std::variant<T, E> state_;
};

// An operation with nothing to return but success.
struct Done {
  bool operator==(const Done&) const = default;
};
using Status = Result<Done>;

}  // namespace freshet
