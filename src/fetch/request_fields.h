#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct curl_slist;

namespace freshet::fetch {

// The header fields of requests, except Host, as a list for libcurl. The memory of its nodes and
// texts is reused, so building the list for the next request allocates nothing.
class RequestFields {
 public:
  explicit RequestFields(const std::string& user_agent);
  ~RequestFields();
  RequestFields(const RequestFields&) = delete;
  RequestFields& operator=(const RequestFields&) = delete;

  // Sets the usual fields and `more`. A field of `more` replaces a usual one with the same name.
  // Invalid fields (with a control character, or a name that is not a token) are left out, and so
  // is Host.
  void set(const std::vector<std::pair<std::string, std::string>>& more);

  // The list is valid until the next set(). libcurl reads it during the whole transfer.
  curl_slist* list();

  // Appends the fields as they are sent, each line with its CRLF.
  void append_to(std::string& head) const;

 private:
  struct Line {
    std::string_view name;
    std::string_view value;
  };
  void add(const Line& line);

  std::vector<std::pair<std::string, std::string>> usual_;
  std::string text_;            // lines, each terminated by NUL
  std::vector<size_t> starts_;  // of the lines in text_
  std::vector<curl_slist> list_;
};

}  // namespace freshet::fetch
