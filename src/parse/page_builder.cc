#include "parse/page_builder.h"

#include <algorithm>

#include "parse/refresh.h"
#include "parse/srcset.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

// Nested <svg> and <math> beyond this are not kept apart.
constexpr size_t kMaxForeignDepth = 256;

// Calls f(token) for each token of a rel attribute. The standard knows white space between them
// only; people write commas as well.
template <typename F>
void for_each_token(std::string_view list, F&& f) {
  const auto separates = [](char c) { return text::is_space(c) || c == ','; };
  size_t i = 0;
  while (i < list.size()) {
    while (i < list.size() && separates(list[i])) ++i;
    const size_t start = i;
    while (i < list.size() && !separates(list[i])) ++i;
    if (i > start) f(list.substr(start, i - start));
  }
}

bool has_token(std::string_view list, std::string_view lower) {
  bool found = false;
  for_each_token(
      list, [&](std::string_view token) { found |= text::equals_ignoring_case(token, lower); });
  return found;
}

bool is_feed_type(std::string_view type) {
  type = text::trim(type.substr(0, type.find(';')));
  return text::equals_ignoring_case(type, "application/rss+xml") ||
         text::equals_ignoring_case(type, "application/atom+xml") ||
         text::equals_ignoring_case(type, "application/feed+json") ||
         text::equals_ignoring_case(type, "application/rdf+xml");
}

bool is_aside(Tag tag) {
  switch (tag) {
    case Tag::kNav:
    case Tag::kAside:
    case Tag::kFooter:
    case Tag::kButton:
    case Tag::kSelect:
    case Tag::kNoscript: return true;
    default: return false;
  }
}

// Whether a browser shows the text of the element, whose content model is not kData.
bool shows_text(Tag raw_text) {
  return raw_text == Tag::kOther || raw_text == Tag::kPlaintext || raw_text == Tag::kXmp ||
         raw_text == Tag::kTextarea;
}

}  // namespace

PageBuilder::PageBuilder(const PageOptions& options)
    : options_(options), text_(options.max_text_bytes) {
  // Enough for most pages, so that nothing moves while they are read.
  found_.reserve(128);
  strings_.reserve(4096);
}

bool PageBuilder::wants_attributes(Tag tag) const {
  switch (tag) {
    case Tag::kA:
    case Tag::kArea:
    case Tag::kAudio:
    case Tag::kBase:
    case Tag::kEmbed:
    case Tag::kForm:
    case Tag::kFrame:
    case Tag::kHtml:
    case Tag::kIframe:
    case Tag::kImage:
    case Tag::kImg:
    case Tag::kInput:
    case Tag::kLink:
    case Tag::kMeta:
    case Tag::kScript:
    case Tag::kSource:
    case Tag::kTextarea:
    case Tag::kTime:
    case Tag::kTrack:
    case Tag::kVideo: return template_depth_ == 0;
    default: return false;
  }
}

void PageBuilder::text(std::string_view piece) {
  if (template_depth_ > 0) return;
  if (in_title_) {
    if (page_.title->size() < options_.max_title_bytes) append_collapsed(*page_.title, piece);
    return;
  }
  if (raw_text_ == Tag::kScript) dates_.script_text(piece);
  if (!in_frameset_ && shows_text(raw_text_)) text_.add(piece, in_anchor_);
}

ContentModel PageBuilder::start_tag(const StartTag& tag) {
  if (in_foreign_content() && leaves_foreign_content(tag.tag)) foreign_.clear();
  const bool foreign = in_foreign_content();
  if (!tag.self_closing) enter_foreign(tag);

  if (tag.tag == Tag::kTemplate && !foreign) {
    ++template_depth_;
    return ContentModel::kData;
  }
  if (is_block(tag.tag)) {
    if (is_aside(tag.tag)) ++aside_depth_;
    text_.break_block(region());
  }
  if (template_depth_ == 0) note_element(tag);

  if (foreign) {
    // SVG's own style sheets and scripts are read as data, and are not shown.
    const bool hidden = tag.tag == Tag::kStyle || tag.tag == Tag::kScript;
    if (hidden && !tag.self_closing) raw_text_ = tag.tag;
    return ContentModel::kData;
  }
  const ContentModel model = content_model(tag.tag);
  if (model != ContentModel::kData) raw_text_ = tag.tag;
  return model;
}

void PageBuilder::end_tag(Tag tag, std::string_view) {
  if (raw_text_ == Tag::kScript) dates_.end_script();
  raw_text_ = Tag::kOther;
  leave_foreign(tag);
  switch (tag) {
    case Tag::kTitle: in_title_ = false; return;
    case Tag::kA: in_anchor_ = false; return;
    case Tag::kTemplate:
      if (template_depth_ > 0 && !in_foreign_content()) --template_depth_;
      return;
    default: break;
  }
  if (is_block(tag)) {
    if (is_aside(tag) && aside_depth_ > 0) --aside_depth_;
    text_.break_block(region());
  }
}

