#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parse/sitemap.h"
#include "parse/token_sink.h"

namespace freshet::parse {

// Makes a ParsedSitemap from the tokens of an XML file. Elements are recognised by their local
// names if they have the prefix of the root element; extensions (image:loc, news:title) have other
// prefixes and are ignored.
class SitemapBuilder final : public TokenSink {
 public:
  SitemapBuilder(const url::Url& base, const SitemapOptions& options)
      : base_(base), options_(options) {}

  void text(std::string_view piece) override;
  ContentModel start_tag(const StartTag& tag) override;
  void end_tag(Tag tag, std::string_view name) override;
  bool allows_cdata() const override { return true; }

  // Adds a line of a plain text sitemap.
  void add_line(std::string_view line);

  Result<ParsedSitemap> finish();

 private:
  enum class Field : uint8_t { kNone, kLoc, kGuid, kLastmod, kPublished, kChangefreq, kPriority };

  // What was found of the open entry so far.
  struct Entry {
    std::vector<std::string> locs;
    std::string guid, lastmod, published, changefreq, priority;
    std::string text;  // outside these fields
  };
  // How many addresses, entries and dates have a fault, for the remarks.
  struct Faults {
    uint64_t invalid = 0;
    uint64_t beyond_limit = 0;
    uint64_t without_loc = 0;
    uint64_t bad_dates = 0;
  };

  bool begins_document(const StartTag& tag);
  bool is_entry(std::string_view local) const;
  Field field_for(std::string_view name) const;
  void open_entry();
  void close_entry();
  void close_field();
  void add_atom_link(const StartTag& tag);
  void add(std::string_view loc);

  const url::Url& base_;
  const SitemapOptions options_;
  ParsedSitemap sitemap_;
  bool has_kind_ = false;
  std::string prefix_;  // of the root element, with its colon

  Field field_ = Field::kNone;
  std::string field_name_;  // the name of the element of field_
  std::string field_text_;
  bool in_entry_ = false;
  Entry entry_;
  Faults faults_;
};

}  // namespace freshet::parse
