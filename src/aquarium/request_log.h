#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "aquarium/request.h"
#include "clock/instant.h"
#include "result/result.h"

namespace freshet::aquarium {

// One request, with what is needed to measure politeness. It is added to the log when its reply
// begins.
struct LoggedRequest {
  uint64_t number = 0;   // counts from 1 in the order of the log
  Instant received;      // real time of the last byte of its head
  Instant answered;      // real time of the first byte of the reply
  Instant virtual_time;  // of the reply, on the aquarium's clock
  std::string method;
  std::string host;
  std::string target;
  int status = 0;      // 0: no reply at all
  uint64_t bytes = 0;  // of the body, as sent
  std::string user_agent;
  std::string if_none_match;
  std::string if_modified_since;
};

// Keeps the latest requests in memory, and writes all of them to a file if one is opened.
// Thread-safe.
class RequestLog {
 public:
  explicit RequestLog(size_t capacity) : capacity_(capacity > 0 ? capacity : 1) {}

  // The file has tab-separated values and a header line: docs/formats/aquarium.md.
  Status open_file(const std::string& path);

  // A request to add. The log copies it and assigns the number.
  struct Entry {
    Instant received;
    Instant answered;
    Instant virtual_time;
    Request request;
    int status = 0;
    uint64_t bytes = 0;
  };
  void add(const Entry& entry);

  // The requests in memory with a number greater than `after`, oldest first.
  std::vector<LoggedRequest> requests(uint64_t after = 0, size_t limit = SIZE_MAX) const;
  uint64_t total() const;
  // Removes all requests from memory. Numbers continue.
  void clear();
  void flush();

 private:
  void write_line(const LoggedRequest& request);

  const size_t capacity_;
  mutable std::mutex mutex_;
  std::vector<LoggedRequest> ring_;  // request n is at index (n - 1) % ring_.size()
  uint64_t total_ = 0;
  uint64_t cleared_ = 0;  // requests up to this number were cleared
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::string line_;
};

}  // namespace freshet::aquarium
