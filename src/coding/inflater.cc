#include "coding/inflater.h"

#include <zlib.h>

#include <algorithm>

#include "result/check.h"

namespace freshet::coding {
namespace {

constexpr size_t kBufferBytes = 64 * 1024;
constexpr size_t kMaxPieceBytes = 1 << 30;  // zlib's counts have 32 bits
constexpr char kFirstGzipByte = '\x1F';

int window_bits(Wrapper wrapper) {
  switch (wrapper) {
    case Wrapper::kGzip: return 15 + 16;
    case Wrapper::kZlib: return 15;
    case Wrapper::kNone: break;
  }
  return -15;
}

}  // namespace

struct Inflater::Stream {
  z_stream zlib{};
  char buffer[kBufferBytes];
};

bool looks_gzipped(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == kFirstGzipByte && bytes[1] == '\x8B';
}

Inflater::Inflater(Wrapper wrapper, size_t max_bytes)
    : wrapper_(wrapper), stream_(new Stream), room_(max_bytes) {
  const int status = inflateInit2(&stream_->zlib, window_bits(wrapper));
  FRESHET_CHECK(status == Z_OK, "zlib: out of memory");
}

Inflater::~Inflater() {
  inflateEnd(&stream_->zlib);
}

void Inflater::feed(std::string_view bytes, std::string& out) {
  z_stream& z = stream_->zlib;
  while (!bytes.empty()) {
    const size_t piece = std::min(bytes.size(), kMaxPieceBytes);
    // zlib takes a pointer without const, but does not change the input.
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(piece);
    while (step(out)) continue;
    bytes.remove_prefix(piece);
  }
}

bool Inflater::step(std::string& out) {
  z_stream& z = stream_->zlib;
  if (damaged_ || truncated_ || ended_) return false;
  if (complete_) {
    if (z.avail_in == 0) return false;
    // Another member may follow. Padding and other bytes are ignored.
    ended_ = wrapper_ != Wrapper::kGzip || static_cast<char>(*z.next_in) != kFirstGzipByte;
    if (ended_) return false;
    inflateReset(&z);
    complete_ = false;
  }
  z.next_out = reinterpret_cast<Bytef*>(stream_->buffer);
  z.avail_out = kBufferBytes;
  const int status = inflate(&z, Z_NO_FLUSH);
  const size_t made = kBufferBytes - z.avail_out;
  const size_t taken = std::min(made, room_);
  out.append(stream_->buffer, taken);
  room_ -= taken;
  truncated_ = taken < made;
  complete_ = status == Z_STREAM_END;
  damaged_ = status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR;
  return made > 0 || complete_;
}

}  // namespace freshet::coding
