#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "clock/clock.h"

namespace freshet::telemetry {

// Tells how far a long job is: on a terminal by one line that is drawn over itself, elsewhere by a
// line now and then. What the line says is the caller's business. Safe from any thread.
//
// Whoever else writes to the same terminal does it through print_above(); a Log, for instance:
//
//   Log log(options, clock, [&](std::string_view line) { progress.print_above(line); });
class Progress {
 public:
  enum class Mode : uint8_t { kOff, kLines, kLive };

  struct Outputs {
    // Gets bytes for the terminal.
    std::function<void(std::string_view)> terminal;
    // Gets the text of one line, without line feed, in mode kLines: meant to be logged.
    std::function<void(std::string_view)> line;
    // Columns of the terminal; asked before each drawing, so that a resized window is followed.
    std::function<int()> columns = [] { return 80; };
  };

  // The clock must outlive the Progress.
  Progress(Mode mode, const Clock& clock, Outputs outputs);
  ~Progress();  // leaves a clean line behind
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  static Mode mode_for(bool redraws, bool quiet) {
    return quiet ? Mode::kOff : redraws ? Mode::kLive : Mode::kLines;
  }

  // Composes and shows the text if it is time for it: live at most every 100 ms, else every 10 s.
  // Cheap otherwise, so it may be called after every piece of work.
  template <typename Compose>
  void update(Compose&& compose) {
    if (due()) show(compose());
  }
  bool due() const;
  // Shows the text now. Live, it is cut to the width of the terminal.
  void show(std::string_view text);

  // Puts whole lines (ending in a line feed) above the live line.
  void print_above(std::string_view lines);

  // Takes the live line away. A later update brings it back.
  void clear();

 private:
  Duration interval() const;
  void draw();

  const Mode mode_;
  const Clock& clock_;
  const Outputs outputs_;
  // When the line was last shown, in microseconds; apart, so that due() takes no lock.
  std::atomic<int64_t> shown_us_;
  std::mutex mutex_;
  std::string live_;  // what stands on the terminal's last line; guarded by mutex_
};

// The beginning of text that fits the columns, ending in "…" where something was cut off. Controls
// become '?'.
std::string fit(std::string_view text, int columns);

}  // namespace freshet::telemetry
