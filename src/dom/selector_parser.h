#pragma once

#include <string>
#include <string_view>

#include "dom/css_cursor.h"
#include "dom/selector.h"
#include "dom/selector_tree.h"
#include "result/result.h"

namespace freshet::dom {

// The first tables of NthTest::table; each NthTest with `of` gets one of its own after them.
enum class NthTable : uint16_t { kChild, kLastChild, kOfType, kLastOfType, kFirstOwn };

// Parses a list of selectors by recursive descent, which is as deep as the selector is nested.
class SelectorParser {
 public:
  static constexpr size_t kMaxBytes = 4096;
  static constexpr size_t kMaxCompounds = 256;
  static constexpr size_t kMaxNesting = 16;  // of functions with selectors in them

  explicit SelectorParser(std::string_view text) : text_(text), cursor_(text) {}

  Result<SelectorList, QueryError> parse();

 private:
  enum class ListKind : uint8_t { kComplex, kForgiving, kRelative };

  // They return false after they have recorded an error.
  bool list(SelectorList& list, ListKind kind);
  bool forgiving_item(SelectorList& list);
  bool complex(ComplexSelector& complex, bool is_relative);
  bool compound(CompoundSelector& compound);
  bool type(CompoundSelector& compound);
  bool simple(CompoundSelector& compound);
  bool id(CompoundSelector& compound);
  bool class_name(CompoundSelector& compound);
  bool attribute(CompoundSelector& compound);
  bool attribute_name(AttributeTest& test);
  bool attribute_value(AttributeTest& test);
  bool attribute_flag(AttributeTest& test);
  bool pseudo_class(CompoundSelector& compound);
  bool function(CompoundSelector& compound, const std::string& name, size_t start);
  bool list_function(CompoundSelector& compound, ListTest::Kind kind, ListKind list_kind);
  bool nth_function(CompoundSelector& compound, const std::string& name);
  bool nth_formula(NthTest& test);
  bool nth_of(NthTest& test);
  bool language_function(CompoundSelector& compound);
  bool nested_list(SelectorList& list, ListKind kind);
  bool close(char bracket);

  Combinator combinator();
  // The end of a list: the end of the text or, inside a function, its closing parenthesis.
  bool is_at_list_end() const;
  bool fail(std::string message, size_t at);
  bool fail_here(std::string_view expected);  // "expected ..., not x"
  // An error that a forgiving list does not forgive.
  bool fail_for_limit(std::string message);

  std::string_view text_;
  CssCursor cursor_;
  QueryError error_;
  size_t compounds_ = 0;
  size_t nesting_ = 0;
  uint16_t nth_tables_ = static_cast<uint16_t>(NthTable::kFirstOwn);
  bool is_in_has_ = false;
  bool is_beyond_limit_ = false;
};

}  // namespace freshet::dom
