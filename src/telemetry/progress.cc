#include "telemetry/progress.h"

#include <limits>
#include <utility>

#include "telemetry/escape.h"
#include "text/printable.h"

namespace freshet::telemetry {
namespace {

constexpr Duration kLiveInterval = Duration::milliseconds(100);
constexpr Duration kLinesInterval = Duration::seconds(10);
constexpr int64_t kNotYet = std::numeric_limits<int64_t>::min();
// Moves the cursor to the first column and erases the line.
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

std::string fit(std::string_view text, int columns) {
  std::string out;
  int used = 0;
  size_t room_for_dots = 0;  // the longest beginning of `out` after which "…" still fits
  while (!text.empty()) {
    const CodePoint next = first_code_point(text);
    const bool plain = next.valid && !text::is_control(next.code);
    const int width = plain ? columns_of(next.code) : 1;
    if (used + width > columns) {
      out.resize(room_for_dots);
      if (columns > 0) out += "…";
      return out;
    }
    out += plain ? text.substr(0, next.length) : std::string_view("?");
    used += width;
    if (used < columns) room_for_dots = out.size();
    text.remove_prefix(next.length);
  }
  return out;
}

Progress::Progress(Mode mode, const Clock& clock, Outputs outputs)
    : mode_(mode), clock_(clock), outputs_(std::move(outputs)), shown_us_(kNotYet) {}

Progress::~Progress() {
  clear();
}

Duration Progress::interval() const {
  return mode_ == Mode::kLive ? kLiveInterval : kLinesInterval;
}

bool Progress::due() const {
  if (mode_ == Mode::kOff) return false;
  const int64_t shown = shown_us_.load(std::memory_order_relaxed);
  if (shown == kNotYet) return true;
  const Duration since = clock_.now() - Instant::from_unix_microseconds(shown);
  return since >= interval() || since < Duration();  // the clock was set back
}

void Progress::show(std::string_view text) {
  if (mode_ == Mode::kOff) return;
  shown_us_.store(clock_.now().unix_microseconds(), std::memory_order_relaxed);
  if (mode_ == Mode::kLines) {
    outputs_.line(text);
    return;
  }
  const std::lock_guard lock(mutex_);
  // Leave the last column free: some terminals go to the next line when it is written.
  live_ = fit(text, outputs_.columns() - 1);
  draw();
}

void Progress::draw() {
  std::string bytes(kEraseLine);
  bytes += live_;
  outputs_.terminal(bytes);
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (live_.empty()) return;
  live_.clear();
  outputs_.terminal(kEraseLine);
}

}  // namespace freshet::telemetry
