#include "aquarium/framer.h"

#include <zlib.h>

#include <algorithm>

#include "aquarium/decimal.h"
#include "http/date.h"
#include "result/check.h"

namespace freshet::aquarium {
namespace {

constexpr size_t kChunk = 4'096;
constexpr int kGzipWindow = 15 + 16;  // with a gzip header
constexpr int kMemoryLevel = 8;

}  // namespace

struct Framer::Deflater {
  Deflater() {
    const int opened = deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                                    Z_DEFAULT_STRATEGY);
    FRESHET_CHECK(opened == Z_OK, "zlib has no memory");
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  z_stream stream = {};
};

Framer::Framer() = default;
Framer::~Framer() = default;

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200: return "OK";
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 308: return "Permanent Redirect";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 410: return "Gone";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 421: return "Misdirected Request";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "";
  }
}

void Framer::set_date(Instant now) {
  if (now.unix_seconds() == date_second_) return;
  date_second_ = now.unix_seconds();
  date_line_ = "\r\nServer: aquarium\r\nDate: " + http::format_http_date(now) + "\r\n";
}

std::string_view Framer::compressed(std::string_view body) {
  if (!deflater_) deflater_ = std::make_unique<Deflater>();
  z_stream& stream = deflater_->stream;
  deflateReset(&stream);
  compressed_.resize(deflateBound(&stream, body.size()));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
  stream.avail_in = static_cast<uInt>(body.size());
  stream.next_out = reinterpret_cast<Bytef*>(compressed_.data());
  stream.avail_out = static_cast<uInt>(compressed_.size());
  const int done = deflate(&stream, Z_FINISH);
  FRESHET_CHECK(done == Z_STREAM_END, "deflateBound was too small");
  return std::string_view(compressed_).substr(0, stream.total_out);
}

std::string_view Framer::chunked(std::string_view body) {
  chunked_.clear();
  for (size_t at = 0; at < body.size(); at += kChunk) {
    const std::string_view piece = body.substr(at, kChunk);
    append_hex(chunked_, piece.size());
    chunked_.append("\r\n").append(piece).append("\r\n");
  }
  chunked_ += "0\r\n\r\n";
  return chunked_;
}

Framer::Framed Framer::frame(const Reply& reply, const Request& request, Instant now) {
  Framed framed;
  framed.body = reply.body;
  framed.close = !request.keep_alive || reply.delivery != Delivery::kWhole;
  const bool may_have_body = reply.status != 304;
  const bool encode = reply.compression == Compression::kContentEncoding && request.accepts_gzip &&
                      may_have_body && !reply.body.empty();
  if (encode || reply.compression == Compression::kGzipFile) framed.body = compressed(reply.body);

  set_date(now);
  head_ = "HTTP/1.1 ";
  append_decimal(head_, static_cast<uint64_t>(reply.status));
  head_.append(" ").append(reason_phrase(reply.status)).append(date_line_).append(reply.fields);
  if (encode) head_ += "Content-Encoding: gzip\r\n";
  const bool chunks = reply.chunked && !request.is_http_1_0;
  if (reply.delivery == Delivery::kEndless || !may_have_body) {
    // An endless body has no length: it ends with the connection. A 304 has no body.
  } else if (chunks) {
    head_ += "Transfer-Encoding: chunked\r\n";
  } else {
    head_ += "Content-Length: ";
    append_decimal(head_, framed.body.size());
    head_ += "\r\n";
  }
  if (framed.close) {
    head_ += "Connection: close\r\n";
  } else if (request.is_http_1_0) {
    head_ += "Connection: keep-alive\r\n";
  }
  head_ += "\r\n";

  if (request.method == "HEAD" || !may_have_body) {
    framed.body = {};
  } else if (chunks) {
    framed.body = chunked(framed.body);
  }
  if (reply.delivery == Delivery::kTruncated || reply.delivery == Delivery::kReset) {
    framed.body = framed.body.substr(0, framed.body.size() / 2);
  }
  framed.head = head_;
  return framed;
}

}  // namespace freshet::aquarium
