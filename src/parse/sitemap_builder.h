#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parse/sitemap.h"
#include "parse/tokenizer.h"

namespace freshet::parse {

// Makes a ParsedSitemap of the tokens of an XML file. Elements are known by their local names in
// the vocabulary of the root element; extensions (image:loc, news:title) are in others and pass by.
class SitemapBuilder final : public TokenSink {
 public:
  SitemapBuilder(const url::Url& base, const SitemapOptions& options)
      : base_(base), options_(options) {}

  void text(std::string_view piece) override;
  ContentModel start_tag(const StartTag& tag) override;
  void end_tag(Tag tag, std::string_view name) override;
  bool allows_cdata() const override { return true; }

  // For plain text: one line.
  void add_line(std::string_view line);

  Result<ParsedSitemap> finish();

 private:
  enum class Field : uint8_t { kNone, kLoc, kGuid, kLastmod, kPublished, kChangefreq, kPriority };

  bool begins_document(const StartTag& tag);
  bool is_entry(std::string_view local) const;
  Field field_for(std::string_view name) const;
  void open_entry();
  void close_entry();
  void close_field();
  void note_atom_link(const StartTag& tag);
  void add(std::string_view loc);

  const url::Url& base_;
  const SitemapOptions options_;
  ParsedSitemap sitemap_;
  bool has_kind_ = false;
  std::string prefix_;  // of the root element, with its colon

  bool in_entry_ = false;
  Field field_ = Field::kNone;
  std::string field_name_;  // of the element that field_ reads
  std::string field_text_;
  std::string entry_text_;  // text in an entry outside its fields
  // What the open entry told so far.
  std::vector<std::string> locs_;
  std::string guid_, lastmod_, published_, changefreq_, priority_;

  uint64_t invalid_ = 0;
  uint64_t beyond_limit_ = 0;
  uint64_t without_loc_ = 0;
  uint64_t bad_dates_ = 0;
};

}  // namespace freshet::parse
