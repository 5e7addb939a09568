#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "clock/clock.h"

namespace freshet::telemetry {

// Shows the progress of a long job: on a terminal, in one line that is redrawn in place; elsewhere,
// in a new line from time to time. The caller composes the text. Thread-safe.
class Progress {
 public:
  enum class Mode : uint8_t { kOff, kLines, kLive };

  struct Outputs {
    // Writes bytes to the terminal.
    std::function<void(std::string_view)> terminal;
    // Mode kLines: writes the text of one line, which has no line feed, for example to a log.
    std::function<void(std::string_view)> line;
    // Returns the width of the terminal. Called before each redraw, because a window can be
    // resized.
    std::function<int()> columns = [] { return 80; };
  };

  // The clock must outlive the Progress.
  Progress(Mode mode, const Clock& clock, Outputs outputs);
  ~Progress();  // erases the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  static Mode mode_for(bool redraws, bool quiet) {
    return quiet ? Mode::kOff : redraws ? Mode::kLive : Mode::kLines;
  }

  // Composes and shows the text if the last one was shown long enough ago: 100 ms on a terminal, 10
  // s elsewhere. Otherwise it costs little, so it may be called after every step of the work.
  template <typename Compose>
  void update(Compose&& compose) {
    if (due()) show(compose());
  }
  bool due() const;
  // Shows the text now. On a terminal it is cut to the width.
  void show(std::string_view text);

  // Erases the line on the terminal, before other output goes there. The next update() that is due
  // draws it again.
  void clear();

 private:
  Duration interval() const;
  void draw();

  const Mode mode_;
  const Clock& clock_;
  const Outputs outputs_;
  // When the text was last shown, in microseconds. Atomic, so that due() takes no lock.
  std::atomic<int64_t> shown_us_;
  std::mutex mutex_;
  std::string live_;  // the text on the last line of the terminal; guarded by mutex_
};

// Returns the longest beginning of the text that fits into the columns; it ends in "…" if something
// was cut off. Control characters and invalid bytes become '?'.
std::string fit(std::string_view text, int columns);

}  // namespace freshet::telemetry
