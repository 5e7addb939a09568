#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace freshet::words {

// Finds words in text that is written without spaces, by ICU's dictionaries.
class Dictionary {
 public:
  Dictionary();
  ~Dictionary();

  // Where each word of `run`, well-formed UTF-8, ends; the last is run.size(). Valid until the next
  // call.
  const std::vector<size_t>& ends(std::string_view run);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::words