void PageBuilder::enter_foreign(const StartTag& tag) {
  if (foreign_.size() >= kMaxForeignDepth) return;
  if (!in_foreign_content()) {
    if (tag.tag == Tag::kSvg) foreign_.push_back(Foreign::kSvg);
    if (tag.tag == Tag::kMath) foreign_.push_back(Foreign::kMath);
    return;
  }
  // HTML integration points (13.2.6): inside them HTML's rules hold again.
  const bool svg = foreign_.back() == Foreign::kSvg;
  const bool html_inside =
      svg ? tag.tag == Tag::kForeignObject || tag.tag == Tag::kDesc || tag.tag == Tag::kTitle
          : tag.tag == Tag::kAnnotationXml;
  if (html_inside)
    foreign_.push_back(Foreign::kHtmlInside);
  else if (svg && tag.tag == Tag::kSvg)
    foreign_.push_back(Foreign::kSvg);
  else if (!svg && tag.tag == Tag::kMath)
    foreign_.push_back(Foreign::kMath);
}

void PageBuilder::leave_foreign(Tag tag) {
  if (foreign_.empty()) return;
  switch (tag) {
    case Tag::kSvg:
    case Tag::kMath: {
      const Foreign kind = tag == Tag::kSvg ? Foreign::kSvg : Foreign::kMath;
      while (!foreign_.empty()) {
        const Foreign top = foreign_.back();
        foreign_.pop_back();
        if (top == kind) break;
      }
      return;
    }
    case Tag::kForeignObject:
    case Tag::kDesc:
    case Tag::kTitle:
    case Tag::kAnnotationXml:
      if (foreign_.back() == Foreign::kHtmlInside) foreign_.pop_back();
      return;
    default: return;
  }
}

void PageBuilder::note_element(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kTitle:
      if (!page_.title && foreign_.empty()) {
        page_.title.emplace();
        in_title_ = true;
      }
      return;
    case Tag::kA: in_anchor_ = true; [[fallthrough]];
    case Tag::kArea:
      if (tag.tag == Tag::kArea) note_text(tag, "alt");
      if (const auto href = tag.attribute("href")) note_link(tag, *href, LinkKind::kHyperlink);
      return;
    case Tag::kBase:
      if (const auto href = tag.attribute("href"); href && !base_href_) base_href_ = *href;
      return;
    case Tag::kMeta: note_meta(tag); return;
    case Tag::kLink: note_link_element(tag); return;
    case Tag::kHtml:
      if (!has_html_lang_) {
        auto lang = tag.attribute("lang");
        if (!lang) lang = tag.attribute("xml:lang");
        if (lang) page_.language = bounded(text::trim(*lang));
        has_html_lang_ = lang.has_value();
      }
      return;
    case Tag::kFrameset: in_frameset_ |= !body_seen_; return;
    case Tag::kBody: body_seen_ = true; return;
    case Tag::kFrame:
    case Tag::kIframe: note_source(tag, LinkKind::kFrame); return;
    case Tag::kImg: note_text(tag, "alt"); [[fallthrough]];
    case Tag::kSource:
      note_source(tag, LinkKind::kEmbed);
      if (const auto srcset = tag.attribute("srcset")) {
        for (const std::string_view url : srcset_urls(*srcset)) {
          note_link(tag, url, LinkKind::kEmbed);
        }
      }
      return;
    case Tag::kImage:  // HTML's parser reads <image> as <img>; in SVG it is something else
      if (foreign_.empty()) note_source(tag, LinkKind::kEmbed);
      return;
    case Tag::kTime: dates_.note_time(tag); return;
    case Tag::kScript: dates_.begin_script(tag); [[fallthrough]];
    case Tag::kEmbed:
    case Tag::kVideo:
    case Tag::kAudio:
    case Tag::kTrack: note_source(tag, LinkKind::kEmbed); return;
    case Tag::kInput: note_input(tag); return;
    case Tag::kTextarea: note_text(tag, "placeholder"); return;
    case Tag::kForm:
      if (options_.form_links) {
        const auto method = tag.attribute("method");
        const auto action = tag.attribute("action");
        const bool get = !method || method->empty() || text::equals_ignoring_case(*method, "get");
        if (get && action) note_link(tag, *action, LinkKind::kForm);
      }
      return;
    default: return;
  }
}

// What a form field shows: its value, or what stands in its place.
void PageBuilder::note_input(const StartTag& tag) {
  const std::string_view type = tag.attribute("type").value_or("text");
  const auto is = [&](std::string_view name) { return text::equals_ignoring_case(type, name); };
  if (is("image")) {
    note_text(tag, "alt");
    note_source(tag, LinkKind::kEmbed);
  } else if (!is("hidden") && !is("password") && !is("checkbox") && !is("radio")) {
    const bool has_value = !tag.attribute("value").value_or("").empty();
    note_text(tag, has_value ? "value" : "placeholder");
  }
}

