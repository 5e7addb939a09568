#include "convert/content.h"

#include <algorithm>

#include "charset/decide.h"
#include "charset/decode.h"
#include "coding/content_coding.h"
#include "convert/clean_text.h"
#include "convert/cpu_timer.h"
#include "convert/page_language.h"
#include "http/content_type.h"
#include "http/header_block.h"
#include "http/link_header.h"
#include "language/tag.h"
#include "text/utf8.h"
#include "url/url.h"

namespace freshet::convert {
namespace {

// The limit on alternates of a page; no honest site has so many languages.
constexpr size_t kMaxAlternates = 512;

bool looks_like_html(std::string_view body) {
  const size_t start = body.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return start != std::string_view::npos && body[start] == '<';
}

void set_language(PageLanguage language, Content& content) {
  content.language = std::move(language.tag);
  content.language_from = language.from;
}

}  // namespace

ContentReader::ContentReader(Archives archives, parse::PageOptions page, size_t max_body_bytes)
    : archives_(std::move(archives)),
      page_options_(std::move(page)),
      max_body_bytes_(max_body_bytes) {
  // Other links are read from the store, which already has them.
  page_options_.only_alternates = true;
  page_options_.max_links = kMaxAlternates;
}

Result<warc::FoundRecord> ContentReader::record_at(const store::ArchivePosition& at) {
  const CpuTimer timer(times_.read_ns);
  std::filesystem::path file = archives_.file_of(at);
  if (file.empty()) return fail("the archive of another agent is not here");
  if (file_ != file || !records_) {
    auto opened = archives_.open(at);
    if (!opened) return Unexpected(opened.error());
    source_ = std::move(*opened);
    records_.emplace(warc::RecordsByOffset::of_file(source_));
    file_ = std::move(file);
  }
  auto found = records_->at(at.offset);
  if (found) return std::move(*found);
  // The file may have grown since it was opened. Closing it lets the next read see all of it.
  file_.clear();
  if (auto outage = source_->outage()) return Unexpected(std::move(*outage));
  return fail("reading the archive: " + found.error().message);
}

Result<Content> ContentReader::read(const store::ArchivePosition& at, const std::string& url) {
  auto record = record_at(at);
  if (!record) return Unexpected(record.error());
  const CpuTimer timer(times_.parse_ns);
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
  const auto base = url::parse(url);
  const std::vector<http::LinkValue> header_links = http::links_of(head.headers);
  const bool is_html = type.is_html() || content.media_type == "text/html";
  if (is_html && base) {
    std::string by_page = read_html(body,
                                    {.url = *base,
                                     .transport = charset::encoding_for_label(type.charset_label),
                                     .header_links = header_links},
                                    content);
    if (!by_page.empty()) declared = std::move(by_page);
  } else if (base && !header_links.empty()) {
    read_alternates(
        parse::parse_page("", {.url = *base, .transport = {}, .header_links = header_links},
                          page_options_),
        content);
  }
  if (content.media_type == "text/plain") read_plain(body, type.charset_label, content);
  set_language(page_language(declared, content.visible.text), content);
  return content;
}

std::string ContentReader::read_html(std::string_view body, const parse::PageContext& context,
                                     Content& content) const {
  parse::ParsedPage page = parse::parse_page(body, context, page_options_);
  read_alternates(page, content);
  content.title = clean(std::move(page.title).value_or(""));
  content.description = clean(std::move(page.description));
  content.visible.shapes.reserve(page.lines.size());
  for (const parse::TextLine& line : page.lines) {
    content.visible.shapes.push_back({.is_main = line.is_main, .is_link = line.is_link});
  }
  content.visible.text = clean(std::move(page.text));
  return language::normalise(page.language);
}

void ContentReader::read_alternates(const parse::ParsedPage& page, Content& content) const {
  for (const parse::Link& link : page.links) {
    std::string tag = language::normalise(link.hreflang);
    auto canonical = tag.empty() ? std::nullopt : canonicalizer_.canonical(link.url);
    if (canonical) content.alternates.push_back({std::move(tag), std::move(*canonical).take()});
  }
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
