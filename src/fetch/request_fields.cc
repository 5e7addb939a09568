#include "fetch/request_fields.h"

#include <curl/curl.h>

#include <algorithm>

#include "text/ascii.h"

namespace freshet::fetch {
namespace {

constexpr std::string_view kAccept =
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
constexpr std::string_view kAcceptEncoding = "gzip, br, zstd, deflate";

bool is_name_character(char c) {
  return text::is_alnum(c) ||
         (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
}

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
}

bool can_be_sent(std::string_view name, std::string_view value) {
  return !name.empty() && !text::equals_ignoring_case(name, "Host") &&
         std::all_of(name.begin(), name.end(), is_name_character) &&
         std::none_of(value.begin(), value.end(), is_control);
}

}  // namespace

RequestFields::RequestFields(const std::string& user_agent) {
  if (!user_agent.empty()) usual_.emplace_back("User-Agent", user_agent);
  usual_.emplace_back("Accept", kAccept);
  usual_.emplace_back("Accept-Encoding", kAcceptEncoding);
}

RequestFields::~RequestFields() = default;

void RequestFields::set(const std::vector<std::pair<std::string, std::string>>& more) {
  text_.clear();
  starts_.clear();
  for (const auto& [name, value] : usual_) {
    const auto same_name = [&usual = name](const auto& field) {
      return text::equals_ignoring_case(field.first, usual);
    };
    if (std::none_of(more.begin(), more.end(), same_name)) add({name, value});
  }
  for (const auto& [name, value] : more) {
    if (can_be_sent(name, value)) add({name, value});
  }

  list_.resize(starts_.size());
  for (size_t i = 0; i < list_.size(); ++i) {
    list_[i] = {&text_[starts_[i]], i + 1 < list_.size() ? &list_[i + 1] : nullptr};
  }
}

void RequestFields::add(const Line& line) {
  const std::string_view value = text::trim(line.value);
  starts_.push_back(text_.size());
  text_ += line.name;
  // For libcurl, "Name:" removes the field, and "Name;" is an empty field.
  if (value.empty()) {
    text_ += ';';
  } else {
    text_.append(": ").append(value);
  }
  text_ += '\0';
}

curl_slist* RequestFields::list() {
  return list_.empty() ? nullptr : list_.data();
}

void RequestFields::append_to(std::string& head) const {
  for (const size_t start : starts_) {
    const std::string_view line = &text_[start];
    if (line.back() == ';' && line.find(':') == std::string_view::npos) {
      head.append(line.substr(0, line.size() - 1)).append(":\r\n");
    } else {
      head.append(line).append("\r\n");
    }
  }
}

}  // namespace freshet::fetch
