#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// Puts a reply into the form of HTTP/1.1: packs the body, chunks it, writes the head. One per
// thread; reuses its memory.
class Framer {
 public:
  Framer();
  ~Framer();
  Framer(const Framer&) = delete;
  Framer& operator=(const Framer&) = delete;

  // Head and body as they go over the wire; good until the next call, and as long as the reply.
  struct Framed {
    std::string_view head;
    std::string_view body;
    bool close = false;  // the connection ends with this reply
  };
  Framed frame(const Reply& reply, const Request& request, Instant now);

 private:
  struct Deflater;

  void set_date(Instant now);
  std::string_view packed(std::string_view body);
  std::string_view chunked(std::string_view body);

  std::string head_;
  std::string packed_;
  std::string chunked_;
  std::string date_line_;
  int64_t date_second_ = INT64_MIN;
  std::unique_ptr<Deflater> deflater_;
};

// "Not Found"; empty for a code that has no name here.
std::string_view reason_phrase(int status);

}  // namespace freshet::aquarium
