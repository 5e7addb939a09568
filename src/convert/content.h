#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "convert/archives.h"
#include "convert/repeated_lines.h"
#include "convert/translation_group.h"
#include "parse/page.h"
#include "store/types.h"
#include "url/canonical.h"
#include "warc/records_by_offset.h"

namespace freshet::convert {

// What a record of the archive says about a page. Texts are valid UTF-8 without NUL.
struct Content {
  int status = 0;  // of the HTTP response
  std::optional<std::string> title;
  std::string description;
  std::string language;       // BCP 47, lower case; empty: unknown
  std::string language_from;  // as in catalog::Page
  std::vector<Alternate> alternates;
  std::string media_type;
  VisibleText visible;
  bool has_body = true;  // false for a revisit record, which refers to another record for the body
};

// CPU time in nanoseconds.
struct ContentTimes {
  uint64_t read_ns = 0;   // reading and decompressing records
  uint64_t parse_ns = 0;  // content coding, charset, HTML
};

// Reads pages from the records of an archive. It is fastest if records are read in the order of
// files and offsets. It keeps the current file open, and may not see records that were appended
// since it was opened. To be used by one thread.
class ContentReader {
 public:
  ContentReader(Archives archives, parse::PageOptions page, size_t max_body_bytes);

  // Returns an error if there is no such record, or if it is damaged; see warc::is_outage(). A
  // conversion must not continue after that, since rows would lose their text.
  Result<Content> read(const store::ArchivePosition& at, const std::string& url);
  bool has_archive(uint16_t writer) const { return archives_.has(writer); }
  const ContentTimes& times() const { return times_; }

 private:
  Result<warc::FoundRecord> record_at(const store::ArchivePosition& at);
  // Returns the language that the page declares.
  std::string read_html(std::string_view body, const parse::PageContext& context,
                        Content& content) const;
  void read_alternates(const parse::ParsedPage& page, Content& content) const;
  void read_plain(std::string_view body, std::string_view charset, Content& content) const;

  const Archives archives_;
  parse::PageOptions page_options_;
  const url::Canonicalizer canonicalizer_;
  const size_t max_body_bytes_;
  std::filesystem::path file_;                  // the archive file that records_ reads; empty: none
  std::shared_ptr<warc::RandomAccess> source_;  // of records_
  std::optional<warc::RecordsByOffset> records_;
  ContentTimes times_;
};

}  // namespace freshet::convert
