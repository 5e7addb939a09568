#include "cli/output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "cli/command.h"
#include "telemetry/terminal.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

int g_error = 0;  // errno of the first write that failed
bool g_is_summary = false;

void record_error() {
  if (g_error == 0) g_error = errno != 0 ? errno : EIO;
}

// open() returns the lowest free descriptor, which is this one.
void replace_if_closed(int descriptor, int mode) {
  if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  [[maybe_unused]] const int opened = open("/dev/null", mode);
}

}  // namespace

void prepare_standard_streams() {
  replace_if_closed(STDIN_FILENO, O_RDONLY);
  replace_if_closed(STDOUT_FILENO, O_RDONLY);  // so that writing fails
  replace_if_closed(STDERR_FILENO, O_WRONLY);
  std::signal(SIGPIPE, SIG_IGN);
}

void print_exact(std::string_view bytes) {
  if (g_error != 0) return;
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) record_error();
}

void print_text(std::string_view words) {
  print_exact(text::printable_lines(words));
}

bool flush_output() {
  errno = 0;
  // Other code may have written to the stream and failed.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) record_error();
  return g_error == 0;
}

bool is_output_reader_gone() {
  pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  // poll() reports POLLERR for a pipe without a reader, and for no other kind of file.
  if (g_error == 0 && poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0) g_error = EPIPE;
  return g_error == EPIPE;
}

int finish_output(int status) {
  if (flush_output()) return status;
  if (is_output_reader_gone()) return g_is_summary ? status : kExitReaderGone;
  return report_error(status == kExitDone ? kExitFailed : status,
                      std::string("cannot write to standard output: ") + std::strerror(g_error));
}

int report_error(int status, const std::string& message) {
  telemetry::write_stderr_line("freshet: " + message);
  return status;
}

void set_output_is_summary() {
  g_is_summary = true;
}

}  // namespace freshet::cli
