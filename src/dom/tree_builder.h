#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/open_tree.h"
#include "parse/token_sink.h"

namespace freshet::dom {

// Constructs the tree of a page from its tokens (HTML Standard 13.2.6, scripting disabled). Each
// insertion mode has functions for start tags, end tags and text; those of "in body", of tables and
// of foreign content are in files of their own.
class TreeBuilder final : public parse::TokenSink {
 public:
  // The page must have only line feeds as line ends, and must outlive the builder.
  TreeBuilder(std::string_view page, const TreeLimits& limits) : tree_(page, limits) {}

  void doctype(std::string_view content) override;
  void comment() override;
  void text(std::string_view piece) override;
  parse::ContentModel start_tag(const parse::StartTag& tag) override;
  void end_tag(parse::Tag tag, std::string_view name) override;
  bool wants_attributes(parse::Tag) const override { return !tree_.is_truncated(); }
  bool allows_cdata() const override;

  // Must be called at the end of the page.
  Document finish();

 private:
  enum class Mode : uint8_t {
    kInitial,
    kBeforeHtml,
    kBeforeHead,
    kInHead,
    kInHeadNoscript,
    kAfterHead,
    kInBody,
    kText,
    kInTable,
    kInCaption,
    kInColumnGroup,
    kInTableBody,
    kInRow,
    kInCell,
    kInTemplate,
    kAfterBody,
    kInFrameset,
    kAfterFrameset,
    kAfterAfterBody,
    kAfterAfterFrameset,
  };
  // Whether a token was processed, or has to be processed again in the mode that is set now.
  enum class Next : uint8_t { kDone, kAgain };
  struct EndTag {
    parse::Tag tag;
    std::string_view name;
  };

  bool is_foreign(const parse::StartTag& tag) const;
  void begin_tag();
  Next process(Mode mode, const parse::StartTag& tag);
  Next process(Mode mode, const EndTag& tag);
  // `text` has only white space, or none at its start.
  Next process_text(Mode mode, std::string_view text, bool is_space);
  void split_text(std::string_view text);
  Next end_of_page();

  // Implied elements: <html>, <head> and <body>.
  Next imply_html();
  Next imply_head();
  Next leave_head();
  Next imply_body();

  Next before_html(const parse::StartTag& tag);
  Next before_head(const parse::StartTag& tag);
  Next in_head(const parse::StartTag& tag);
  Next in_head(const EndTag& tag);
  Next in_head_noscript(const parse::StartTag& tag);
  Next after_head(const parse::StartTag& tag);
  Next in_template(const parse::StartTag& tag);
  Next after_body(const parse::StartTag& tag);
  Next in_frameset(const parse::StartTag& tag);
  Next in_frameset(const EndTag& tag);
  Next after_frameset(const parse::StartTag& tag);
  void begin_template(const parse::StartTag& tag);
  void end_template();
  void switch_template(Mode mode);
  void insert_raw(const parse::StartTag& tag);
  void reset_mode();
  void add_html_attributes(const parse::StartTag& tag);

  Next in_body(const parse::StartTag& tag);
  Next in_body_odd(const parse::StartTag& tag);
  Next in_body(const EndTag& tag);
  void body_text(std::string_view text);
  void start_body(const parse::StartTag& tag);
  void start_frameset(const parse::StartTag& tag);
  void start_form(const parse::StartTag& tag);
  void start_list_item(const parse::StartTag& tag);
  void start_a(const parse::StartTag& tag);
  void start_select_part(const parse::StartTag& tag);
  void start_select(const parse::StartTag& tag);
  void start_input(const parse::StartTag& tag);
  void end_form();
  void end_block(parse::Tag tag);
  bool end_body();

  Next in_table(const parse::StartTag& tag);
  Next in_table(const EndTag& tag);
  Next in_table_body(const parse::StartTag& tag);
  Next in_table_body(const EndTag& tag);
  Next in_row(const parse::StartTag& tag);
  Next in_row(const EndTag& tag);
  Next in_cell(const parse::StartTag& tag);
  Next in_cell(const EndTag& tag);
  Next in_caption(const parse::StartTag& tag);
  Next in_caption(const EndTag& tag);
  Next in_column_group(const parse::StartTag& tag);
  Next in_column_group(const EndTag& tag);
  bool close_caption();
  bool leave_table_body();
  bool leave_row();
  Next leave_column_group();
  Next close_cell();
  void end_table();
  void flush_table_text();

  Next in_foreign(const parse::StartTag& tag);
  Next in_foreign(const EndTag& tag);
  void leave_foreign();

  OpenTree tree_;
  Mode mode_ = Mode::kInitial;
  Mode mode_after_text_ = Mode::kInitial;
  std::vector<Mode> template_modes_;
  NodeId head_ = kNoNode;
  NodeId form_ = kNoNode;
  bool is_quirky_ = true;
  bool frameset_ok_ = true;
  bool skips_line_feed_ = false;  // it is ignored directly after <pre> and similar
  parse::ContentModel model_ = parse::ContentModel::kData;
  std::string table_text_;  // pending table character tokens
};

}  // namespace freshet::dom
