#include "warc/member_inflater.h"

#include <zlib.h>

#include <algorithm>

#include "result/check.h"

namespace freshet::warc {

struct MemberInflater::Stream {
  z_stream zlib{};
  bool ended = false;

  Stream() {
    constexpr int kGzipOnly = 15 + 16;
    FRESHET_CHECK(inflateInit2(&zlib, kGzipOnly) == Z_OK, "zlib: out of memory");
  }
  ~Stream() { inflateEnd(&zlib); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

bool starts_member(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B\x08");
}

MemberInflater::MemberInflater() : stream_(std::make_unique<Stream>()) {}
MemberInflater::~MemberInflater() = default;
MemberInflater::MemberInflater(MemberInflater&&) noexcept = default;
MemberInflater& MemberInflater::operator=(MemberInflater&&) noexcept = default;

void MemberInflater::begin() {
  inflateReset(&stream_->zlib);
  stream_->ended = false;
}

MemberInflater::Step MemberInflater::step(ByteSource& source, std::string& out) {
  if (stream_->ended) return Step::kEnd;
  z_stream& z = stream_->zlib;
  if (source.view().empty() && !source.read_more()) return Step::kCut;
  const std::string_view packed = source.view();
  // zlib takes a pointer without const, but does not change the input.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  z.avail_in = static_cast<uInt>(std::min(packed.size(), ByteSource::kWindow));
  const uInt given = z.avail_in;
  char text[16 * 1024];
  z.next_out = reinterpret_cast<Bytef*>(text);
  z.avail_out = sizeof text;
  const int status = inflate(&z, Z_NO_FLUSH);
  source.consume(given - z.avail_in);
  out.append(text, sizeof text - z.avail_out);
  stream_->ended = status == Z_STREAM_END;
  return status == Z_OK || status == Z_STREAM_END ? Step::kText : Step::kDamaged;
}

}  // namespace freshet::warc
