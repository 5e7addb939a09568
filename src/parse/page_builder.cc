#include "parse/page_builder.h"

#include "parse/refresh.h"
#include "parse/rel.h"
#include "parse/srcset.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

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

// Whether a browser shows the text of an element whose content model is not kData.
bool shows_text(Tag raw_text) {
  return raw_text == Tag::kOther || raw_text == Tag::kPlaintext || raw_text == Tag::kXmp ||
         raw_text == Tag::kTextarea;
}

}  // namespace

PageBuilder::PageBuilder(const PageOptions& options)
    : options_(options), text_(options.max_text_bytes) {}

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
  if (foreign_.is_inside() && leaves_foreign_content(tag.tag)) foreign_.leave_all();
  const bool foreign = foreign_.is_inside();
  if (!tag.self_closing) foreign_.enter(tag.tag);

  if (tag.tag == Tag::kTemplate && !foreign) {
    ++template_depth_;
    return ContentModel::kData;
  }
  if (is_block(tag.tag)) {
    if (is_aside(tag.tag)) ++aside_depth_;
    text_.break_block(region());
  }
  if (template_depth_ == 0) process_element(tag);

  if (foreign) {
    // Style sheets and scripts of SVG are tokenized as data, and not shown.
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
  foreign_.leave(tag);
  switch (tag) {
    case Tag::kTitle: in_title_ = false; return;
    case Tag::kA: in_anchor_ = false; return;
    case Tag::kTemplate:
      if (template_depth_ > 0 && !foreign_.is_inside()) --template_depth_;
      return;
    default: break;
  }
  if (is_block(tag)) {
    if (is_aside(tag) && aside_depth_ > 0) --aside_depth_;
    text_.break_block(region());
  }
}

void PageBuilder::process_element(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kTitle:
      if (!page_.title && !foreign_.has_open()) {
        page_.title.emplace();
        in_title_ = true;
      }
      return;
    case Tag::kA: in_anchor_ = true; [[fallthrough]];
    case Tag::kArea:
      if (tag.tag == Tag::kArea) add_attribute_text(tag, "alt");
      if (const auto href = tag.attribute("href")) add_tag_link(tag, *href, LinkKind::kHyperlink);
      return;
    case Tag::kBase:
      if (const auto href = tag.attribute("href"); href) links_.set_base(*href);
      return;
    case Tag::kMeta: process_meta(tag); return;
    case Tag::kLink: {
      const std::string_view href = tag.attribute("href").value_or("");
      const auto rel = tag.attribute("rel");
      if (!rel) return;
      const auto kind = kind_of_link(href, *rel, tag.attribute("type").value_or(""));
      if (kind) add_tag_link(tag, href, *kind);
      return;
    }
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
    case Tag::kIframe: add_source_link(tag, LinkKind::kFrame); return;
    case Tag::kImg: add_attribute_text(tag, "alt"); [[fallthrough]];
    case Tag::kSource:
      add_source_link(tag, LinkKind::kEmbed);
      if (const auto srcset = tag.attribute("srcset")) {
        for (const std::string_view url : srcset_urls(*srcset)) {
          add_tag_link(tag, url, LinkKind::kEmbed);
        }
      }
      return;
    case Tag::kImage:  // in HTML the parser treats <image> as <img>; in SVG it is another element
      if (!foreign_.has_open()) add_source_link(tag, LinkKind::kEmbed);
      return;
    case Tag::kTime: dates_.add_time(tag); return;
    case Tag::kScript: dates_.begin_script(tag); [[fallthrough]];
    case Tag::kEmbed:
    case Tag::kVideo:
    case Tag::kAudio:
    case Tag::kTrack: add_source_link(tag, LinkKind::kEmbed); return;
    case Tag::kInput: process_input(tag); return;
    case Tag::kTextarea: add_attribute_text(tag, "placeholder"); return;
    case Tag::kForm:
      if (options_.form_links) {
        const auto method = tag.attribute("method");
        const auto action = tag.attribute("action");
        const bool get = !method || method->empty() || text::equals_ignoring_case(*method, "get");
        if (get && action) add_tag_link(tag, *action, LinkKind::kForm);
      }
      return;
    default: return;
  }
}

// Adds the text that a form field shows: its value or its placeholder.
void PageBuilder::process_input(const StartTag& tag) {
  const std::string_view type = tag.attribute("type").value_or("text");
  const auto is = [&](std::string_view name) { return text::equals_ignoring_case(type, name); };
  if (is("image")) {
    add_attribute_text(tag, "alt");
    add_source_link(tag, LinkKind::kEmbed);
  } else if (!is("hidden") && !is("password") && !is("checkbox") && !is("radio")) {
    const bool has_value = !tag.attribute("value").value_or("").empty();
    add_attribute_text(tag, has_value ? "value" : "placeholder");
  }
}

void PageBuilder::add_attribute_text(const StartTag& tag, std::string_view attribute) {
  const auto shown = tag.attribute(attribute);
  if (shown && !in_frameset_) text_.add_word(*shown, in_anchor_);
}

void PageBuilder::process_meta(const StartTag& tag) {
  const auto content = tag.attribute("content");
  if (!content) return;
  dates_.add_meta(tag, *content);
  if (const auto http_equiv = tag.attribute("http-equiv")) {
    const std::string_view directive = text::trim(*http_equiv);
    if (text::equals_ignoring_case(directive, "refresh") && !page_.refresh) {
      if (const auto refresh = parse_refresh(*content)) {
        page_.refresh = Refresh{.delay_seconds = refresh->delay_seconds, .target = {}};
        if (refresh->url) {
          links_.set_refresh(*refresh->url);
          add_tag_link(tag, *refresh->url, LinkKind::kRefresh);
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

// An empty src is ignored (4.8.4.3.5); resolved, it would be the page itself.
void PageBuilder::add_source_link(const StartTag& tag, LinkKind kind) {
  const auto src = tag.attribute("src");
  if (src && !text::trim(*src).empty()) add_tag_link(tag, *src, kind);
}

void PageBuilder::add_tag_link(const StartTag& tag, std::string_view href, LinkKind kind) {
  links_.add({.href = href,
              .rel = tag.attribute("rel"),
              .hreflang = tag.attribute("hreflang"),
              .tag = tag.tag,
              .kind = kind,
              .line = text_.line()});
}

std::string PageBuilder::bounded(std::string_view text) const {
  std::string collapsed;
  append_collapsed(collapsed, text);
  trim_to(collapsed, options_.max_title_bytes);
  return collapsed;
}

ParsedPage PageBuilder::finish(const PageContext& context, const charset::Decision& charset) {
  ParsedPage page = std::move(page_);
  page.charset = charset;
  if (page.title) trim_to(*page.title, options_.max_title_bytes);
  if (!has_html_lang_) page.language = content_language_;
  dates_.end_script();  // the page may end inside a script
  page.modified = dates_.modified();
  page.published = dates_.published();
  links_.resolve_base(context, page);
  links_.add_headers(context, text_.line());
  links_.resolve(context, page);
  if (text_.truncated()) {
    page.remarks.push_back("text beyond " + std::to_string(options_.max_text_bytes) +
                           " bytes was left out");
  }
  text_.finish(page);
  return page;
}

}  // namespace freshet::parse
