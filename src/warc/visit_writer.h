#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "digest/sha.h"
#include "warc/member_packer.h"
#include "warc/packed_visit.h"
#include "warc/record.h"
#include "warc/record_id.h"

namespace freshet::warc {

struct WarcinfoFacts {
  std::string_view filename;
  Instant date;
  std::string_view software;
  std::string_view operator_contact;
};

// Writes WARC/1.1 records, each a gzip member. Knows no files: a thread that has just read a reply
// can pack it while it is at hand, and leave the archive to another. For one thread.
class VisitWriter {
 public:
  explicit VisitWriter(int compression_level) : packer_(compression_level) {}

  // To the end of `out`.
  void write_warcinfo(const WarcinfoFacts& facts, std::string& out);
  // The reply first, then the request and the metadata, which name it.
  PackedVisit pack(const Exchange& exchange);
  // Adds a metadata record with one line to a visit that is packed.
  void add_note(PackedVisit& visit, std::string_view name, std::string_view value);

 private:
  void begin(RecordType type, const RecordId& id);
  void field(std::string_view name, std::string_view value);
  void digest_field(std::string_view name, const digest::Digest256& digest);
  // Ends the header, adds the block and packs the record.
  void finish(std::string_view head, std::string_view body, std::string& out);
  void write_reply(const Exchange& exchange, const RecordId& id, PackedVisit& visit);
  void write_request(const Exchange& exchange, const RecordId& reply, std::string& out);
  void write_metadata(const Exchange& exchange, const RecordId& reply, std::string& out);

  MemberPacker packer_;
  RecordIds ids_;
  // Of the visit at hand, as fields have them.
  std::string date_;
  std::string url_;
  // Reused from record to record.
  std::string text_;
  std::string head_;
};

}  // namespace freshet::warc
