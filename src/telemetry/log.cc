#include "telemetry/log.h"

#include <charconv>
#include <utility>

#include "clock/civil.h"
#include "json/write.h"
#include "telemetry/escape.h"
#include "text/utf8.h"

namespace freshet::telemetry {
namespace {

constexpr size_t kLongestValue = 2048;

constexpr std::string_view kLevels[] = {"debug", "info", "warning", "error"};

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

// Shortens a long value. Does not split a UTF-8 character.
std::string cut(std::string_view text) {
  if (text.size() <= kLongestValue) return std::string(text);
  size_t end = kLongestValue;
  while (end > kLongestValue - 3 && text::is_continuation(text[end])) --end;
  return std::string(text.substr(0, end)) + "…";
}

std::string text_of(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string text_of(const Field::Value& value) {
  return std::visit(Overloaded{[](std::string_view text) { return cut(text); },
                               [](double number) { return text_of(number); },
                               [](bool b) { return std::string(b ? "true" : "false"); },
                               [](auto integer) { return std::to_string(integer); }},
                    value);
}

// 1234567 -> "1,234,567"
std::string with_commas(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace

std::string_view name_of(Level level) {
  return kLevels[static_cast<size_t>(level)];
}

std::optional<Level> level_named(std::string_view name) {
  for (const Level level : {Level::kDebug, Level::kInfo, Level::kWarning, Level::kError}) {
    if (name_of(level) == name) return level;
  }
  return std::nullopt;
}

Log::Form form_of(std::string_view log_json, bool is_terminal) {
  const bool json = log_json == "always" || (log_json == "auto" && !is_terminal);
  return json ? Log::Form::kJson : Log::Form::kText;
}

Log::Log(const Options& options, const Clock& clock, Write write)
    : options_(options), clock_(clock), write_(std::move(write)) {}

Log::~Log() {
  flush();
}

void Log::write(Level level, Message message, Fields fields) {
  if (!writes(level)) return;
  const Instant now = clock_.now();
  const std::lock_guard lock(mutex_);
  Repeats& repeats = repeats_[message.text()];
  repeats.level = level;
  // The second condition holds if the clock was set back; this also begins a new window.
  if (now - repeats.since >= options_.window || now < repeats.since) {
    write_suppressed(now, message.text(), repeats);
    repeats.since = now;
    repeats.written = 0;
  }
  if (repeats.written == options_.burst) {
    ++repeats.suppressed;
    return;
  }
  ++repeats.written;
  write_line(now, level, message.text(), fields);
}

void Log::flush() {
  const Instant now = clock_.now();
  const std::lock_guard lock(mutex_);
  for (auto& [message, repeats] : repeats_) write_suppressed(now, message, repeats);
}

void Log::write_suppressed(Instant now, std::string_view message, Repeats& repeats) {
  if (repeats.suppressed == 0) return;
  const uint64_t count = std::exchange(repeats.suppressed, 0);
  if (options_.form == Form::kJson) {
    write_line(now, repeats.level, message, {{"repeated", count}});
  } else {
    std::string text(message);
    text += " (repeated " + with_commas(count) + (count == 1 ? " time)" : " times)");
    write_line(now, repeats.level, text, {});
  }
}

void Log::write_line(Instant now, Level level, std::string_view message, Fields fields) {
  std::string line;
  if (options_.form == Form::kText) {
    line.append(format_iso8601(now)).append(" ").append(name_of(level)).append(": ");
    line.append(message);
    for (const Field& field : fields) {
      line.append(" ").append(field.key).append("=");
      append_value(line, text_of(field.value));
    }
  } else {
    json::Writer writer(line);
    writer.begin_object();
    writer.member("time", format_iso8601_fraction(now));
    writer.member("level", name_of(level)).member("message", message);
    for (const Field& field : fields) {
      writer.key(field.key);
      std::visit(Overloaded{[&](std::string_view text) { writer.value(cut(text)); },
                            [&](auto other) { writer.value(other); }},
                 field.value);
    }
    writer.end_object();
  }
  line += '\n';
  write_(line);
}

}  // namespace freshet::telemetry
