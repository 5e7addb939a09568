#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aquarium/change_process.h"
#include "aquarium/host_facts.h"
#include "aquarium/kind_names.h"
#include "aquarium/world_options.h"
#include "clock/instant.h"

namespace freshet::aquarium {

class TextPool;

struct PageId {
  uint32_t host = 0;
  uint32_t number = 0;  // 0 is the home page

  bool operator==(const PageId&) const = default;
};

struct PageVersion {
  uint64_t number = 0;  // changes since the origin
  Instant since;        // the time of that change; for version 0, when the page was created
  bool is_redesigned = false;

  // Changes of the page's own text, not counting a redesign.
  uint64_t edits() const { return number - (is_redesigned ? 1 : 0); }
};

// A link from one page to another.
struct WorldLink {
  PageId to;
  bool is_tree = false;  // a link of the tree that makes every page reachable
  uint64_t random = 0;   // decides in which form the link is written
};

// Everything that is true of the synthetic web. It depends on the options, the start and the time
// only. A page takes no memory, a host about 150 bytes. A world is immutable after construction and
// may be used by any thread.
class World {
 public:
  // The options must have passed check(). Virtual time begins at `start`.
  World(const WorldOptions& options, Instant start);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  const WorldOptions& options() const { return options_; }
  Instant start() const { return start_; }
  // Versions are counted from here. Every page was created before.
  Instant origin() const { return start_ - options_.history; }

  uint32_t host_count() const { return options_.hosts; }
  const HostFacts& host(uint32_t host) const { return hosts_[host]; }
  std::string host_name(uint32_t host) const;
  // Parses "h12.aquarium.test", with or without a port, in upper or lower case.
  std::optional<uint32_t> find_host(std::string_view authority) const;

  PageKind kind(PageId page) const;
  bool is_volatile(PageId page) const;
  uint64_t page_seed(PageId page) const;
  Expectation expectation(PageId page) const;

  // When the pages of the host get a new template; nullopt: never.
  std::optional<Instant> redesign_of(uint32_t host) const;
  bool is_redesigned(uint32_t host, Instant now) const;

  ChangeProcess process(PageId page) const;
  // The change process of addresses that are not pages, such as near-duplicates: only a redesign
  // changes them.
  ChangeProcess fixed_process(uint32_t host) const;
  PageVersion version(PageId page, Instant now) const;

  // Appends the path of a page, percent-encoded: "/s3/p177.html".
  void append_path(std::string& out, PageId page) const;
  std::string path(PageId page) const;
  // The path must be exactly as append_path() writes it.
  std::optional<PageId> find_page(uint32_t host, std::string_view path) const;
  // Appends "http://h3.aquarium.test", with the port unless it is 80.
  void append_origin(std::string& out, uint32_t host) const;
  std::string url(PageId page) const;
  std::string url(uint32_t host, std::string_view path) const;
  // The inverse of url(); nullopt if the URL is not that of a page.
  std::optional<PageId> find(std::string_view url) const;

  uint32_t link_count() const { return options_.links_within + options_.links_across; }
  // slot < link_count(). The links within the host come first, and among them those of the tree.
  WorldLink link(PageId from, uint32_t slot) const;
  // The target of a page that redirects: an ordinary page of the same host.
  PageId redirect_target(PageId page) const;

  // Whether the host's fault occurs now.
  bool is_troubled(uint32_t host, Instant now) const;
  // How long the current fault of the host will last; zero if there is none.
  Duration trouble_left(uint32_t host, Instant now) const;
  // Real time before the first byte of an ordinary answer.
  Duration latency(uint32_t host, Instant now) const;

  const TextPool& texts(Writing writing) const;

  // The number of pages of h0 that list the home pages of all hosts, a hundred on each:
  // /directory/K.html. None in a world of one host or of shops.
  static constexpr uint32_t kHostsPerDirectoryPage = 100;
  uint32_t directory_pages() const;
  // The number of near-duplicates of the host: /catalogue/item-K.html.
  uint32_t near_duplicates(uint32_t host) const;

 private:
  WorldOptions options_;
  Instant start_;
  uint32_t branching_;
  bool only_ordinary_;
  std::vector<HostFacts> hosts_;
  std::array<std::unique_ptr<TextPool>, count_of<Writing>()> texts_;
};

}  // namespace freshet::aquarium
