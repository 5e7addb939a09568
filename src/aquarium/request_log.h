#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::aquarium {

// One request, as tests of politeness need it. Requests come into the log when their answer begins.
struct LoggedRequest {
  uint64_t number = 0;   // 1, 2, ... in the order of the log
  Instant received;      // real time: the last byte of its head
  Instant answered;      // real time: the first byte of the answer
  Instant virtual_time;  // when it was answered, on the aquarium's clock
  std::string method;
  std::string host;
  std::string target;
  int status = 0;      // 0: no answer at all
  uint64_t bytes = 0;  // of the body, as sent
  std::string user_agent;
  std::string if_none_match;
  std::string if_modified_since;
};

// The latest requests, in memory, and all of them in a file if one is named. Safe from any thread.
class RequestLog {
 public:
  explicit RequestLog(size_t capacity) : capacity_(capacity > 0 ? capacity : 1) {}

  // Lines of tab-separated values, with a line of names; see docs/formats/aquarium.md.
  Status open_file(const std::string& path);

  // Takes what the entry's views point to; the number is given here.
  struct Entry {
    Instant received;
    Instant answered;
    Instant virtual_time;
    std::string_view method;
    std::string_view host;
    std::string_view target;
    int status = 0;
    uint64_t bytes = 0;
    std::string_view user_agent;
    std::string_view if_none_match;
    std::string_view if_modified_since;
  };
  void add(const Entry& entry);

  // Those still in memory with a number greater than `after`, oldest first.
  std::vector<LoggedRequest> requests(uint64_t after = 0, size_t limit = SIZE_MAX) const;
  uint64_t total() const;
  // Forgets what is in memory; the numbers go on.
  void clear();
  void flush();

 private:
  void write_line(const LoggedRequest& request);

  const size_t capacity_;
  mutable std::mutex mutex_;
  std::vector<LoggedRequest> ring_;  // request n stands at (n - 1) % its size
  uint64_t total_ = 0;
  uint64_t forgotten_ = 0;  // requests up to this number were cleared
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::string line_;
};

}  // namespace freshet::aquarium
