#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "digest/sha.h"
#include "warc/member_packer.h"
#include "warc/record.h"
#include "warc/record_id.h"
#include "warc/reply_head.h"

namespace freshet::warc {

struct WarcinfoFacts {
  std::string_view filename;
  Instant date;
  std::string_view software;
  std::string_view operator_contact;
};

// What became of a visit's reply.
struct WrittenReply {
  size_t offset = 0;  // of its record in the output, and its length there
  size_t length = 0;
  ReplyFacts facts;
  std::string url;                                  // as written
  std::optional<digest::Digest160> payload_digest;  // none for a 304 of an unknown original
};

// Writes WARC/1.1 records, each a gzip member, to the end of a string. For one thread.
class VisitWriter {
 public:
  explicit VisitWriter(int compression_level) : packer_(compression_level) {}

  void write_warcinfo(const WarcinfoFacts& facts, std::string& out);
  // The reply first, then the request and the metadata, which name it.
  WrittenReply write(const Exchange& exchange, std::string& out);

 private:
  void begin(RecordType type, const RecordId& id);
  void field(std::string_view name, std::string_view value);
  void digest_field(std::string_view name, const digest::Digest160& digest);
  // Ends the header, adds the block and packs the record.
  void finish(std::string_view head, std::string_view body, std::string& out);
  void write_reply(const Exchange& exchange, const RecordId& id, WrittenReply& reply,
                   std::string& out);
  void write_request(const Exchange& exchange, const RecordId& reply, std::string& out);
  void write_metadata(const Exchange& exchange, const RecordId& reply, std::string& out);

  MemberPacker packer_;
  RecordIds ids_;
  digest::Sha1 sha1_;
  // Of the visit at hand, as fields have them.
  std::string date_;
  std::string url_;
  // Reused from record to record.
  std::string text_;
  std::string head_;
};

}  // namespace freshet::warc
