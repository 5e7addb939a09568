#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/page.h"
#include "parse/page_dates.h"
#include "parse/tokenizer.h"
#include "parse/visible_text.h"

namespace freshet::parse {

// Makes a ParsedPage of the tokens. It keeps no tree; of the tree builder's rules it knows those
// that decide which links and texts count: templates, raw text, foreign content, frame sets.
class PageBuilder final : public TokenSink {
 public:
  explicit PageBuilder(const PageOptions& options);

  void text(std::string_view piece) override;
  ContentModel start_tag(const StartTag& tag) override;
  void end_tag(Tag tag, std::string_view name) override;
  bool wants_attributes(Tag tag) const override;
  bool allows_cdata() const override { return in_foreign_content(); }

  // Resolves the links, which needs the whole page because <base> may come late.
  ParsedPage finish(const PageContext& context, const charset::Decision& charset);

 private:
  // A link as found; its address and the like lie in strings_.
  struct Found {
    uint32_t href = 0, href_size = 0;
    uint32_t rel = 0, rel_size = 0;
    uint32_t hreflang = 0, hreflang_size = 0;
    uint32_t line = 0;  // see LinkPlace
    Tag tag = Tag::kA;
    LinkKind kind = LinkKind::kHyperlink;
    bool nofollow = false;
  };
  enum class Foreign : uint8_t { kSvg, kMath, kHtmlInside };

  bool in_foreign_content() const {
    return !foreign_.empty() && foreign_.back() != Foreign::kHtmlInside;
  }
  void enter_foreign(const StartTag& tag);
  void leave_foreign(Tag tag);
  void note_element(const StartTag& tag);
  void note_meta(const StartTag& tag);
  void note_link_element(const StartTag& tag);
  void note_link(const StartTag& tag, std::string_view href, LinkKind kind);
  void note_input(const StartTag& tag);
  void note_text(const StartTag& tag, std::string_view attribute);
  void note_source(const StartTag& tag, LinkKind kind);
  Region region() const { return aside_depth_ > 0 ? Region::kAside : Region::kBody; }
  std::string bounded(std::string_view text) const;

  void resolve_base(const PageContext& context, ParsedPage& page) const;
  void resolve_links(const PageContext& context, ParsedPage& page);

  const PageOptions options_;
  ParsedPage page_;
  VisibleText text_;
  PageDates dates_;

  std::string strings_;
  std::vector<Found> found_;
  std::optional<std::string> base_href_;
  std::optional<std::string> refresh_href_;
  std::string content_language_;
  bool has_html_lang_ = false;
  uint64_t links_dropped_ = 0;

  Tag raw_text_ = Tag::kOther;  // the element whose raw text is being read
  bool in_title_ = false;
  bool in_anchor_ = false;
  bool in_frameset_ = false;
  bool body_seen_ = false;
  uint32_t template_depth_ = 0;
  int aside_depth_ = 0;
  std::vector<Foreign> foreign_;
};

}  // namespace freshet::parse
