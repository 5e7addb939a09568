#include "parse/sitemap_builder.h"

#include <array>
#include <charconv>

#include "parse/date.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

// A longer text is neither an address nor a date.
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

// Sets the kind of the file if the element shows it, and returns whether it does. Elements before
// that one are ignored.
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
    append_bounded(entry_.text, piece);
}

ContentModel SitemapBuilder::start_tag(const StartTag& tag) {
  if (!has_kind_ && !begins_document(tag)) return ContentModel::kData;
  if (prefix_of(tag.name) == prefix_ && is_entry(local_name(tag.name))) {
    close_entry();  // the previous one may lack its end tag
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
    add_atom_link(tag);
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

void SitemapBuilder::add_atom_link(const StartTag& tag) {
  const auto rel = tag.attribute("rel");
  const auto href = tag.attribute("href");
  // An entry has one page; links to enclosures, for editing and so on are ignored.
  if (href && entry_.locs.empty() && (!rel || text::equals_ignoring_case(*rel, "alternate"))) {
    entry_.locs.emplace_back(*href);
  }
}

void SitemapBuilder::open_entry() {
  in_entry_ = true;
  for (std::string* text : {&entry_.guid, &entry_.lastmod, &entry_.published, &entry_.changefreq,
                            &entry_.priority, &entry_.text})
    text->clear();
  entry_.locs.clear();
}

void SitemapBuilder::close_field() {
  const std::string_view text = text::trim(field_text_);
  switch (field_) {
    case Field::kNone: break;
    case Field::kLoc:
      if (!text.empty() && entry_.locs.size() < kMaxLocsPerEntry) entry_.locs.emplace_back(text);
      break;
    case Field::kGuid: entry_.guid = text; break;
    case Field::kLastmod: entry_.lastmod = text; break;
    case Field::kPublished: entry_.published = text; break;
    case Field::kChangefreq: entry_.changefreq = text; break;
    case Field::kPriority: entry_.priority = text; break;
  }
  field_ = Field::kNone;
  field_text_.clear();
}

void SitemapBuilder::close_entry() {
  close_field();
  if (!in_entry_) return;
  in_entry_ = false;
  if (entry_.locs.empty()) {
    // Some files are malformed, but clear: an item has its address only in <guid>, or the address
    // is in the entry without <loc>.
    const std::string_view bare =
        is_absolute_web_url(entry_.guid) ? entry_.guid : text::trim(entry_.text);
    if (is_absolute_web_url(bare)) entry_.locs.emplace_back(bare);
  }
  if (entry_.locs.empty()) ++faults_.without_loc;
  for (const std::string& loc : entry_.locs) add(loc);
}

void SitemapBuilder::add(std::string_view loc) {
  if (sitemap_.urls.size() + sitemap_.sitemaps.size() >= options_.max_urls) {
    ++faults_.beyond_limit;
    return;
  }
  auto resolved = url::resolve(loc, base_);
  // A reference to an entity, which the file may declare, is not an address.
  if (loc.starts_with('&') || !resolved || !resolved->is_web()) {
    ++faults_.invalid;
    return;
  }
  const std::string_view date = entry_.lastmod.empty() ? entry_.published : entry_.lastmod;
  const std::optional<Instant> lastmod = parse_feed_date(date);
  if (!lastmod && !date.empty()) ++faults_.bad_dates;
  if (sitemap_.kind == SitemapKind::kIndex) {
    sitemap_.sitemaps.push_back({std::move(*resolved), lastmod});
    return;
  }
  sitemap_.urls.push_back({.loc = std::move(*resolved),
                           .lastmod = lastmod,
                           .changefreq = parse_frequency(entry_.changefreq),
                           .priority = parse_priority(entry_.priority)});
}

void SitemapBuilder::add_line(std::string_view line) {
  line = text::trim(line);
  if (line.empty()) return;
  if (!is_absolute_web_url(line)) {
    ++faults_.invalid;
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
  remark(faults_.invalid, "addresses are not http or https URLs");
  remark(faults_.without_loc, "entries have no address");
  remark(faults_.bad_dates, "dates cannot be read");
  remark(faults_.beyond_limit, "entries beyond the limit were left out");
  return std::move(sitemap_);
}

}  // namespace freshet::parse
