#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "store/store.h"

namespace freshet::test {

// A store in memory with simulated failures: of commits, as with a full disk, and of reads of pages
// and sites, as with a damaged one.
class FaultyStore final : public store::Store {
 public:
  using PageKey = store::PageKey;
  using SiteId = store::SiteId;
  using ShardSet = store::ShardSet;

  // Called before each commit. If it returns an error, the commit returns that and changes nothing.
  using BeforeCommit = std::function<Status(const store::Batch&)>;
  void set_before_commit(BeforeCommit before) { before_commit_ = std::move(before); }
  void set_after_commit(std::function<void()> after) { after_commit_ = std::move(after); }
  void fail_reads(bool fail) { reads_fail_ = fail; }
  // The number of commits without those that failed.
  int commits() const { return commits_; }
  // The number of reads of pages, sites, links and contents.
  uint64_t reads() const { return reads_; }

  Result<store::Holding> take(const ShardSet& shards) override { return inner_->take(shards); }
  Status commit(const store::Batch& batch, store::Durability durability) override {
    if (before_commit_) {
      if (Status allowed = before_commit_(batch); !allowed) return allowed;
    }
    ++commits_;
    Status committed = inner_->commit(batch, durability);
    if (after_commit_) after_commit_();
    return committed;
  }

  Result<std::optional<store::PageState>> page(const PageKey& key) const override {
    return read([&] { return inner_->page(key); });
  }
  Result<std::optional<store::SiteState>> site(SiteId id) const override {
    return read([&] { return inner_->site(id); });
  }
  Result<std::optional<store::PageLinks>> links(const PageKey& from) const override {
    return read([&] { return inner_->links(from); });
  }
  Result<std::optional<store::UnadmittedUrl>> unadmitted(const PageKey& key) const override {
    return read([&] { return inner_->unadmitted(key); });
  }
  Result<std::optional<std::string>> version(const PageKey& key) const override {
    return read([&] { return inner_->version(key); });
  }
  Result<std::optional<store::Item>> item(const PageKey& page) const override {
    return read([&] { return inner_->item(page); });
  }
  Result<std::optional<Instant>> listed_date(const PageKey& key) const override {
    return read([&] { return inner_->listed_date(key); });
  }
  Result<std::vector<std::optional<store::PageState>>> pages(
      std::span<const PageKey> keys) const override {
    return read([&] { return inner_->pages(keys); });
  }
  Result<std::vector<std::optional<std::string>>> versions(
      std::span<const PageKey> keys) const override {
    return read([&] { return inner_->versions(keys); });
  }
  Result<std::vector<Due>> due(SiteId site, Instant until, size_t most,
                               const std::optional<Due>& after) const override {
    return read([&] { return inner_->due(site, until, most, after); });
  }
  Result<std::vector<store::Discovery>> pending_discoveries(
      store::ShardId shard, size_t most,
      const std::optional<store::DiscoveryId>& after) const override {
    return read([&] { return inner_->pending_discoveries(shard, most, after); });
  }
  Status each_site(const ShardSet& shards, const Each<store::SiteState>& each) const override {
    return read([&] { return inner_->each_site(shards, each); });
  }
  Status each_page_key(const ShardSet& shards, const Each<PageKey>& each) const override {
    return read([&] { return inner_->each_page_key(shards, each); });
  }
  Status each_page(const ShardSet& shards, const Each<store::PageState>& each) const override {
    return read([&] { return inner_->each_page(shards, each); });
  }
  Status each_links(const ShardSet& shards, const Each<store::PageLinks>& each) const override {
    return read([&] { return inner_->each_links(shards, each); });
  }
  Status each_unadmitted(const ShardSet& shards,
                         const Each<store::UnadmittedUrl>& each) const override {
    return read([&] { return inner_->each_unadmitted(shards, each); });
  }
  Status each_item(const ShardSet& shards, const Each<store::Item>& each) const override {
    return read([&] { return inner_->each_item(shards, each); });
  }
  Status each_change(const ShardSet& shards, Instant since,
                     const Each<store::Change>& each) const override {
    return read([&] { return inner_->each_change(shards, since, each); });
  }

  Result<std::optional<store::Original>> original_of(
      const digest::Digest256& content) const override {
    return read([&] { return inner_->original_of(content); });
  }
  Result<std::vector<std::optional<store::Original>>> originals(
      std::span<const digest::Digest256> contents) const override {
    return read([&] { return inner_->originals(contents); });
  }
  Result<std::optional<std::string>> fact(std::string_view name) const override {
    return inner_->fact(name);
  }
  Result<std::optional<uint64_t>> id(store::IdKind kind, std::string_view name) const override {
    return inner_->id(kind, name);
  }
  Status each_id(store::IdKind kind,
                 const std::function<bool(const store::GivenId&)>& each) const override {
    return inner_->each_id(kind, each);
  }

 private:
  template <typename Read>
  auto read(const Read& from_inner) const -> decltype(from_inner()) {
    ++reads_;
    if (reads_fail_) return fail("reading the state: a block is damaged");
    return from_inner();
  }

  std::unique_ptr<store::Store> inner_ = store::make_memory_store();
  BeforeCommit before_commit_;
  std::function<void()> after_commit_;
  bool reads_fail_ = false;
  int commits_ = 0;
  mutable uint64_t reads_ = 0;
};

}  // namespace freshet::test
