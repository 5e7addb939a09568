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

// What happened, in words of the program alone; whatever comes from elsewhere is a Field. A literal
// by construction, which is what makes the limit on repeats hold.
class Message {
 public:
  consteval Message(const char* literal)  // NOLINT(google-explicit-constructor)
      : text_(literal) {}
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// One key=value pair of a log line. Views must be good during the call only.
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

// Writes what happened, a line each:
//
//   log.warning("fetch failed", {{"host", host}, {"tries", 3}});
//   2026-11-15T07:09:34Z warning: fetch failed host=example.org tries=3
//   {"time":"2026-11-15T07:09:34.120000Z","level":"warning","message":"fetch failed",
//    "host":"example.org","tries":3}                      (on one line)
//
// Nothing that a field holds can end the line, make another or steer a terminal. A message that
// comes more than `burst` times within `window` is counted instead of written, and the count told
// when the window is over; so a hostile site cannot fill a disk. Values longer than 2,048 bytes are
// cut. Safe from any thread.
class Log {
 public:
  using Write = std::function<void(std::string_view line)>;  // a whole line with its line feed
  enum class Form : uint8_t { kText, kJson };

  struct Options {
    Level level = Level::kInfo;  // what is below is not written
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

  // Tells the counts of what was not written so far.
  void flush();

 private:
  struct Repeats {
    Level level = Level::kInfo;
    Instant since;         // start of the window
    uint32_t written = 0;  // in the window
    uint64_t held_back = 0;
  };

  void write_line(Instant now, Level level, std::string_view message, Fields fields);
  void tell(Instant now, std::string_view message, Repeats& repeats);

  const Options options_;
  const Clock& clock_;
  const Write write_;
  std::mutex mutex_;
  std::map<std::string_view, Repeats> repeats_;  // guarded by mutex_; keys are literals
};

// The value of the setting log.json ("auto", "always", "never") as a form.
Log::Form form_of(std::string_view log_json, bool is_terminal);

}  // namespace freshet::telemetry
