#include "search/filter.h"

#include <utility>

namespace freshet::search {
namespace {

// Escapes a text so that, as a pattern for LIKE, it matches only itself.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '!') out += '!';
    out += c;
  }
  return out;
}

class FilterWriter {
 public:
  explicit FilterWriter(const Dialect& dialect) : dialect_(dialect) {}

  void add_sites(const std::vector<std::string>& hosts, bool excluded) {
    if (hosts.empty()) return;
    add_conjunction();
    filter_.condition += excluded ? "site_id NOT IN" : "site_id IN";
    filter_.condition += " (SELECT site_id FROM " + std::string(dialect_.schema) + "sites WHERE ";
    bool first = true;
    for (const std::string& host : hosts) {
      // Matches "https://example.com" and "http://www.example.com:8080".
      for (const char* before : {"%://", "%."}) {
        for (const char* after : {"", ":%"}) {
          if (!std::exchange(first, false)) filter_.condition += " OR ";
          add_like("url", before + escaped(host) + after);
        }
      }
    }
    filter_.condition += ')';
  }

  void add_languages(const std::vector<std::string>& languages) {
    if (languages.empty()) return;
    add_conjunction();
    filter_.condition += '(';
    for (size_t i = 0; i < languages.size(); ++i) {
      if (i > 0) filter_.condition += " OR ";
      add_like("language", escaped(languages[i]));
      filter_.condition += " OR ";
      add_like("language", escaped(languages[i]) + "-%");
    }
    filter_.condition += ')';
  }

  void add_date(std::string_view comparison, const std::optional<Instant>& at) {
    if (!at) return;
    add_conjunction();
    filter_.condition.append(dialect_.changed).append(comparison);
    add_parameter(static_cast<double>(at->unix_microseconds()) * 1e-6);
  }

  Filter finish() { return std::move(filter_); }

 private:
  void add_conjunction() {
    if (!filter_.condition.empty()) filter_.condition += " AND ";
  }
  void add_like(std::string_view column, std::string pattern) {
    filter_.condition.append(column).append(" LIKE ");
    add_parameter(std::move(pattern));
    filter_.condition += " ESCAPE '!'";
  }
  void add_parameter(std::variant<std::string, double> value) {
    const size_t number = static_cast<size_t>(dialect_.first_parameter) + filter_.values.size();
    filter_.condition += dialect_.parameter + std::to_string(number);
    filter_.values.push_back(std::move(value));
  }

  const Dialect& dialect_;
  Filter filter_;
};

}  // namespace

Filter make_filter(const Query& query, const Dialect& dialect) {
  FilterWriter writer(dialect);
  writer.add_sites(query.sites, false);
  writer.add_sites(query.excluded_sites, true);
  writer.add_languages(query.languages);
  writer.add_date(" >= ", query.changed_from);
  writer.add_date(" < ", query.changed_before);
  return writer.finish();
}

}  // namespace freshet::search
