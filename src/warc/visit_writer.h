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

// The content of a warcinfo record.
struct Warcinfo {
  std::string_view filename;
  Instant date;
  std::string_view software;
  std::string_view operator_contact;
};

// Makes WARC/1.1 records, each as a gzip member. It does not use files, so the thread that received
// a response can pack it, and another thread can write it to the archive. Not thread-safe.
class VisitWriter {
 public:
  explicit VisitWriter(int compression_level) : packer_(compression_level) {}

  // Appends a warcinfo record to `out`.
  void write_warcinfo(const Warcinfo& info, std::string& out);
  // Packs the response first, then the request and the metadata, which refer to it.
  PackedVisit pack(const Exchange& exchange);
  // Adds a metadata record with one line to a packed visit.
  void add_metadata(PackedVisit& visit, std::string_view name, std::string_view value);

 private:
  void begin(RecordType type, const RecordId& id);
  void field(std::string_view name, std::string_view value);
  void digest_field(std::string_view name, const digest::Digest256& digest);
  // Completes the header, adds the block and compresses the record.
  void finish(std::string_view head, std::string_view body, std::string& out);
  void write_reply(const Exchange& exchange, const RecordId& id, PackedVisit& visit);
  void write_request(const Exchange& exchange, const RecordId& reply, std::string& out);
  void write_metadata(const Exchange& exchange, const RecordId& reply, std::string& out);

  MemberPacker packer_;
  RecordIds ids_;
  // Date and URL of the current visit, in the form of WARC fields.
  std::string date_;
  std::string url_;
  // Buffers that are reused for all records.
  std::string text_;
  std::string head_;
};

}  // namespace freshet::warc
