#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace freshet::words {

// Finds words in text that is written without spaces, with ICU's dictionaries.
class Dictionary {
 public:
  Dictionary();
  ~Dictionary();

  // Returns the end of each word of `run`, which must be well-formed UTF-8; the last one is
  // run.size(). The result is valid until the next call.
  const std::vector<size_t>& ends(std::string_view run);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::words
