#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// Formats a reply as HTTP/1.1: compresses and chunks the body, and writes the head. Each thread has
// one; it reuses its buffers.
class Framer {
 public:
  Framer();
  ~Framer();
  Framer(const Framer&) = delete;
  Framer& operator=(const Framer&) = delete;

  // Head and body as they are sent. Valid until the next call, and while the reply is unchanged.
  struct Framed {
    std::string_view head;
    std::string_view body;
    bool close = false;  // close the connection after this reply
  };
  Framed frame(const Reply& reply, const Request& request, Instant now);

 private:
  struct Deflater;

  void set_date(Instant now);
  std::string_view compressed(std::string_view body);
  std::string_view chunked(std::string_view body);

  std::string head_;
  std::string compressed_;
  std::string chunked_;
  std::string date_line_;
  int64_t date_second_ = INT64_MIN;
  std::unique_ptr<Deflater> deflater_;
};

// The reason phrase of a status code, such as "Not Found"; empty for codes that the aquarium does
// not use.
std::string_view reason_phrase(int status);

}  // namespace freshet::aquarium
