#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct curl_slist;

namespace freshet::fetch {

// The header fields that we send, beside Host, as a list for libcurl whose nodes and texts stay in
// place from request to request: building it for the next one takes no memory.
class RequestFields {
 public:
  explicit RequestFields(const std::string& user_agent);
  ~RequestFields();
  RequestFields(const RequestFields&) = delete;
  RequestFields& operator=(const RequestFields&) = delete;

  // The usual fields, then `more`. One of these with the name of a usual one takes its place. What
  // cannot be a field (a control character, a name that is no token) is left out, and so is Host.
  void set(const std::vector<std::pair<std::string, std::string>>& more);

  // Good until the next set(); libcurl reads it during the whole transfer.
  curl_slist* list();

  // The fields as they are sent, each line with its CRLF.
  void append_to(std::string& head) const;

 private:
  struct Line {
    std::string_view name;
    std::string_view value;
  };
  void add(const Line& line);

  std::vector<std::pair<std::string, std::string>> usual_;
  std::string text_;            // lines, each ended by NUL
  std::vector<size_t> starts_;  // of the lines in text_
  std::vector<curl_slist> list_;
};

}  // namespace freshet::fetch
