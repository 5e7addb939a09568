#include "extract/extract.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "extract/field_value.h"
#include "extract/page_queries.h"
#include "extract/rules.h"
#include "json/write.h"

namespace freshet::extract {
namespace {

// Of a field without list = true, the first of so many elements that has a value counts.
constexpr size_t kMaxElementsOfValue = 100;
constexpr size_t kMaxKeyBytes = 1'024;

// The value of a field on a page, or of the field of a record.
struct Outcome {
  std::string json;  // empty: there is none
  std::string key;   // of a single value, as text
  std::vector<Miss> misses;
};

// Extracts an item from one page.
class Extractor {
 public:
  Extractor(const RecipeRules& rules, const ExtractPage& page, bool with_misses,
            const ExtractLimits& limits)
      : rules_(rules), with_misses_(with_misses), limits_(limits), queries_(page, limits) {}

  Extraction extract(const UrlMatch& match, std::string_view canonical) {
    queries_.set_groups(rules_.patterns[match.pattern], canonical);
    out_.kind = PageKind::kItem;
    out_.key = rules_.key_field ? "" : match.key.empty() ? canonical : match.key;
    read_fields();
    read_records();
    const bool has_key = !out_.key.empty() && out_.key.size() <= kMaxKeyBytes;
    if (rules_.key_field && !has_key) lose_key();
    out_.is_truncated = is_truncated_ || queries_.is_truncated();
    return std::move(out_);
  }

 private:
  void read_fields() {
    out_.fields = "{";
    for (size_t i = 0; i < rules_.fields.size(); ++i) {
      const FieldRule& field = rules_.fields[i];
      Outcome outcome = read_field(field, dom::kDocumentNode);
      if (outcome.json.empty() && field.shape.is_required) out_.missing.push_back(field.shape.name);
      append_member(out_.fields, field.shape.name, outcome.json);
      add_misses(std::move(outcome.misses), field.shape.name, field.shape.is_required);
      if (rules_.key_field == i) out_.key = std::move(outcome.key);
    }
    out_.fields += '}';
  }

  void read_records() {
    out_.records = "{";
    for (const RecordRule& record : rules_.records) {
      append_member(out_.records, record.name, read_rows(record));
    }
    out_.records += '}';
  }

  // Returns the rows of a kind of record, as a JSON array.
  std::string read_rows(const RecordRule& record) {
    const std::vector<dom::NodeId> elements =
        queries_.elements(record.each, limits_.max_records + 1);
    if (elements.empty()) {
      add_misses({{.rule = record.each.rule, .reason = "matches no element"}}, record.name, false);
    }
    if (elements.size() > limits_.max_records) is_truncated_ = true;
    std::vector<FieldCount> counts(record.fields.size());
    std::string rows = "[";
    size_t row_count = 0;
    for (size_t i = 0; i < std::min(elements.size(), limits_.max_records); ++i) {
      const std::string row = read_row(record, elements[i], counts);
      if (row == "{}") continue;
      if (rows.size() > 1) rows += ',';
      rows += row;
      ++row_count;
    }
    report_rows(record, row_count, counts);
    return rows + "]";
  }

  // In how many rows a field of a record has a value.
  struct FieldCount {
    size_t present = 0;
    std::vector<Miss> misses;  // of the first row
  };

  std::string read_row(const RecordRule& record, dom::NodeId element,
                       std::vector<FieldCount>& counts) {
    std::string row = "{";
    for (size_t i = 0; i < record.fields.size(); ++i) {
      const FieldRule& field = record.fields[i];
      Outcome outcome = read_field(field, element);
      if (!outcome.json.empty()) ++counts[i].present;
      if (counts[i].misses.empty()) counts[i].misses = std::move(outcome.misses);
      append_member(row, field.shape.name, outcome.json);
    }
    return row + "}";
  }

