#include "coding/content_coding.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "result/check.h"
#include "text/ascii.h"

namespace freshet::coding {
namespace {

constexpr size_t kMostCodings = 4;
constexpr size_t kBufferBytes = 64 * 1024;
// RFC 9659: no more than 8 MiB of window for zstd as a content coding.
constexpr int kZstdWindowLog = 23;

// Collects what a decoder makes, up to the limit.
class Output {
 public:
  Output(size_t max_bytes, size_t expected) : max_bytes_(max_bytes) {
    result_.bytes.reserve(std::min(max_bytes, expected));
  }

  char* buffer() { return buffer_; }
  // False when the limit is reached.
  bool take(size_t made) {
    const size_t room = max_bytes_ - result_.bytes.size();
    result_.bytes.append(buffer_, std::min(made, room));
    if (made > room) result_.truncated = true;
    return !result_.truncated;
  }
  Decoded finish(bool whole) {
    result_.damaged = !whole && !result_.truncated;
    return std::move(result_);
  }

 private:
  size_t max_bytes_;
  Decoded result_;
  char buffer_[kBufferBytes];
};

size_t guess(std::string_view body) {
  return body.size() * 4;
}

enum class Wrapper { kGzip, kZlib, kNone };

class Inflate {
 public:
  explicit Inflate(Wrapper wrapper) : wrapper_(wrapper) {
    const int window_bits = wrapper == Wrapper::kGzip   ? 15 + 16
                            : wrapper == Wrapper::kZlib ? 15
                                                        : -15;
    FRESHET_CHECK(inflateInit2(&z_, window_bits) == Z_OK, "zlib has no memory");
  }
  ~Inflate() { inflateEnd(&z_); }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  Decoded run(std::string_view body, size_t max_bytes) {
    Output output(max_bytes, guess(body));
    // zlib's interface takes its input without const and leaves it alone; its counts have 32 bits.
    z_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    size_t left = body.size();
    bool whole = false;
    while (true) {
      const size_t piece = std::min<size_t>(left, 1 << 30);
      z_.avail_in = static_cast<uInt>(piece);
      z_.next_out = reinterpret_cast<Bytef*>(output.buffer());
      z_.avail_out = kBufferBytes;
      const int status = inflate(&z_, Z_NO_FLUSH);
      left -= piece - z_.avail_in;
      const size_t made = kBufferBytes - z_.avail_out;
      if (!output.take(made)) break;
      if (status == Z_STREAM_END) {
        whole = true;
        // Another gzip member may follow; padding and other leftovers do not matter.
        if (wrapper_ != Wrapper::kGzip || left == 0 || *z_.next_in != 0x1F) break;
        if (inflateReset(&z_) != Z_OK) break;
        whole = false;
      } else if (status != Z_OK || (left == 0 && made == 0)) {
        break;
      }
    }
    return output.finish(whole);
  }

