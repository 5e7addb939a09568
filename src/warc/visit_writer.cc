#include "warc/visit_writer.h"

#include <algorithm>

#include "clock/civil.h"
#include "text/ascii.h"
#include "warc/reply_head.h"
#include "warc/request_head.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kIdenticalPayload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
constexpr std::string_view kNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7F';
}

// Appends a value with its control characters replaced, so that it cannot end the line.
void append_value(std::string& out, std::string_view value) {
  const size_t start = out.size();
  out += value;
  std::replace_if(out.begin() + static_cast<ptrdiff_t>(start), out.end(), is_control, ' ');
}

// Escapes characters that a URI must not contain. The crawler's own URLs contain none.
std::string as_uri(std::string_view url) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri;
  uri.reserve(url.size());
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7F || c == '<' || c == '>' || c == '"') {
      uri += '%';
      uri += kDigits[byte >> 4];
      uri += kDigits[byte & 15];
    } else {
      uri += c;
    }
  }
  return uri;
}

// Returns the protocol name defined in github.com/iipc/warc-specifications, issue 42, which is that
// of ALPN.
std::string protocol_name(std::string_view protocol) {
  if (text::starts_with_ignoring_case(protocol, "HTTP/2")) return "h2";
  if (text::starts_with_ignoring_case(protocol, "HTTP/3")) return "h3";
  return text::lower_case(protocol);
}

void append_line(std::string& out, std::string_view name, std::string_view value) {
  append_value(out, name);
  out += ": ";
  append_value(out, value);
  out += "\r\n";
}

}  // namespace

void VisitWriter::begin(RecordType type, const RecordId& id) {
  text_.clear();
  text_ += "WARC/1.1\r\nWARC-Type: ";
  text_ += name(type);
  text_ += "\r\nWARC-Record-ID: ";
  text_ += id.view();
  text_ += "\r\nWARC-Date: ";
  text_ += date_;
  text_ += "\r\n";
  if (type != RecordType::kWarcinfo) field("WARC-Target-URI", url_);
}

void VisitWriter::field(std::string_view name, std::string_view value) {
  text_ += name;
  text_ += ": ";
  append_value(text_, value);
  text_ += "\r\n";
}

void VisitWriter::digest_field(std::string_view name, const digest::Digest256& digest) {
  text_ += name;
  text_ += ": sha256:";
  text_ += digest.hex();
  text_ += "\r\n";
}

void VisitWriter::finish(std::string_view head, std::string_view body, std::string& out) {
  // No block digest for a block with a body: the body has a payload digest, and gzip has a checksum
  // of the whole record. Another digest would take a twentieth of the time for a page.
  if (body.empty()) digest_field("WARC-Block-Digest", digest::sha256(head));
  text_ += "Content-Length: ";
  text_ += std::to_string(head.size() + body.size());
  text_ += "\r\n\r\n";
  text_ += head;
  text_ += body;
  text_ += "\r\n\r\n";
  packer_.pack(text_, out);

  constexpr size_t kMaxKeptBytes = 4 << 20;  // a larger buffer is not kept for the next record
  if (text_.capacity() > kMaxKeptBytes) std::string().swap(text_);
}

void VisitWriter::write_warcinfo(const Warcinfo& info, std::string& out) {
  date_ = format_iso8601_fraction(info.date);
  begin(RecordType::kWarcinfo, ids_.next());
  field("WARC-Filename", info.filename);
  field("Content-Type", "application/warc-fields");
  head_.clear();
  append_line(head_, "software", info.software);
  append_line(head_, "format", "WARC File Format 1.1");
  append_line(head_, "conformsTo",
              "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
  if (!info.operator_contact.empty()) append_line(head_, "operator", info.operator_contact);
  finish(head_, {}, out);
}

PackedVisit VisitWriter::pack(const Exchange& exchange) {
  date_ = format_iso8601_fraction(exchange.date);
  url_ = as_uri(exchange.url);
  PackedVisit visit{.date = exchange.date, .revisit = exchange.original.has_value(), .url = url_};
  const RecordId id = ids_.next();
  write_reply(exchange, id, visit);
  visit.reply_length = visit.members.size();
  if (!exchange.request_head.empty()) write_request(exchange, id, visit.members);
  if (!exchange.metadata.empty()) write_metadata(exchange, id, visit.members);
  return visit;
}

void VisitWriter::add_metadata(PackedVisit& visit, std::string_view name, std::string_view value) {
  date_ = format_iso8601_fraction(visit.date);
  url_ = visit.url;
  begin(RecordType::kMetadata, ids_.next());
  field("Content-Type", "application/warc-fields");
  head_.clear();
  append_line(head_, name, value);
  finish(head_, {}, visit.members);
}

void VisitWriter::write_reply(const Exchange& exchange, const RecordId& id, PackedVisit& visit) {
  const auto& original = exchange.original;
  visit.payload_digest = exchange.payload_digest;
  if (!visit.payload_digest && !(original && original->not_modified)) {
    visit.payload_digest = digest::sha256(exchange.body);
  }

  begin(original ? RecordType::kRevisit : RecordType::kResponse, id);
  if (!exchange.address.empty()) field("WARC-IP-Address", exchange.address);
  if (!exchange.protocol.empty()) field("WARC-Protocol", protocol_name(exchange.protocol));
  if (original) {
    field("WARC-Profile", original->not_modified ? kNotModified : kIdenticalPayload);
    field("WARC-Refers-To-Target-URI", as_uri(original->url));
    field("WARC-Refers-To-Date", format_iso8601_fraction(original->date));
  } else if (exchange.truncated) {
    field("WARC-Truncated", "length");
  }
  if (visit.payload_digest) digest_field("WARC-Payload-Digest", *visit.payload_digest);
  field("Content-Type", "application/http; msgtype=response");

  head_.clear();
  ReplySummary summary = append_reply_head(head_, exchange.reply_head);
  visit.status = summary.status;
  visit.mime = std::move(summary.mime);
  finish(head_, original ? std::string_view() : exchange.body, visit.members);
}

void VisitWriter::write_request(const Exchange& exchange, const RecordId& reply, std::string& out) {
  begin(RecordType::kRequest, ids_.next());
  field("WARC-Concurrent-To", reply.view());
  field("Content-Type", "application/http; msgtype=request");
  head_.clear();
  append_request_head(head_, exchange.request_head);
  head_ += "\r\n";
  finish(head_, {}, out);
}

void VisitWriter::write_metadata(const Exchange& exchange, const RecordId& reply,
                                 std::string& out) {
  begin(RecordType::kMetadata, ids_.next());
  field("WARC-Concurrent-To", reply.view());
  field("Content-Type", "application/warc-fields");
  head_.clear();
  for (const auto& [name, value] : exchange.metadata) append_line(head_, name, value);
  finish(head_, {}, out);
}

}  // namespace freshet::warc