  // Reports required fields that some row lacks, and rules that found nothing in any row.
  void report_rows(const RecordRule& record, size_t row_count, std::vector<FieldCount>& counts) {
    for (size_t i = 0; i < record.fields.size(); ++i) {
      const FieldShape& shape = record.fields[i].shape;
      const std::string name = record.name + "." + shape.name;
      if (shape.is_required && counts[i].present < row_count) out_.missing.push_back(name);
      if (counts[i].present == 0) {
        add_misses(std::move(counts[i].misses), name, shape.is_required);
      }
    }
  }

  // Tries the queries of a field one after another.
  Outcome read_field(const FieldRule& field, dom::NodeId scope) {
    Outcome outcome;
    for (const Query& query : field.queries) {
      std::string reason;
      if (try_query(field, query, scope, outcome, reason)) break;
      if (with_misses_) outcome.misses.push_back({.rule = query.rule, .reason = std::move(reason)});
    }
    return outcome;
  }

  bool try_query(const FieldRule& field, const Query& query, dom::NodeId scope, Outcome& outcome,
                 std::string& reason) {
    // The first element has a value in most cases, and the query can stop there.
    for (const size_t most : {size_t{1}, kMaxElementsOfValue}) {
      const size_t wanted = field.shape.is_list ? limits_.max_list + 1 : most;
      Findings findings = queries_.values(field, query, scope, wanted);
      const bool has_value = read_values(field, findings, outcome);
      reason = std::move(findings.reason);
      if (has_value) return true;
      if (findings.found < wanted) break;
    }
    return false;
  }

  // Sets the JSON of the outcome. Returns whether there is a value; if not, sets the reason.
  bool read_values(const FieldRule& field, Findings& findings, Outcome& outcome) {
    std::string list;
    size_t count = 0;
    bool has_reason = false;
    for (const RawValue& raw : findings.values) {
      auto value = read_value(field, raw, queries_.base());
      if (!value) {
        if (!std::exchange(has_reason, true)) findings.reason = std::move(value.error());
        continue;
      }
      if (!fits(value->json.size())) continue;
      if (!field.shape.is_list) {
        outcome.json = std::move(value->json);
        outcome.key = std::move(value->text);
        return true;
      }
      if (count++ == limits_.max_list) {
        is_truncated_ = true;
        break;
      }
      list.append(list.empty() ? "[" : ",").append(value->json);
    }
    if (!list.empty()) outcome.json = list + "]";
    return !list.empty();
  }

  bool fits(size_t bytes) {
    bytes_ += bytes;
    if (bytes_ <= limits_.max_item_bytes) return true;
    bytes_ -= bytes;
    is_truncated_ = true;
    return false;
  }

  // An item without a key cannot be told from others.
  void lose_key() {
    out_.key.clear();
    const std::vector<std::string>& missing = out_.missing;
    const bool is_listed = std::find(missing.begin(), missing.end(), rules_.key) != missing.end();
    if (!is_listed) out_.missing.push_back(rules_.key);
  }

  static void append_member(std::string& object, const std::string& name,
                            const std::string& value) {
    if (value.empty()) return;
    if (object.size() > 1) object += ',';
    json::append_string(object, name);
    object.append(1, ':').append(value);
  }

  void add_misses(std::vector<Miss> misses, const std::string& field, bool is_required) {
    if (!with_misses_) return;
    for (Miss& miss : misses) {
      miss.field = field;
      miss.is_required = is_required;
      out_.misses.push_back(std::move(miss));
    }
  }

  const RecipeRules& rules_;
  const bool with_misses_;
  const ExtractLimits& limits_;
  PageQueries queries_;
  Extraction out_;
  size_t bytes_ = 0;
  bool is_truncated_ = false;
};

}  // namespace

Extraction extract(const Recipe& recipe, const ExtractPage& page, bool with_misses,
                   const ExtractLimits& limits) {
  const RecipeRules& rules = recipe.rules();
  const UrlMatch match = match_url(rules, page.canonical);
  if (match.kind != PageKind::kItem) return {.kind = match.kind};
  return Extractor(rules, page, with_misses, limits).extract(match, page.canonical);
}

}  // namespace freshet::extract
