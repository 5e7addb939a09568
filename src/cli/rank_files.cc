#include "cli/rank_files.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>

#include "cli/numbers.h"
#include "coding/content_coding.h"
#include "rank/graph_file.h"

namespace freshet::cli {
namespace {

constexpr size_t kPiece = 1 << 20;
// Limit for the unpacked size of a gzipped file. Memory is allocated as the data comes.
constexpr size_t kMaxUnpacked = size_t{64} << 30;
constexpr std::string_view kGzip = "\x1f\x8b";

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

using Take = std::function<Status(std::string_view)>;

Unexpected<Error> file_error(const std::string& file) {
  return fail(file + ": " + std::strerror(errno));
}

Status each_piece(std::FILE* file, const Take& take) {
  std::string piece(kPiece, '\0');
  while (const size_t size = std::fread(piece.data(), 1, piece.size(), file)) {
    if (Status taken = take(std::string_view(piece).substr(0, size)); !taken) return taken;
  }
  return std::ferror(file) == 0 ? Status(Done{}) : fail(std::strerror(errno));
}

// Calls `take` with the content in pieces, unpacked if it is gzipped.
Status read_content(const std::string& name, const Take& take) {
  const File file(name == "-" ? stdin : std::fopen(name.c_str(), "rb"));
  if (file == nullptr) return file_error(name);
  std::string packed;
  bool is_first = true;
  bool is_packed = false;
  Status read = each_piece(file.get(), [&](std::string_view piece) -> Status {
    if (is_first) is_packed = piece.starts_with(kGzip);
    is_first = false;
    if (!is_packed) return take(piece);
    packed += piece;
    return Done{};
  });
  if (read && is_packed) {
    const coding::Decoded unpacked = coding::decode_content(packed, "gzip", kMaxUnpacked);
    packed.clear();
    if (unpacked.damaged || unpacked.truncated) return fail(name + ": the gzip file is damaged");
    std::string_view rest = unpacked.bytes;
    while (read && !rest.empty()) {
      read = take(rest.substr(0, kPiece));
      rest.remove_prefix(std::min(rest.size(), kPiece));
    }
  }
  if (!read) return Unexpected(Error(read.error()).within(name));
  return Done{};
}

}  // namespace

uint64_t free_memory() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const uint64_t taken = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  rlimit limit{};
  const bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const uint64_t most = is_limited ? limit.rlim_cur - std::min<uint64_t>(limit.rlim_cur, taken)
                                   : std::numeric_limits<uint64_t>::max();
  std::ifstream lines("/proc/meminfo");
  uint64_t kibibytes = 0;
  for (std::string name; lines >> name;) {
    if (name == "MemAvailable:" && lines >> kibibytes) return std::min(most, kibibytes << 10);
    lines.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return most;
}

Result<rank::NumberedGraph> read_edges(const std::string& file) {
  rank::EdgeText text;
  const uint64_t most_bytes = free_memory();
  std::string graph_bytes;
  bool is_first = true;
  bool is_graph = false;
  Status read = read_content(file, [&](std::string_view piece) -> Status {
    if (is_first) is_graph = rank::is_graph_file(piece);
    is_first = false;
    if (is_graph) {
      graph_bytes += piece;
      return Done{};
    }
    if (Status added = text.add(piece); !added) return added;
    if (text.bytes_needed() <= most_bytes) return Done{};
    return fail("not enough memory for these links: " + short_bytes(most_bytes) +
                " are free, and building the graph takes 12 bytes per link");
  });
  if (!read) return Unexpected(read.error());
  if (!is_graph) {
    auto numbered = std::move(text).finish();
    if (!numbered) return Unexpected(std::move(numbered.error()).within(file));
    return numbered;
  }
  auto graph = rank::read_graph_file(graph_bytes);
  if (!graph) return Unexpected(std::move(graph.error()).within(file));
  rank::NumberedGraph numbered{.graph = std::move(*graph), .number = {}};
  numbered.number.resize(numbered.graph.pages());
  std::iota(numbered.number.begin(), numbered.number.end(), uint64_t{0});
  return numbered;
}

Result<std::vector<uint32_t>> read_blocks(const std::string& file,
                                          const rank::NumberedGraph& graph) {
  rank::BlockText text;
  const Status read =
      read_content(file, [&](std::string_view piece) -> Status { return text.add(piece); });
  if (!read) return Unexpected(read.error());
  auto blocks = std::move(text).finish(graph);
  if (!blocks) return Unexpected(std::move(blocks.error()).within(file));
  return blocks;
}

Status save_graph(const rank::Graph& graph, const std::string& file) {
  const File out(std::fopen(file.c_str(), "wb"));
  if (out == nullptr) return file_error(file);
  std::string bytes;
  const auto write = [&] {
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), out.get()) == bytes.size();
    bytes.clear();
    return written;
  };
  rank::GraphFileWriter writer(bytes);
  const rank::Graph targets = rank::reversed(graph);
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    writer.add(page, targets.sources_of(page));
    if (bytes.size() >= kPiece && !write()) return file_error(file);
  }
  writer.finish(graph.pages());
  if (!write() || std::fflush(out.get()) != 0) return file_error(file);
  return Done{};
}

}  // namespace freshet::cli
