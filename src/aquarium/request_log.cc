#include "aquarium/request_log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace freshet::aquarium {
namespace {

// Replaces control characters, which would break the format of the line.
void append_field(std::string& line, std::string_view text) {
  line += '\t';
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
}

}  // namespace

Status RequestLog::open_file(const std::string& path) {
  file_.reset(std::fopen(path.c_str(), "w"));
  if (!file_) return fail("opening the request log " + path + ": " + std::strerror(errno));
  std::fputs(
      "received_us\tanswered_us\tvirtual_us\tmethod\thost\ttarget\tstatus\tbytes\tuser_agent\t"
      "if_none_match\tif_modified_since\n",
      file_.get());
  return Done();
}

void RequestLog::add(const Entry& entry) {
  const std::lock_guard lock(mutex_);
  // The ring grows until it has reached its capacity; until then, it has not wrapped around.
  if (total_ == ring_.size() && ring_.size() < capacity_) {
    ring_.resize(std::min(capacity_, ring_.size() * 2 + 1'024));
  }
  const uint64_t number = ++total_;
  LoggedRequest& slot = ring_[(number - 1) % ring_.size()];
  slot.number = number;
  slot.received = entry.received;
  slot.answered = entry.answered;
  slot.virtual_time = entry.virtual_time;
  slot.method = entry.request.method;
  slot.host = entry.request.host;
  slot.target = entry.request.target;
  slot.status = entry.status;
  slot.bytes = entry.bytes;
  slot.user_agent = entry.request.user_agent;
  slot.if_none_match = entry.request.if_none_match;
  slot.if_modified_since = entry.request.if_modified_since;
  if (file_) write_line(slot);
}

void RequestLog::write_line(const LoggedRequest& request) {
  line_ = std::to_string(request.received.unix_microseconds());
  append_field(line_, std::to_string(request.answered.unix_microseconds()));
  append_field(line_, std::to_string(request.virtual_time.unix_microseconds()));
  append_field(line_, request.method);
  append_field(line_, request.host);
  append_field(line_, request.target);
  append_field(line_, std::to_string(request.status));
  append_field(line_, std::to_string(request.bytes));
  append_field(line_, request.user_agent);
  append_field(line_, request.if_none_match);
  append_field(line_, request.if_modified_since);
  line_ += '\n';
  std::fwrite(line_.data(), 1, line_.size(), file_.get());
}

std::vector<LoggedRequest> RequestLog::requests(uint64_t after, size_t limit) const {
  const std::lock_guard lock(mutex_);
  std::vector<LoggedRequest> found;
  if (ring_.empty()) return found;
  const uint64_t overwritten = total_ > ring_.size() ? total_ - ring_.size() : 0;
  after = std::max({after, cleared_, overwritten});
  for (uint64_t number = after + 1; number <= total_ && found.size() < limit; ++number) {
    found.push_back(ring_[(number - 1) % ring_.size()]);
  }
  return found;
}

uint64_t RequestLog::total() const {
  const std::lock_guard lock(mutex_);
  return total_;
}

void RequestLog::clear() {
  const std::lock_guard lock(mutex_);
  cleared_ = total_;
}

void RequestLog::flush() {
  const std::lock_guard lock(mutex_);
  if (file_) std::fflush(file_.get());
}

}  // namespace freshet::aquarium
