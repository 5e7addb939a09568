#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "convert/repeated_lines.h"
#include "convert/translation_group.h"
#include "parse/page.h"
#include "store/types.h"
#include "url/canonical.h"
#include "warc/records_by_offset.h"

namespace freshet::convert {

// What a record of the archive says of a page. Text in valid UTF-8, without NUL.
struct Content {
  int status = 0;  // of the reply
  std::optional<std::string> title;
  std::string description;
  std::string language;       // BCP 47, lower case; empty: unknown
  std::string language_from;  // as catalog::Page has it
  std::vector<Alternate> alternates;
  std::string media_type;
  VisibleText visible;
  bool has_body = true;  // false: a record that refers to another for it
};

struct ContentTimes {
  uint64_t read_ns = 0;   // from the archive, unpacked
  uint64_t parse_ns = 0;  // content coding, charset, HTML
};

// Reads records of an archive. Best in the order of files and offsets. For one thread; it sees what
// was in a file when it came to it.
class ContentReader {
 public:
  ContentReader(std::filesystem::path folder, parse::PageOptions page, size_t max_body_bytes);

  // An error if there is no such record, or it is damaged.
  Result<Content> read(const store::ArchivePosition& at, const std::string& url);
  const ContentTimes& times() const { return times_; }

 private:
  Result<warc::FoundRecord> record_at(const store::ArchivePosition& at);
  // Gives the language that the page declares.
  std::string read_html(std::string_view body, std::string_view charset, const std::string& url,
                        Content& content) const;
  void read_plain(std::string_view body, std::string_view charset, Content& content) const;

  const std::filesystem::path folder_;
  parse::PageOptions page_options_;
  const url::Canonicalizer canonicalizer_;
  const size_t max_body_bytes_;
  uint32_t file_ = 0;  // whose records_ these are
  std::optional<warc::RecordsByOffset> records_;
  ContentTimes times_;
};

}  // namespace freshet::convert
