#include "telemetry/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "text/printable.h"

namespace freshet::telemetry {
namespace {

bool knows_control_codes() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && std::string_view(terminal) != "dumb";
}

}  // namespace

bool stderr_is_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

bool stderr_redraws() {
  return knows_control_codes() && stderr_is_terminal();
}

bool stdout_takes_style() {
  const char* forbidden = std::getenv("NO_COLOR");
  if (forbidden != nullptr && *forbidden != '\0') return false;
  return knows_control_codes() && isatty(STDOUT_FILENO) == 1;
}

int stderr_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

void write_stderr(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void write_stderr_line(std::string_view text) {
  write_stderr(text::printable(text) + "\n");
}

}  // namespace freshet::telemetry
