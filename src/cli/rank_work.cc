#include "cli/rank_work.h"

#include <algorithm>

#include "cli/importance_writer.h"
#include "json/write.h"
#include "threads/thread_pool.h"

namespace freshet::cli {

using importance::each_row;
using importance::Pieces;

Status RankWork::run(cluster::TaskStep& step) {
  const auto wanted = RankStep::decode(step.payload());
  if (!wanted) return Unexpected(wanted.error());
  switch (wanted->work) {
    case RankStep::Work::kExceptions: return find_exceptions(step);
    case RankStep::Work::kLinks: return read_links(step);
    case RankStep::Work::kBlocks: return rank_blocks(step);
    case RankStep::Work::kWriteBlocks: {
      const Status read = step.each_input([this](std::string_view bytes) {
        return each_row<importance::MergedBlocks::Ranked>(
            bytes, [this](const auto& block) { blocks_.push_back(block); });
      });
      return read ? write(step, wanted->pages) : read;
    }
    case RankStep::Work::kWritePages: {
      const Status read = step.each_input([this](std::string_view bytes) {
        return each_row<importance::PageRankRow>(
            bytes, [this](const auto& page) { pages_.push_back(page); });
      });
      return read ? write(step, wanted->pages) : read;
    }
    case RankStep::Work::kList: return list(step);
  }
  return fail("this step of a ranking is not known");
}

Status RankWork::find_exceptions(cluster::TaskStep& step) {
  part_ = std::make_unique<importance::BlockPart>(*store_, step.part().shards);
  const auto found = part_->read_exceptions([&](uint64_t rows) {
    step.report({.done = rows});
    return !step.is_cancelled();
  });
  if (!found) return Unexpected(found.error());
  Pieces pieces([&](std::string_view bytes) { return step.put(bytes); });
  for (const importance::PageException& exception : *found) {
    if (Status added = pieces.add(exception); !added) return added;
  }
  return pieces.finish();
}

Status RankWork::read_links(cluster::TaskStep& step) {
  if (!part_) return fail("the pages must be read before the links");
  std::vector<importance::PageException> exceptions;
  Status received = step.each_input([&](std::string_view bytes) {
    return each_row<importance::PageException>(
        bytes, [&](const auto& exception) { exceptions.push_back(exception); });
  });
  if (!received) return received;
  const auto links = part_->read_links(exceptions, [&](uint64_t rows) {
    step.report({.done = rows});
    return !step.is_cancelled();
  });
  if (!links) return Unexpected(links.error());
  Pieces pieces([&](std::string_view bytes) { return step.put(bytes); });
  for (const importance::KeyLink& link : *links) {
    if (Status added = pieces.add(link); !added) return added;
  }
  return pieces.finish();
}

Status RankWork::rank_blocks(cluster::TaskStep& step) {
  if (!part_) return fail("the links must be read before pages are ranked");
  Status received = step.each_input([&](std::string_view bytes) {
    return each_row<importance::KeyLink>(bytes, [&](const auto& link) {
      part_->add_links({&link, 1});
    });
  });
  if (!received) return received;
  rank::PageRankOptions options{.alpha = options_.alpha, .residual = options_.residual};
  options.watch = [&](const rank::PageRankOptions::Progress& progress) {
    step.report({.done = progress.pages_done, .total = part_->pages()});
  };
  ThreadPool pool(options_.threads);
  const auto rows = part_->rank_blocks(
      options, [&](size_t pieces, const auto& piece) { pool.parallel_for(pieces, piece); });
  Pieces pieces([&](std::string_view bytes) { return step.put(bytes); });
  for (const importance::BlockRow& row : rows) {
    if (Status added = pieces.add(row); !added) return added;
  }
  return pieces.finish();
}

std::optional<double> RankWork::rank_of(const store::PageKey& key) const {
  if (part_) {
    const auto local = part_->local_rank(key);
    const auto block =
        std::lower_bound(blocks_.begin(), blocks_.end(), key.site,
                         [](const auto& row, store::SiteId site) { return row.site < site; });
    if (!local || block == blocks_.end() || block->site != key.site) return std::nullopt;
    return *local * block->rank;
  }
  const auto page =
      std::lower_bound(pages_.begin(), pages_.end(), key,
                       [](const auto& row, const store::PageKey& k) { return row.page < k; });
  if (page == pages_.end() || page->page != key) return std::nullopt;
  return page->rank;
}

Status RankWork::write(cluster::TaskStep& step, uint64_t pages) {
  std::sort(blocks_.begin(), blocks_.end(),
            [](const auto& a, const auto& b) { return a.site < b.site; });
  std::sort(pages_.begin(), pages_.end(),
            [](const auto& a, const auto& b) { return a.page < b.page; });
  ImportanceWriter writer(step);
  Status done = Done{};
  const auto written = importance::each_new_importance(
      *store_, step.part().shards,
      {.pages = pages, .of = [this](const store::PageKey& key) { return rank_of(key); }}, nullptr,
      [&](const store::PageState& page, float importance) {
        done = writer.add(page.key, importance);
        return done.has_value();
      });
  if (!written) return Unexpected(written.error());
  if (done) done = writer.finish();
  if (!done) return done;
  RankReport report{.pages = written->pages, .changed = written->changed};
  if (part_) {
    report.links = part_->links();
    report.bytes = part_->bytes();
    auto highest = top();
    if (!highest) return Unexpected(highest.error());
    report.top = *std::move(highest);
  }
  return step.put(report.encode());
}

Result<std::vector<RankReport::Page>> RankWork::top() const {
  using Entry = std::pair<double, store::PageKey>;
  const auto is_higher = [](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  std::vector<Entry> heap;  // its front is the lowest
  part_->each_rank([&](const store::PageKey& key, double /*local*/) {
    const auto rank = rank_of(key);
    if (!rank || options_.top == 0) return;
    const Entry entry{*rank, key};
    if (heap.size() == options_.top) {
      if (!is_higher(entry, heap.front())) return;
      std::pop_heap(heap.begin(), heap.end(), is_higher);
      heap.pop_back();
    }
    heap.push_back(entry);
    std::push_heap(heap.begin(), heap.end(), is_higher);
  });
  std::sort_heap(heap.begin(), heap.end(), is_higher);
  std::vector<RankReport::Page> pages;
  for (const auto& [rank, key] : heap) {
    const auto page = store_->page(key);
    if (!page) return Unexpected(page.error());
    if (*page) pages.push_back({(*page)->url, rank});
  }
  return pages;
}

Status RankWork::list(cluster::TaskStep& step) {
  Pieces pieces([&](std::string_view bytes) { return step.put(bytes); });
  Status done = Done{};
  uint64_t rows = 0;
  Status read = store_->each_page(step.part().shards, [&](const store::PageState& page) {
    const auto rank = rank_of(page.key);
    step.report({.done = ++rows});
    if (!rank) return !step.is_cancelled();
    std::string line;
    json::Writer(line).begin_object().member("page", page.url).member("rank", *rank).end_object();
    done = pieces.add_text(line + '\n');
    return done && !step.is_cancelled();
  });
  if (!read) return read;
  if (!done) return done;
  return pieces.finish();
}

}  // namespace freshet::cli
