#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace freshet::cli {

template <typename Number>
struct NumberRange {
  Number least;
  Number most;  // included
};

// One option or positional argument of a command. The command line parser
// (parse_command_line.cc), the manual page and the shell completions are all built from it.
struct Option {
  // Where the parser stores the value. The type decides what is accepted; an option of type bool is
  // a flag and takes no value.
  using Destination =
      std::variant<bool*, std::string*, int*, uint16_t*, uint32_t*, uint64_t*, double*,
                   std::optional<int>*, std::optional<uint16_t>*, std::optional<uint32_t>*,
                   std::optional<int64_t>*, std::optional<uint64_t>*, std::optional<double>*,
                   std::vector<std::string>*, std::vector<double>*>;
  struct NonNegative {};
  struct Positive {};
  // Which values are accepted; std::monostate: all that the destination can hold.
  using Accepted =
      std::variant<std::monostate, NonNegative, Positive, NumberRange<int>, NumberRange<uint32_t>,
                   NumberRange<uint64_t>, NumberRange<double>, std::vector<std::string>>;

  std::string name;  // "--scope"; a name without dashes is a positional argument
  std::string help;
  Destination destination;
  std::string default_text;  // the value of the destination when the option was added
  Accepted accepted;
  std::string value_name;      // shown in the help, such as "FILE"; empty: derived from the type
  size_t value_count = 1;      // number of values that follow the name
  char delimiter = '\0';       // between the values of a list
  bool is_repeatable = false;  // may be given several times, each time with one value
  bool is_required = false;
  bool shows_default = false;
  std::vector<const Option*> needed;    // options without which this one is an error
  std::vector<const Option*> excluded;  // options together with which this one is an error
  size_t times_given = 0;               // set by the parser

  bool is_argument() const { return !name.starts_with("-"); }
  bool is_flag() const { return std::holds_alternative<bool*>(destination); }
  bool is_list() const {
    return std::holds_alternative<std::vector<std::string>*>(destination) ||
           std::holds_alternative<std::vector<double>*>(destination);
  }
  // The words that it accepts; empty if it does not take one of a list of words.
  std::vector<std::string> words() const {
    const auto* words = std::get_if<std::vector<std::string>>(&accepted);
    return words == nullptr ? std::vector<std::string>{} : *words;
  }

  // The setters return the option, so that it can be defined in one expression.
  Option& named(std::string value) {
    value_name = std::move(value);
    return *this;
  }
  Option& one_of(std::initializer_list<const char*> words) {
    accepted = std::vector<std::string>(words.begin(), words.end());
    return *this;
  }
  template <typename Number>
  Option& within(Number least, Number most) {
    accepted = NumberRange<Number>{least, most};
    return *this;
  }
  Option& non_negative() {
    accepted = NonNegative{};
    return *this;
  }
  Option& positive() {
    accepted = Positive{};
    return *this;
  }
  Option& values(size_t count) {
    value_count = count;
    return *this;
  }
  Option& divided_by(char mark) {
    delimiter = mark;
    return *this;
  }
  Option& repeatable() {
    is_repeatable = true;
    return *this;
  }
  Option& required() {
    is_required = true;
    return *this;
  }
  Option& show_default() {
    shows_default = true;
    return *this;
  }
  Option& needs(const Option& other) {
    needed.push_back(&other);
    return *this;
  }
  Option& excludes(const Option& other) {
    excluded.push_back(&other);
    return *this;
  }
};

}  // namespace freshet::cli
