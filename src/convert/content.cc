#include "convert/content.h"

#include <algorithm>

#include "charset/decide.h"
#include "charset/decode.h"
#include "coding/content_coding.h"
#include "convert/clean_text.h"
#include "convert/cpu_watch.h"
#include "convert/page_language.h"
#include "http/content_type.h"
#include "http/header_block.h"
#include "language/tag.h"
#include "text/utf8.h"
#include "url/url.h"
#include "warc/archive_folder.h"

namespace freshet::convert {
namespace {

// More languages than any site has.
constexpr size_t kMostAlternates = 512;

bool looks_like_html(std::string_view body) {
  const size_t start = body.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return start != std::string_view::npos && body[start] == '<';
}

void set_language(PageLanguage language, Content& content) {
  content.language = std::move(language.tag);
  content.language_from = language.from;
}

}  // namespace

ContentReader::ContentReader(std::filesystem::path folder, parse::PageOptions page,
                             size_t max_body_bytes)
    : folder_(std::move(folder)), page_options_(std::move(page)), max_body_bytes_(max_body_bytes) {
  // The collection has the others.
  page_options_.only_alternates = true;
  page_options_.max_links = kMostAlternates;
}

Result<warc::FoundRecord> ContentReader::record_at(const store::ArchivePosition& at) {
  const CpuWatch watch(times_.read_ns);
  if (file_ != at.file || !records_) {
    auto opened = warc::RecordsByOffset::open(folder_ / warc::archive_name(at.file));
    if (!opened) return Unexpected(opened.error());
    records_.emplace(std::move(*opened));
    file_ = at.file;
  }
  auto found = records_->at(at.offset);
  if (found) return std::move(*found);
  // The file may have grown since it was opened: whoever comes again sees all of it.
  file_ = 0;
  return fail("reading the archive: " + found.error().message);
}

Result<Content> ContentReader::read(const store::ArchivePosition& at, const std::string& url) {
  auto record = record_at(at);
  if (!record) return Unexpected(record.error());
  const CpuWatch watch(times_.parse_ns);
  Content content;
  const http::HeaderBlock head = http::parse_header_block(record->record.block);
  content.status = head.status ? head.status->code : 0;
  content.has_body = record->record.type == warc::RecordType::kResponse;
  const http::ContentType type = http::content_type_of(head.headers);
  content.media_type = clean(type.essence);
  std::string declared = language::normalise(head.headers.get("content-language").value_or(""));
  if (!content.has_body || content.status != 200) {
    set_language(page_language(declared, ""), content);
    return content;
  }

  std::string_view body = std::string_view(record->record.block).substr(head.length);
  std::string unpacked;
  if (const auto coding = head.headers.get("content-encoding"); coding && !coding->empty()) {
    unpacked = coding::decode_content(body, *coding, max_body_bytes_).bytes;
    body = unpacked;
  }
  if (type.essence.empty() && looks_like_html(body)) content.media_type = "text/html";
  if (content.media_type == "text/plain")
    read_plain(body, type.charset_label, content);
  else if (type.is_html() || content.media_type == "text/html")
    if (std::string by_page = read_html(body, type.charset_label, url, content); !by_page.empty()) {
      declared = std::move(by_page);
    }
  set_language(page_language(declared, content.visible.text), content);
  return content;
}

std::string ContentReader::read_html(std::string_view body, std::string_view charset,
                                     const std::string& url, Content& content) const {
  const auto base = url::parse(url);
  if (!base) return "";
  parse::ParsedPage page = parse::parse_page(
      body, {.url = *base, .transport = charset::encoding_for_label(charset)}, page_options_);
  content.title = clean(std::move(page.title).value_or(""));
  content.description = clean(std::move(page.description));
  content.visible.shapes.reserve(page.lines.size());
  for (const parse::TextLine& line : page.lines) {
    content.visible.shapes.push_back({.is_main = line.is_main, .is_link = line.is_link});
  }
  content.visible.text = clean(std::move(page.text));
  for (const parse::Link& link : page.links) {
    std::string tag = language::normalise(link.hreflang);
    auto canonical = tag.empty() ? std::nullopt : canonicalizer_.canonical(link.url);
    if (canonical) content.alternates.push_back({std::move(tag), std::move(*canonical).take()});
  }
  return language::normalise(page.language);
}

void ContentReader::read_plain(std::string_view body, std::string_view charset,
                               Content& content) const {
  body = body.substr(0, page_options_.max_text_bytes);
  const auto decision = charset::decide(body, charset::encoding_for_label(charset));
  std::string& text = content.visible.text;
  text = clean(charset::decode(decision.encoding, body));
  text.resize(std::min(text.size(), page_options_.max_text_bytes));
  text.resize(text::whole_characters(text));
}

}  // namespace freshet::convert
