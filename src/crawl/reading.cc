#include "crawl/reading.h"

#include <unordered_set>

#include "charset/decode.h"
#include "charset/encoding.h"
#include "coding/content_coding.h"
#include "collection/alias.h"
#include "collection/keys.h"
#include "crawl/challenge.h"
#include "crawl/page_version.h"
#include "crawl/shown_lines.h"
#include "http/content_type.h"
#include "http/link_header.h"
#include "http/status.h"
#include "parse/page.h"
#include "parse/sitemap.h"

namespace freshet::crawl {
namespace {

// Returns whether such links lead to pages; images and style sheets are not pages.
bool leads_to_a_page(parse::LinkKind kind) {
  switch (kind) {
    case parse::LinkKind::kHyperlink:
    case parse::LinkKind::kFrame:
    case parse::LinkKind::kCanonical:
    case parse::LinkKind::kAlternate:
    case parse::LinkKind::kRefresh:
    case parse::LinkKind::kForm: return true;
    case parse::LinkKind::kEmbed:
    case parse::LinkKind::kFeed:
    case parse::LinkKind::kRelated: return false;
  }
  return false;
}

bool looks_like_html(const http::ContentType& type, std::string_view body) {
  if (!type.essence.empty()) return type.is_html();
  const size_t start = body.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return start != std::string_view::npos && body[start] == '<';
}

// Returns the page in UTF-8, without a byte order mark. `decoded` is where a conversion is kept.
std::string_view in_utf8(std::string_view body, const charset::Decision& charset,
                         std::string& decoded) {
  const std::string_view content = body.substr(charset.bom_length);
  if (charset.encoding == charset::Encoding::kUtf8 && charset::is_valid_utf8(content)) {
    return content;
  }
  charset::Decoder(charset.encoding).decode(content, true, decoded);
  return decoded;
}

bool reloads_itself(const parse::ParsedPage& page, const url::Url& url) {
  if (!page.refresh) return false;
  const auto& target = page.refresh->target;
  return !target || target->without_fragment() == url.without_fragment();
}

}  // namespace

Reader::Reader(const CrawlOptions& options)
    : canonicalizer_(options.collection.canonical),
      page_options_(options.page),
      sitemap_options_(options.sitemap),
      agent_(options.collection.agent),
      max_bytes_(options.fetch.max_body_bytes),
      compares_(options.run.has_value()),
      compare_(options.compare),
      // The scope was made of them, so they can be read.
      recipes_(
          extract::Recipes::parse(options.collection.scope.recipes).value_or(extract::Recipes())) {}

Reading Reader::read(const fetch::Reply& reply, const ReadContext& context) const {
  const url::Url& url = context.url;
  Reading reading;
  reading.validators = http::validators_of(reply.headers);
  reading.robots = http::robots_directives_of(reply.headers, agent_);

  if (const auto location = reply.headers.get("location");
      location && http::status_kind(reply.status) == http::StatusKind::kRedirect) {
    const auto target = url::resolve(*location, url);
    auto canonical = target ? canonicalizer_.canonical(*target) : std::nullopt;
    if (canonical) reading.redirect = std::move(*canonical).take();
    if (target) reading.challenge = redirect_mark(url, target->href());
  }

  // A body without content coding is not copied.
  const auto coding = reply.headers.get("content-encoding");
  std::string unpacked;
  std::string_view body = reply.body;
  reading.truncated = reply.body_truncated;
  if (coding && !coding->empty()) {
    coding::Decoded decoded = coding::decode_content(reply.body, *coding, max_bytes_);
    reading.damaged = decoded.damaged || decoded.truncated;
    reading.truncated |= decoded.truncated;
    unpacked = std::move(decoded.bytes);
    body = unpacked;
  }
  reading.received = reply.body.size();
  reading.size = body.size();
  reading.received_digest = digest::sha256(reply.body);
  reading.content = coding ? digest::sha256(body) : reading.received_digest;
  if (reply.status != 200) {
    const ChallengeSigns signs{.status = reply.status, .headers = reply.headers, .body = body};
    if (reading.challenge.empty()) reading.challenge = challenge_mark(signs);
    return reading;
  }

  const http::ContentType type = http::content_type_of(reply.headers);
  if (context.is_sitemap) {
    read_sitemap(body, type.charset_label, url, reading);
    if (compares_) compare_names(context.before, reading);
  } else if (looks_like_html(type, body)) {
    read_page(reply, body, type.charset_label, context, reading);
  } else {
    read_other(reply, type.is_text() ? body : std::string_view(), context, reading);
  }
  return reading;
}

void Reader::read_page(const fetch::Reply& reply, std::string_view body,
                       std::string_view charset_label, const ReadContext& context,
                       Reading& reading) const {
  const std::vector<http::LinkValue> header_links = http::links_of(reply.headers);
  const parse::ParsedPage page =
      parse::parse_page(body,
                        {.url = context.url,
                         .transport = charset::encoding_for_label(charset_label),
                         .header_links = header_links},
                        page_options_);
  reading.robots |= page.robots;
  reading.title = page.title.value_or("");
  reading.modified = page.modified;
  reading.published = page.published;
  reading.simhash = digest::simhash_of_text(parse::main_text(page));
  reading.remarks = page.remarks;
  read_canonical(page, context.url, reading);
  const std::vector<uint64_t> targets = add_candidates(page, reading);
  reading.challenge = challenge_mark({.status = reply.status,
                                      .headers = reply.headers,
                                      .body = body,
                                      .title = reading.title,
                                      .text_bytes = page.text.size(),
                                      .links = reading.candidates.size(),
                                      .reloads_itself = reloads_itself(page, context.url)});
  if (read_by_recipe(body, page, context, reading) || !compares_) return;
  const std::vector<change::Line> lines = shown_lines(page, targets);
  compare(context.before, {.lines = lines, .metadata = metadata_of(page)}, context.at, compare_,
          reading);
}

bool Reader::read_by_recipe(std::string_view body, const parse::ParsedPage& page,
                            const ReadContext& context, Reading& reading) const {
  if (recipes_.empty()) return false;
  const std::string_view url = context.url.without_fragment();
  const extract::Recipes::Found found = recipes_.find(url);
  if (found.recipe == nullptr) return false;
  std::string decoded;
  if (found.match.kind == extract::PageKind::kList) {
    if (found.recipe->has_link_selector()) {
      const std::string_view html = in_utf8(body, page.charset, decoded);
      keep_chosen_links(*found.recipe, {.html = html, .url = context.url, .canonical = url},
                        reading);
    }
    ListReading& list = reading.list.emplace();
    for (size_t i = 0; i < reading.candidates.size(); ++i) {
      const auto target = recipes_.find(reading.candidates[i].url);
      if (target.match.kind == extract::PageKind::kItem) {
        list.items.push_back(static_cast<uint32_t>(i));
      }
    }
    if (compares_) compare_lists(context.before, reading);
    return true;
  }
  const std::string_view html = in_utf8(body, page.charset, decoded);
  extract::Extraction extraction =
      extract::extract(*found.recipe, {.html = html, .url = context.url, .canonical = url});
  reading.item = ItemReading{.recipe = found.recipe->name(),
                             .rules = found.recipe->fingerprint(),
                             .key = std::move(extraction.key),
                             .fields = std::move(extraction.fields),
                             .records = std::move(extraction.records),
                             .missing = std::move(extraction.missing)};
  if (compares_) compare_items(context.before, reading);
  return true;
}

// Keeps the links that the recipe chooses on a list.
void Reader::keep_chosen_links(const extract::Recipe& recipe, const extract::ExtractPage& page,
                               Reading& reading) const {
  const extract::RecipeLinks links = extract::links_of(recipe, page, canonicalizer_);
  std::unordered_set<std::string_view> chosen(links.items.begin(), links.items.end());
  chosen.insert(links.lists.begin(), links.lists.end());
  reading.candidates.keep_if([&](std::string_view url) { return chosen.contains(url); });
}

void Reader::read_canonical(const parse::ParsedPage& page, const url::Url& url,
                            Reading& reading) const {
  reading.canonical = Reading::Canonical::kNone;
  if (!page.canonical) return;
  const bool is_same_site = page.canonical->scheme() == url.scheme() &&
                            page.canonical->host_and_port() == url.host_and_port();
  if (is_same_site) return;
  const auto named = canonicalizer_.canonical(*page.canonical);
  const auto own = canonicalizer_.canonical(url);
  const bool is_same_path =
      named && own && collection::path_of(named->text()) == collection::path_of(own->text());
  if (!is_same_path) return;
  reading.canonical = Reading::Canonical::kElsewhere;
  reading.canonical_at = collection::site_text(named->text());
}

void Reader::read_other(const fetch::Reply& reply, std::string_view text,
                        const ReadContext& context, Reading& reading) const {
  const std::vector<http::LinkValue> header_links = http::links_of(reply.headers);
  uint64_t metadata = 0;
  if (!header_links.empty()) {
    const parse::ParsedPage page = parse::parse_page(
        "", {.url = context.url, .transport = {}, .header_links = header_links}, page_options_);
    reading.remarks = page.remarks;
    add_candidates(page, reading);
    metadata = metadata_of(page);
  }
  if (!compares_) return;
  const std::vector<change::Line> lines =
      text.empty() ? std::vector<change::Line>() : change::lines_of(text);
  compare(context.before, {.lines = lines, .metadata = metadata}, context.at, compare_, reading);
}

std::vector<uint64_t> Reader::add_candidates(const parse::ParsedPage& page,
                                             Reading& reading) const {
  reading.candidates.reserve(page.links.size());
  std::vector<uint64_t> targets(page.links.size(), 0);
  for (size_t i = 0; i < page.links.size(); ++i) {
    const parse::Link& link = page.links[i];
    // A feed lists new pages, which is useful only for revisits.
    const bool is_feed = link.kind == parse::LinkKind::kFeed && compares_ && recipes_.empty();
    if (!is_feed && !leads_to_a_page(link.kind)) continue;
    const bool added = reading.candidates.add(canonicalizer_, link.url,
                                              {.nofollow = link.nofollow, .sitemap = is_feed});
    if (added) targets[i] = reading.candidates.back_key().page.value;
  }
  return targets;
}

void Reader::read_sitemap(std::string_view body, std::string_view charset_label,
                          const url::Url& url, Reading& reading) const {
  const auto sitemap = parse::parse_sitemap(
      body, {.url = url, .transport = charset::encoding_for_label(charset_label)},
      sitemap_options_);
  if (!sitemap) {
    reading.remarks.push_back(sitemap.error().message);
    return;
  }
  reading.remarks = sitemap->remarks;
  reading.lists_changes = sitemap->kind != parse::SitemapKind::kRss;
  for (const parse::SitemapUrl& entry : sitemap->urls) {
    // The first moment of 1970 is what a server makes of a date that it does not have.
    const bool has_date = entry.lastmod && *entry.lastmod != Instant();
    reading.candidates.add(canonicalizer_, entry.loc,
                           {.date = has_date ? entry.lastmod : std::nullopt});
  }
  for (const parse::SitemapReference& entry : sitemap->sitemaps) {
    reading.candidates.add(canonicalizer_, entry.loc, {.sitemap = true});
  }
}

}  // namespace freshet::crawl