 private:
  Wrapper wrapper_;
  z_stream z_{};
};

Decoded decode_gzip(std::string_view body, size_t max_bytes) {
  return Inflate(Wrapper::kGzip).run(body, max_bytes);
}

// RFC 1950, section 2.2: method 8, and a multiple of 31.
bool has_zlib_header(std::string_view body) {
  if (body.size() < 2) return false;
  const auto first = static_cast<uint8_t>(body[0]);
  const auto second = static_cast<uint8_t>(body[1]);
  return (first & 0x0F) == 8 && (first << 8 | second) % 31 == 0;
}

Decoded decode_deflate(std::string_view body, size_t max_bytes) {
  if (has_zlib_header(body)) {
    Decoded decoded = Inflate(Wrapper::kZlib).run(body, max_bytes);
    if (!decoded.damaged || !decoded.bytes.empty()) return decoded;
  }
  return Inflate(Wrapper::kNone).run(body, max_bytes);
}

Decoded decode_brotli(std::string_view body, size_t max_bytes) {
  const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> decoder(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
  FRESHET_CHECK(decoder, "brotli has no memory");
  Output output(max_bytes, guess(body));
  const auto* next_in = reinterpret_cast<const uint8_t*>(body.data());
  size_t left = body.size();
  BrotliDecoderResult status = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
    auto* next_out = reinterpret_cast<uint8_t*>(output.buffer());
    size_t room = kBufferBytes;
    status =
        BrotliDecoderDecompressStream(decoder.get(), &left, &next_in, &room, &next_out, nullptr);
    if (!output.take(kBufferBytes - room)) break;
  }
  return output.finish(status == BROTLI_DECODER_RESULT_SUCCESS);
}

Decoded decode_zstd(std::string_view body, size_t max_bytes) {
  const std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> decoder(ZSTD_createDCtx(),
                                                                   &ZSTD_freeDCtx);
  FRESHET_CHECK(decoder, "zstd has no memory");
  ZSTD_DCtx_setParameter(decoder.get(), ZSTD_d_windowLogMax, kZstdWindowLog);
  Output output(max_bytes, guess(body));
  ZSTD_inBuffer in = {body.data(), body.size(), 0};
  bool whole = false;
  while (true) {
    ZSTD_outBuffer out = {output.buffer(), kBufferBytes, 0};
    const size_t before = in.pos;
    const size_t hint = ZSTD_decompressStream(decoder.get(), &out, &in);
    if (!output.take(out.pos) || ZSTD_isError(hint) != 0) break;
    // A frame ended; another may follow.
    whole = hint == 0;
    if (whole && in.pos == in.size) break;
    if (in.pos == before && out.pos == 0) break;
  }
  return output.finish(whole);
}

using Decoder = Decoded (*)(std::string_view, size_t);

struct Coding {
  std::string_view name;
  Decoder decoder;  // nullptr: nothing to do
};
constexpr Coding kCodings[] = {
    {"gzip", &decode_gzip}, {"x-gzip", &decode_gzip}, {"deflate", &decode_deflate},
    {"br", &decode_brotli}, {"zstd", &decode_zstd},   {"identity", nullptr},
    {"none", nullptr},
};

// In the order in which they were applied; nullopt for what we do not undo.
std::optional<std::vector<Decoder>> decoders_for(std::string_view content_encoding) {
  std::vector<Decoder> decoders;
  while (!content_encoding.empty()) {
    const size_t end = std::min(content_encoding.find(','), content_encoding.size());
    const std::string_view name = text::trim(content_encoding.substr(0, end));
    content_encoding.remove_prefix(std::min(end + 1, content_encoding.size()));
    if (name.empty()) continue;
    const auto* coding = std::find_if(
        std::begin(kCodings), std::end(kCodings),
        [&](const Coding& known) { return text::equals_ignoring_case(known.name, name); });
    if (coding == std::end(kCodings)) return std::nullopt;
    if (coding->decoder == nullptr) continue;
    if (decoders.size() == kMostCodings) return std::nullopt;
    decoders.push_back(coding->decoder);
  }
  return decoders;
}

}  // namespace

Decoded decode_content(std::string_view body, std::string_view content_encoding, size_t max_bytes) {
  const auto decoders = decoders_for(content_encoding);
  if (!decoders) return {.bytes = std::string(body), .damaged = true};
  if (decoders->empty() || body.empty()) return {.bytes = std::string(body)};

  Decoded result;
  std::string_view from = body;
  for (auto decoder = decoders->rbegin(); decoder != decoders->rend(); ++decoder) {
    Decoded step = (*decoder)(from, max_bytes);
    if (step.damaged && step.bytes.empty()) {
      // It was never coded that way.
      step.bytes.assign(from);
    }
    result.damaged |= step.damaged;
    result.truncated |= step.truncated;
    result.bytes = std::move(step.bytes);
    from = result.bytes;
  }
  // A cut in an inner step breaks the outer ones off; that is the limit's doing.
  if (result.truncated) result.damaged = false;
  return result;
}

}  // namespace freshet::coding
