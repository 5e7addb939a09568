#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/page.h"

namespace freshet::parse {

// Collects the links of a page as they are found, and resolves them at the end of the page, because
// <base> may come late.
class FoundLinks {
 public:
  // The options must outlive this.
  explicit FoundLinks(const PageOptions& options);

  // A link of an element or of a Link header.
  struct Source {
    std::string_view href;
    std::optional<std::string_view> rel;
    std::optional<std::string_view> hreflang;
    Tag tag = Tag::kLink;
    LinkKind kind = LinkKind::kHyperlink;
    uint32_t line = 0;       // see LinkPlace
    bool in_header = false;  // relative to the page's own URL
  };
  void add(const Source& source);
  // Adds the links of the page's Link headers that a crawler follows.
  void add_headers(const PageContext& context, uint32_t line);
  // The href of <base>. Only the first one counts.
  void set_base(std::string_view href);
  // The target of the page's refresh.
  void set_refresh(std::string_view href) { refresh_href_ = href; }

  // Sets the base of the page, which is needed to resolve.
  void resolve_base(const PageContext& context, ParsedPage& page) const;
  // Puts the links into the page, and the target of its refresh.
  void resolve(const PageContext& context, ParsedPage& page);

 private:
  // A link that is not resolved yet. Its texts are ranges of strings_.
  struct Found {
    uint32_t href = 0, href_size = 0;
    uint32_t rel = 0, rel_size = 0;
    uint32_t hreflang = 0, hreflang_size = 0;
    uint32_t line = 0;
    Tag tag = Tag::kA;
    LinkKind kind = LinkKind::kHyperlink;
    bool nofollow = false;
    bool in_header = false;
  };

  const PageOptions& options_;
  std::string strings_;
  std::vector<Found> found_;
  std::optional<std::string> base_href_;
  std::optional<std::string> refresh_href_;
  uint64_t dropped_ = 0;
};

}  // namespace freshet::parse
