#include "parse/gunzip.h"

#include <zlib.h>

#include <algorithm>

#include "result/check.h"

namespace freshet::parse {

struct Gunzip::Stream {
  z_stream zlib{};
};

bool looks_gzipped(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1F' && bytes[1] == '\x8B';
}

Gunzip::Gunzip(size_t max_bytes) : stream_(std::make_unique<Stream>()), room_(max_bytes) {
  constexpr int kGzipOnly = 15 + 16;
  const int status = inflateInit2(&stream_->zlib, kGzipOnly);
  FRESHET_CHECK(status == Z_OK, "zlib has no memory");
}

Gunzip::~Gunzip() {
  inflateEnd(&stream_->zlib);
}

void Gunzip::feed(std::string_view bytes, std::string& out) {
  z_stream& z = stream_->zlib;
  // zlib's interface takes its input without const and leaves it alone.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  char buffer[16 * 1024];
  while (!damaged_ && !truncated_) {
    if (complete_) {
      // Another member may follow; padding and other leftovers do not matter.
      if (z.avail_in == 0 || *z.next_in != 0x1F) return;
      inflateReset(&z);
      complete_ = false;
    }
    z.next_out = reinterpret_cast<Bytef*>(buffer);
    z.avail_out = sizeof buffer;
    const int status = inflate(&z, Z_NO_FLUSH);
    const size_t made = sizeof buffer - z.avail_out;
    const size_t taken = std::min(made, room_);
    out.append(buffer, taken);
    room_ -= taken;
    truncated_ = taken < made;
    complete_ = status == Z_STREAM_END;
    damaged_ = status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR;
    if (made == 0 && !complete_) return;  // wants more input
  }
}

}  // namespace freshet::parse
