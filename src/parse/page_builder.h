#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parse/foreign_content.h"
#include "parse/found_links.h"
#include "parse/page.h"
#include "parse/page_dates.h"
#include "parse/token_sink.h"
#include "parse/visible_text.h"

namespace freshet::parse {

// Makes a ParsedPage from the tokens. It builds no tree. Of the rules of the standard's tree
// builder, it implements those that decide which links and texts count: templates, raw text,
// foreign content, frame sets.
class PageBuilder final : public TokenSink {
 public:
  explicit PageBuilder(const PageOptions& options);

  void text(std::string_view piece) override;
  ContentModel start_tag(const StartTag& tag) override;
  void end_tag(Tag tag, std::string_view name) override;
  bool wants_attributes(Tag tag) const override;
  bool allows_cdata() const override { return foreign_.is_inside(); }

  // Resolves the links and returns the page. This needs the whole page, because <base> may come
  // late.
  ParsedPage finish(const PageContext& context, const charset::Decision& charset);

 private:
  void process_element(const StartTag& tag);
  void process_meta(const StartTag& tag);
  void process_input(const StartTag& tag);
  void add_tag_link(const StartTag& tag, std::string_view href, LinkKind kind);
  void add_source_link(const StartTag& tag, LinkKind kind);
  void add_attribute_text(const StartTag& tag, std::string_view attribute);
  Region region() const { return aside_depth_ > 0 ? Region::kAside : Region::kBody; }
  std::string bounded(std::string_view text) const;

  const PageOptions options_;
  ParsedPage page_;
  VisibleText text_;
  PageDates dates_;
  FoundLinks links_{options_};
  std::string content_language_;
  bool has_html_lang_ = false;

  Tag raw_text_ = Tag::kOther;  // the element whose raw text is being processed
  bool in_title_ = false;
  bool in_anchor_ = false;
  bool in_frameset_ = false;
  bool body_seen_ = false;
  uint32_t template_depth_ = 0;
  int aside_depth_ = 0;
  ForeignContent foreign_;
};

}  // namespace freshet::parse
