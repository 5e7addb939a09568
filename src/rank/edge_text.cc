#include "rank/edge_text.h"

#include <algorithm>

namespace freshet::rank {
namespace {

uint32_t position(std::span<const uint64_t> sorted, uint64_t number) {
  return static_cast<uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), number) -
                               sorted.begin());
}

void sort_distinct(std::vector<uint64_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

Unexpected<Error> too_many_pages() {
  return fail("more than " + std::to_string(kMostPages) + " pages");
}

}  // namespace

Unexpected<Error> PairText::complain(const char* at, const char* end,
                                     std::string_view which) const {
  constexpr size_t kShown = 40;
  std::string message = "line " + std::to_string(line_) + ": ";
  if (at == end) return fail(message.append(which).append(" number is missing"));
  const std::string_view rest(at, static_cast<size_t>(end - at));
  std::string_view word = rest.substr(0, std::min(rest.find_first_of(" \t\r"), kShown));
  message.append("\"").append(word).append("\" is not a whole number from 0 to 2^64 - 1");
  return fail(std::move(message));
}

Status PairText::check_rest() const {
  if (rest_.size() <= kMaxLine) return Done{};
  return fail("line " + std::to_string(line_ + 1) + ": longer than " + std::to_string(kMaxLine) +
              " bytes");
}

Status EdgeText::add(std::string_view piece) {
  return lines_.add(piece, [this](uint64_t source, uint64_t target) { take(source, target); });
}

uint64_t EdgeText::bytes_needed() const {
  return narrow_.links() * GraphBuilder::kBytesPerLink + wide_.size() * sizeof wide_[0];
}

Result<NumberedGraph> EdgeText::finish() && {
  const Status read =
      lines_.finish([this](uint64_t source, uint64_t target) { take(source, target); });
  if (!read) return Unexpected(read.error());
  if (!wide_.empty()) return finish_wide();
  const std::vector<uint32_t> numbers = narrow_.close_gaps();
  if (numbers.size() > kMostPages) return too_many_pages();
  return NumberedGraph{.graph = std::move(narrow_).build(static_cast<uint32_t>(numbers.size())),
                       .number = {numbers.begin(), numbers.end()}};
}

Result<NumberedGraph> EdgeText::finish_wide() {
  NumberedGraph result;
  result.number.reserve(2 * (narrow_.links() + wide_.size()));
  const auto note = [&](uint64_t source, uint64_t target) {
    result.number.insert(result.number.end(), {source, target});
  };
  narrow_.each_link(note);
  for (const auto& [source, target] : wide_) note(source, target);
  sort_distinct(result.number);
  if (result.number.size() > kMostPages) return too_many_pages();
  GraphBuilder builder;
  const auto add = [&](uint64_t source, uint64_t target) {
    builder.add(position(result.number, source), position(result.number, target));
  };
  narrow_.each_link(add);
  for (const auto& [source, target] : wide_) add(source, target);
  result.graph = std::move(builder).build(static_cast<uint32_t>(result.number.size()));
  return result;
}

Status BlockText::add(std::string_view piece) {
  return lines_.add(piece,
                    [this](uint64_t page, uint64_t block) { blocks_.emplace_back(page, block); });
}

Result<std::vector<uint32_t>> BlockText::finish(const NumberedGraph& graph) && {
  const Status read =
      lines_.finish([this](uint64_t page, uint64_t block) { blocks_.emplace_back(page, block); });
  if (!read) return Unexpected(read.error());
  std::sort(blocks_.begin(), blocks_.end());
  blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());

  std::vector<uint64_t> of_page;
  of_page.reserve(graph.number.size());
  auto at = blocks_.begin();
  for (const uint64_t page : graph.number) {
    while (at != blocks_.end() && at->first < page) ++at;
    if (at == blocks_.end() || at->first != page) {
      return fail("page " + std::to_string(page) + " has no block");
    }
    if (at + 1 != blocks_.end() && (at + 1)->first == page) {
      return fail("page " + std::to_string(page) + " is in two blocks");
    }
    of_page.push_back(at->second);
  }
  std::vector<uint64_t> numbers = of_page;
  sort_distinct(numbers);
  std::vector<uint32_t> result;
  result.reserve(of_page.size());
  for (const uint64_t block : of_page) result.push_back(position(numbers, block));
  return result;
}

}  // namespace freshet::rank
