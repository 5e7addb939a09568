#include "http/header_block.h"

#include <algorithm>
#include <utility>

#include "http/characters.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

constexpr size_t kMaxRemarks = 50;

class BlockReader {
 public:
  explicit BlockReader(const HeaderLimits& limits) { block_.headers = HeaderMap(limits); }

  HeaderBlock read(std::string_view raw) {
    size_t at = 0;
    for (bool first = true; at < raw.size(); first = false) {
      const size_t end = std::min(raw.find('\n', at), raw.size());
      std::string_view line = raw.substr(at, end - at);
      at = std::min(end + 1, raw.size());
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) break;
      if (first && line.starts_with("HTTP/")) {
        block_.status = parse_status_line(line);
        if (!block_.status) remark("invalid status line", line);
      } else {
        add_line(line);
      }
    }
    finish_field();
    block_.length = at;
    return std::move(block_);
  }

 private:
  void add_line(std::string_view line) {
    if (line[0] == ' ' || line[0] == '\t') {
      if (name_.empty()) return remark("continuation line without a field before it", line);
      const std::string_view more = text::trim<is_http_space>(line);
      if (!value_.empty() && !more.empty()) value_ += ' ';
      value_ += more;
      return;
    }
    finish_field();
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return remark("no colon", line);
    std::string_view name = line.substr(0, colon);
    if (name != text::trim<is_http_space>(name)) {
      remark("white space before the colon", line);
      name = text::trim<is_http_space>(name);
    }
    if (!is_token(name)) return remark("not a header name", line);
    name_ = name;
    value_ = text::trim<is_http_space>(line.substr(colon + 1));
  }

  void finish_field() {
    if (name_.empty()) return;
    for (char& c : value_) {
      if (is_control(c) && c != '\t') c = ' ';
    }
    if (!block_.headers.add(name_, text::trim<is_http_space>(value_)))
      remark("beyond the limits", name_);
    name_.clear();
    value_.clear();
  }

  void remark(std::string_view what, std::string_view line) {
    if (block_.remarks.size() >= kMaxRemarks) return;
    constexpr size_t kMaxQuoted = 80;
    block_.remarks.push_back(std::string(what).append(": ").append(line.substr(0, kMaxQuoted)));
  }

  HeaderBlock block_;
  // The current field, which a continuation line may extend. The name is empty if there is none.
  std::string name_;
  std::string value_;
};

}  // namespace

HeaderBlock parse_header_block(std::string_view raw, const HeaderLimits& limits) {
  return BlockReader(limits).read(raw);
}

}  // namespace freshet::http