void PageBuilder::note_text(const StartTag& tag, std::string_view attribute) {
  const auto shown = tag.attribute(attribute);
  if (shown && !in_frameset_) text_.add_word(*shown, in_anchor_);
}

void PageBuilder::note_meta(const StartTag& tag) {
  const auto content = tag.attribute("content");
  if (!content) return;
  dates_.note_meta(tag, *content);
  if (const auto http_equiv = tag.attribute("http-equiv")) {
    const std::string_view directive = text::trim(*http_equiv);
    if (text::equals_ignoring_case(directive, "refresh") && !page_.refresh) {
      if (const auto refresh = parse_refresh(*content)) {
        page_.refresh = Refresh{.delay_seconds = refresh->delay_seconds, .target = {}};
        if (refresh->url) {
          refresh_href_ = *refresh->url;
          note_link(tag, *refresh->url, LinkKind::kRefresh);
        }
      }
    } else if (text::equals_ignoring_case(directive, "content-language") &&
               content_language_.empty()) {
      content_language_ = bounded(text::trim(content->substr(0, content->find(','))));
    }
  }
  if (const auto attribute = tag.attribute("name")) {
    const std::string_view meta_name = text::trim(*attribute);
    if (text::equals_ignoring_case(meta_name, "description")) {
      if (page_.description.empty()) page_.description = bounded(*content);
    } else if (text::equals_ignoring_case(meta_name, "robots") ||
               text::equals_ignoring_case(meta_name, options_.agent)) {
      page_.robots |= http::parse_robots_content(*content);
    }
  }
}

void PageBuilder::note_link_element(const StartTag& tag) {
  const auto href = tag.attribute("href");
  const auto rel = tag.attribute("rel");
  if (!href || !rel || text::trim(*href).empty()) return;
  // Hints about connections are no addresses of anything.
  if (has_token(*rel, "dns-prefetch") || has_token(*rel, "preconnect")) return;
  LinkKind kind = LinkKind::kRelated;
  if (has_token(*rel, "stylesheet") || has_token(*rel, "icon")) {
    kind = LinkKind::kEmbed;
  } else if (has_token(*rel, "canonical")) {
    kind = LinkKind::kCanonical;
  } else if (has_token(*rel, "alternate")) {
    const auto type = tag.attribute("type");
    kind = type && is_feed_type(*type) ? LinkKind::kFeed : LinkKind::kAlternate;
  }
  note_link(tag, *href, kind);
}

// An empty src names nothing (4.8.4.3.5); resolved, it would be the page itself.
void PageBuilder::note_source(const StartTag& tag, LinkKind kind) {
  const auto src = tag.attribute("src");
  if (src && !text::trim(*src).empty()) note_link(tag, *src, kind);
}

void PageBuilder::note_link(const StartTag& tag, std::string_view href, LinkKind kind) {
  if (options_.only_alternates && kind != LinkKind::kAlternate) return;
  if (found_.size() >= options_.max_links) {
    ++links_dropped_;
    return;
  }
  const auto keep = [&](std::string_view text) {
    const auto start = static_cast<uint32_t>(strings_.size());
    strings_ += text;
    return start;
  };
  Found link{.line = text_.line(), .tag = tag.tag, .kind = kind};
  link.href = keep(href);
  link.href_size = static_cast<uint32_t>(href.size());
  if (const auto rel = tag.attribute("rel"); rel && rel->size() <= options_.max_title_bytes) {
    link.rel = static_cast<uint32_t>(strings_.size());
    for_each_token(*rel, [&](std::string_view token) {
      if (strings_.size() > link.rel) strings_ += ' ';
      const size_t start = strings_.size();
      for (const char c : token) strings_ += text::to_lower(c);
      const std::string_view lower = std::string_view(strings_).substr(start);
      link.nofollow |= lower == "nofollow" || lower == "ugc" || lower == "sponsored";
    });
    link.rel_size = static_cast<uint32_t>(strings_.size()) - link.rel;
  }
  if (kind == LinkKind::kAlternate) {
    if (const auto lang = tag.attribute("hreflang"); lang && lang->size() < 64) {
      link.hreflang = keep(text::trim(*lang));
      link.hreflang_size = static_cast<uint32_t>(text::trim(*lang).size());
    }
  }
  found_.push_back(link);
}

std::string PageBuilder::bounded(std::string_view text) const {
  std::string collapsed;
  append_collapsed(collapsed, text);
  trim_to(collapsed, options_.max_title_bytes);
  return collapsed;
}

}  // namespace freshet::parse
