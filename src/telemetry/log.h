#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "clock/clock.h"

namespace freshet::telemetry {

enum class Level : uint8_t { kDebug, kInfo, kWarning, kError };

std::string_view name_of(Level level);  // "debug", "info", "warning", "error"
std::optional<Level> level_named(std::string_view name);

// What happened, as a string literal; everything that varies is a Field. The number of different
// messages is therefore limited, and so is the number of lines that Log can write in a time.
class Message {
 public:
  consteval Message(const char* literal)  // NOLINT(google-explicit-constructor)
      : text_(literal) {}
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// One key=value pair of a log line. The views must be valid only during the call.
struct Field {
  using Value = std::variant<std::string_view, int64_t, uint64_t, double, bool>;

  Field(std::string_view k, std::string_view text) : key(k), value(text) {}
  Field(std::string_view k, const char* text) : key(k), value(std::string_view(text)) {}
  Field(std::string_view k, const std::string& text) : key(k), value(std::string_view(text)) {}
  Field(std::string_view k, bool b) : key(k), value(b) {}
  Field(std::string_view k, double number) : key(k), value(number) {}
  Field(std::string_view k, Duration d) : key(k), value(d.in_seconds()) {}
  template <typename T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) Field(std::string_view k, T number)
      : key(k) {
    if constexpr (std::is_signed_v<T>)
      value = static_cast<int64_t>(number);
    else
      value = static_cast<uint64_t>(number);
  }

  std::string_view key;
  Value value;
};
using Fields = std::initializer_list<Field>;

// Writes one line for each event:
//
//   log.warning("fetch failed", {{"host", host}, {"tries", 3}});
//   2026-11-15T07:09:34Z warning: fetch failed host=example.org tries=3
//   {"time":"2026-11-15T07:09:34.120000Z","level":"warning","message":"fetch failed",
//    "host":"example.org","tries":3}                      (on one line)
//
// Field values are escaped, so they cannot end the line, begin another one or control a terminal. A
// hostile site cannot fill the disk: if a message comes more than `burst` times within `window`,
// the rest is counted, and the count is written after the window. Values longer than 2,048 bytes
// are cut. Thread-safe.
class Log {
 public:
  using Write = std::function<void(std::string_view line)>;  // the line ends with a line feed
  enum class Form : uint8_t { kText, kJson };

  struct Options {
    Level level = Level::kInfo;  // messages of lower levels are not written
    Form form = Form::kText;
    uint32_t burst = 10;
    Duration window = Duration::seconds(10);
  };

  // The clock must outlive the Log.
  Log(const Options& options, const Clock& clock, Write write);
  ~Log();  // flushes
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void debug(Message message, Fields fields = {}) { write(Level::kDebug, message, fields); }
  void info(Message message, Fields fields = {}) { write(Level::kInfo, message, fields); }
  void warning(Message message, Fields fields = {}) { write(Level::kWarning, message, fields); }
  void error(Message message, Fields fields = {}) { write(Level::kError, message, fields); }
  void write(Level level, Message message, Fields fields = {});

  bool writes(Level level) const { return level >= options_.level; }

  // Writes the counts of the messages that were suppressed so far.
  void flush();

 private:
  struct Repeats {
    Level level = Level::kInfo;
    Instant since;            // start of the window
    uint32_t written = 0;     // in the window
    uint64_t suppressed = 0;  // counted, not written
  };

  void write_line(Instant now, Level level, std::string_view message, Fields fields);
  // Writes how often the message was suppressed, if it was, and resets the count.
  void write_suppressed(Instant now, std::string_view message, Repeats& repeats);

  const Options options_;
  const Clock& clock_;
  const Write write_;
  std::mutex mutex_;
  std::map<std::string_view, Repeats> repeats_;  // guarded by mutex_; keys are literals
};

// Returns the form that the setting log.json ("auto", "always", "never") selects.
Log::Form form_of(std::string_view log_json, bool is_terminal);

}  // namespace freshet::telemetry
