#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace freshet::fetch {

// Keeps cookies in memory, with a jar for each registrable domain, so that no site can fill the jar
// of another. If there are too many jars, the least recently used one is evicted.
class CookieJars {
 public:
  // Owns a CURLSH.
  class Jar {
   public:
    Jar();
    ~Jar();
    Jar(const Jar&) = delete;
    Jar& operator=(const Jar&) = delete;
    void* share() const { return share_; }

   private:
    void* share_;
  };

  explicit CookieJars(size_t max_jars = 10'000) : max_jars_(max_jars) {}

  // The caller must keep the pointer as long as a handle of libcurl uses the jar.
  std::shared_ptr<Jar> jar_of(std::string_view host);

 private:
  struct Entry {
    std::string domain;
    std::shared_ptr<Jar> jar;
  };
  using Entries = std::list<Entry>;

  size_t max_jars_;
  Entries entries_;  // the most recently used one first
  std::unordered_map<std::string_view, Entries::iterator> by_domain_;
};

}  // namespace freshet::fetch
