#include "catalog/line_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

namespace freshet::catalog {
namespace {

constexpr size_t kBufferedBytes = 1 << 20;

Unexpected<Error> failed(std::string_view action, const std::string& path) {
  return fail(std::string(action) + " " + path + ": " + std::strerror(errno));
}

}  // namespace

LineFiles::LineFiles(Place place) : place_(std::move(place)) {
  if (to_stdout()) file_ = STDOUT_FILENO;
}

LineFiles::~LineFiles() {
  close();
}

Status LineFiles::flush_if_full() {
  if (buffer_.size() < kBufferedBytes) return Done{};
  if (Status flushed = flush(); !flushed) return flushed;
  return to_stdout() || file_bytes_ < place_.max_file_bytes ? Status(Done{}) : finish();
}

Status LineFiles::flush() {
  if (buffer_.empty()) return Done{};
  if (file_ < 0) {
    if (Status opened = open_next(); !opened) return opened;
  }
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed("writing to", to_stdout() ? "standard output" : place_.folder);
    rest.remove_prefix(static_cast<size_t>(written));
  }
  file_bytes_ += buffer_.size();
  buffer_.clear();
  return Done{};
}

Status LineFiles::finish() {
  if (Status flushed = flush(); !flushed) return flushed;
  if (to_stdout() || file_ < 0) return Done{};
  if (::fsync(file_) != 0) return failed("writing to", place_.folder);
  close();
  return Done{};
}

Status LineFiles::open_next() {
  char number[32];
  std::snprintf(number, sizeof number, "%06d.jsonl", ++files_);
  const std::string path = place_.folder + "/" + place_.prefix + number;
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  file_bytes_ = 0;
  if (file_ < 0) return failed("creating", path);
  return Done{};
}

void LineFiles::close() {
  if (file_ >= 0 && !to_stdout()) ::close(file_);
  if (!to_stdout()) file_ = -1;
}

}  // namespace freshet::catalog
