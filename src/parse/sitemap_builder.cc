#include "parse/sitemap_builder.h"

#include <array>
#include <charconv>

#include "parse/date.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

// No address or date is longer; what goes on is not one.
constexpr size_t kMaxField = 8 * 1024;
constexpr size_t kMaxLocsPerEntry = 100;

constexpr std::array<std::string_view, 7> kFrequencies = {"always",  "hourly", "daily", "weekly",
                                                          "monthly", "yearly", "never"};

std::optional<ChangeFrequency> parse_frequency(std::string_view text) {
  for (size_t i = 0; i < kFrequencies.size(); ++i) {
    if (text::equals_ignoring_case(text::trim(text), kFrequencies[i]))
      return static_cast<ChangeFrequency>(i);
  }
  return std::nullopt;
}

std::optional<double> parse_priority(std::string_view text) {
  text = text::trim(text);
  double priority = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), priority);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(priority >= 0 && priority <= 1)) return std::nullopt;
  return priority;
}

std::string_view local_name(std::string_view name) {
  const size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string_view prefix_of(std::string_view name) {
  return name.substr(0, name.size() - local_name(name).size());
}

bool is_absolute_web_url(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

void append_bounded(std::string& out, std::string_view piece) {
  if (out.size() < kMaxField) out.append(piece.substr(0, kMaxField - out.size()));
}

}  // namespace

std::string_view name(SitemapKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"urlset", "index", "rss", "atom", "text"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view name(ChangeFrequency frequency) {
  return kFrequencies[static_cast<size_t>(frequency)];
}

// The first element that says what the file is; whatever stands before it is passed over.
bool SitemapBuilder::begins_document(const StartTag& tag) {
  const std::string_view local = local_name(tag.name);
  if (local == "urlset" || local == "url")
    sitemap_.kind = SitemapKind::kUrlset;
  else if (local == "sitemapindex" || local == "sitemap")
    sitemap_.kind = SitemapKind::kIndex;
  else if (local == "rss" || local == "rdf")
    sitemap_.kind = SitemapKind::kRss;
  else if (local == "feed")
    sitemap_.kind = SitemapKind::kAtom;
  else
    return false;
  has_kind_ = true;
  // In RSS 1.0 the root is rdf:RDF, and the items have no prefix.
  if (sitemap_.kind != SitemapKind::kRss) prefix_ = prefix_of(tag.name);
  return true;
}

bool SitemapBuilder::is_entry(std::string_view local) const {
  switch (sitemap_.kind) {
    case SitemapKind::kUrlset: return local == "url";
    case SitemapKind::kIndex: return local == "sitemap";
    case SitemapKind::kRss: return local == "item";
    case SitemapKind::kAtom: return local == "entry";
    case SitemapKind::kText: return false;
  }
  return false;
}

SitemapBuilder::Field SitemapBuilder::field_for(std::string_view element) const {
  if (sitemap_.kind == SitemapKind::kRss && element == "dc:date") return Field::kLastmod;
  if (prefix_of(element) != prefix_) return Field::kNone;
  const std::string_view local = local_name(element);
  switch (sitemap_.kind) {
    case SitemapKind::kUrlset:
    case SitemapKind::kIndex:
      if (local == "loc") return Field::kLoc;
      if (local == "lastmod") return Field::kLastmod;
      if (local == "changefreq") return Field::kChangefreq;
      if (local == "priority") return Field::kPriority;
      return Field::kNone;
    case SitemapKind::kRss:
      if (local == "link") return Field::kLoc;
      if (local == "guid") return Field::kGuid;
      if (local == "pubdate") return Field::kPublished;
      return Field::kNone;
    case SitemapKind::kAtom:
      if (local == "updated" || local == "modified") return Field::kLastmod;
      if (local == "published" || local == "issued") return Field::kPublished;
      return Field::kNone;
    case SitemapKind::kText: return Field::kNone;
  }
  return Field::kNone;
}

void SitemapBuilder::text(std::string_view piece) {
  if (field_ != Field::kNone)
    append_bounded(field_text_, piece);
  else if (in_entry_)
    append_bounded(entry_text_, piece);
}

ContentModel SitemapBuilder::start_tag(const StartTag& tag) {
  if (!has_kind_ && !begins_document(tag)) return ContentModel::kData;
  if (prefix_of(tag.name) == prefix_ && is_entry(local_name(tag.name))) {
    // Also where the one before was never closed.
    close_entry();
    open_entry();
    return ContentModel::kData;
  }
  if (!in_entry_) return ContentModel::kData;
  const Field field = field_for(tag.name);
  if (field != Field::kNone) {
    close_field();
    if (tag.self_closing) return ContentModel::kData;
    field_ = field;
    field_name_ = tag.name;
  } else if (sitemap_.kind == SitemapKind::kAtom && prefix_of(tag.name) == prefix_ &&
             local_name(tag.name) == "link") {
    note_atom_link(tag);
  }
  return ContentModel::kData;
}

void SitemapBuilder::end_tag(Tag, std::string_view element) {
  if (field_ != Field::kNone && element == field_name_) {
    close_field();
  } else if (in_entry_ && prefix_of(element) == prefix_ && is_entry(local_name(element))) {
    close_entry();
  }
}

void SitemapBuilder::note_atom_link(const StartTag& tag) {
  const auto rel = tag.attribute("rel");
  const auto href = tag.attribute("href");
  // An entry has one page; enclosures, edit links and the like are others.
  if (href && locs_.empty() && (!rel || text::equals_ignoring_case(*rel, "alternate"))) {
    locs_.emplace_back(*href);
  }
}

void SitemapBuilder::open_entry() {
  in_entry_ = true;
  entry_text_.clear();
  locs_.clear();
  for (std::string* text : {&guid_, &lastmod_, &published_, &changefreq_, &priority_})
    text->clear();
}

void SitemapBuilder::close_field() {
  const std::string_view text = text::trim(field_text_);
  switch (field_) {
    case Field::kNone: break;
    case Field::kLoc:
      if (!text.empty() && locs_.size() < kMaxLocsPerEntry) locs_.emplace_back(text);
      break;
    case Field::kGuid: guid_ = text; break;
    case Field::kLastmod: lastmod_ = text; break;
    case Field::kPublished: published_ = text; break;
    case Field::kChangefreq: changefreq_ = text; break;
    case Field::kPriority: priority_ = text; break;
  }
  field_ = Field::kNone;
  field_text_.clear();
}

void SitemapBuilder::close_entry() {
  close_field();
  if (!in_entry_) return;
  in_entry_ = false;
  if (locs_.empty()) {
    // Written carelessly, but plain to see: an item known by its address alone, or an address that
    // stands in the entry without <loc>.
    const std::string_view bare = is_absolute_web_url(guid_) ? guid_ : text::trim(entry_text_);
    if (is_absolute_web_url(bare)) locs_.emplace_back(bare);
  }
  if (locs_.empty()) ++without_loc_;
  for (const std::string& loc : locs_) add(loc);
}

void SitemapBuilder::add(std::string_view loc) {
  if (sitemap_.urls.size() + sitemap_.sitemaps.size() >= options_.max_urls) {
    ++beyond_limit_;
    return;
  }
  auto resolved = url::resolve(loc, base_);
  // A reference to an entity that the file meant to declare is no address.
  if (loc.starts_with('&') || !resolved || !resolved->is_web()) {
    ++invalid_;
    return;
  }
  const std::string_view date = lastmod_.empty() ? published_ : lastmod_;
  const std::optional<Instant> lastmod = parse_feed_date(date);
  if (!lastmod && !date.empty()) ++bad_dates_;
  if (sitemap_.kind == SitemapKind::kIndex) {
    sitemap_.sitemaps.push_back({std::move(*resolved), lastmod});
    return;
  }
  sitemap_.urls.push_back({.loc = std::move(*resolved),
                           .lastmod = lastmod,
                           .changefreq = parse_frequency(changefreq_),
                           .priority = parse_priority(priority_)});
}

void SitemapBuilder::add_line(std::string_view line) {
  line = text::trim(line);
  if (line.empty()) return;
  if (!is_absolute_web_url(line)) {
    ++invalid_;
    return;
  }
  has_kind_ = true;
  sitemap_.kind = SitemapKind::kText;
  add(line);
}

Result<ParsedSitemap> SitemapBuilder::finish() {
  close_entry();
  if (!has_kind_) return fail("this is neither a sitemap nor a feed");
  const auto remark = [&](uint64_t count, std::string_view what) {
    if (count > 0) sitemap_.remarks.push_back(std::to_string(count) + " " + std::string(what));
  };
  remark(invalid_, "addresses are not http or https URLs");
  remark(without_loc_, "entries have no address");
  remark(bad_dates_, "dates cannot be read");
  remark(beyond_limit_, "entries beyond the limit were left out");
  return std::move(sitemap_);
}

}  // namespace freshet::parse
