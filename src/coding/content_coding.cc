#include "coding/content_coding.h"

#include <brotli/decode.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "coding/inflater.h"
#include "result/check.h"
#include "text/ascii.h"

namespace freshet::coding {
namespace {

constexpr size_t kMaxCodings = 4;
constexpr size_t kBufferBytes = 64 * 1024;
// RFC 9659 limits the window of zstd as a content coding to 8 MiB.
constexpr int kZstdWindowLog = 23;

// Collects the output of a decoder up to the limit.
class Output {
 public:
  Output(size_t max_bytes, size_t expected) : max_bytes_(max_bytes) {
    result_.bytes.reserve(std::min(max_bytes, expected));
  }

  char* buffer() { return buffer_; }
  // Appends the first `size` bytes of the buffer. Returns false if the limit is exceeded.
  bool append_buffer(size_t size) {
    const size_t room = max_bytes_ - result_.bytes.size();
    result_.bytes.append(buffer_, std::min(size, room));
    if (size > room) result_.truncated = true;
    return !result_.truncated;
  }
  Decoded finish(bool complete) {
    result_.damaged = !complete && !result_.truncated;
    return std::move(result_);
  }

 private:
  size_t max_bytes_;
  Decoded result_;
  char buffer_[kBufferBytes];
};

size_t expected_bytes(std::string_view body) {
  return body.size() * 4;
}

Decoded inflate(Wrapper wrapper, std::string_view body, size_t max_bytes) {
  Decoded decoded;
  decoded.bytes.reserve(std::min(max_bytes, expected_bytes(body)));
  Inflater inflater(wrapper, max_bytes);
  inflater.feed(body, decoded.bytes);
  decoded.truncated = inflater.truncated();
  decoded.damaged = !inflater.complete() && !decoded.truncated;
  return decoded;
}

Decoded decode_gzip(std::string_view body, size_t max_bytes) {
  return inflate(Wrapper::kGzip, body, max_bytes);
}

// RFC 1950, section 2.2: the compression method is 8, and the two bytes are a multiple of 31.
bool has_zlib_header(std::string_view body) {
  if (body.size() < 2) return false;
  const auto first = static_cast<uint8_t>(body[0]);
  const auto second = static_cast<uint8_t>(body[1]);
  return (first & 0x0F) == 8 && (first << 8 | second) % 31 == 0;
}

Decoded decode_deflate(std::string_view body, size_t max_bytes) {
  if (has_zlib_header(body)) {
    Decoded decoded = inflate(Wrapper::kZlib, body, max_bytes);
    if (!decoded.damaged || !decoded.bytes.empty()) return decoded;
  }
  return inflate(Wrapper::kNone, body, max_bytes);
}

Decoded decode_brotli(std::string_view body, size_t max_bytes) {
  const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> decoder(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
  FRESHET_CHECK(decoder, "brotli: out of memory");
  Output output(max_bytes, expected_bytes(body));
  const auto* next_in = reinterpret_cast<const uint8_t*>(body.data());
  size_t left = body.size();
  BrotliDecoderResult status = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
    auto* next_out = reinterpret_cast<uint8_t*>(output.buffer());
    size_t room = kBufferBytes;
    status =
        BrotliDecoderDecompressStream(decoder.get(), &left, &next_in, &room, &next_out, nullptr);
    if (!output.append_buffer(kBufferBytes - room)) break;
  }
  return output.finish(status == BROTLI_DECODER_RESULT_SUCCESS);
}

Decoded decode_zstd(std::string_view body, size_t max_bytes) {
  const std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> decoder(ZSTD_createDCtx(),
                                                                   &ZSTD_freeDCtx);
  FRESHET_CHECK(decoder, "zstd: out of memory");
  ZSTD_DCtx_setParameter(decoder.get(), ZSTD_d_windowLogMax, kZstdWindowLog);
  Output output(max_bytes, expected_bytes(body));
  ZSTD_inBuffer in = {body.data(), body.size(), 0};
  bool complete = false;
  while (true) {
    ZSTD_outBuffer out = {output.buffer(), kBufferBytes, 0};
    const size_t before = in.pos;
    const size_t hint = ZSTD_decompressStream(decoder.get(), &out, &in);
    if (!output.append_buffer(out.pos) || ZSTD_isError(hint) != 0) break;
    // At the end of a frame the hint is 0; another frame may follow.
    complete = hint == 0;
    if (complete && in.pos == in.size) break;
    if (in.pos == before && out.pos == 0) break;
  }
  return output.finish(complete);
}

using Decoder = Decoded (*)(std::string_view, size_t);

struct Coding {
  std::string_view name;
  Decoder decoder;  // nullptr: the coding does not change the body
};
constexpr Coding kCodings[] = {
    {"gzip", &decode_gzip}, {"x-gzip", &decode_gzip}, {"deflate", &decode_deflate},
    {"br", &decode_brotli}, {"zstd", &decode_zstd},   {"identity", nullptr},
    {"none", nullptr},
};

// Returns the decoders in the order in which the server applied the codings; nullopt if a coding is
// unknown, or if there are more than kMaxCodings.
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
    if (decoders.size() == kMaxCodings) return std::nullopt;
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
      // The body does not have this coding, whatever its header says.
      step.bytes.assign(from);
    }
    result.damaged |= step.damaged;
    result.truncated |= step.truncated;
    result.bytes = std::move(step.bytes);
    from = result.bytes;
  }
  // If one step was truncated, the input of the next one is incomplete; this is not damage.
  if (result.truncated) result.damaged = false;
  return result;
}

}  // namespace freshet::coding
