#include "warc/member_packer.h"

#include <libdeflate.h>

#include <algorithm>

#include "result/check.h"

namespace freshet::warc {
namespace {

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
  }
};
using Compressor = std::unique_ptr<libdeflate_compressor, FreeCompressor>;

Compressor make_compressor(int level) {
  Compressor compressor(libdeflate_alloc_compressor(std::clamp(level, 0, 12)));
  FRESHET_CHECK(compressor != nullptr, "libdeflate has no memory");
  return compressor;
}

// At the fastest level, what a compressor does before its first byte takes 6 us, a quarter of what
// a page of 10 kB takes, for some 200 bytes saved on a record of this size: it is stored instead.
constexpr size_t kSmall = 1'024;

}  // namespace

struct MemberPacker::State {
  Compressor compressor;
  Compressor for_small;
  // Not zeroed, unlike a string that is made longer.
  std::unique_ptr<char[]> packed;
  size_t room = 0;
};

MemberPacker::MemberPacker(int level) : state_(std::make_unique<State>()) {
  state_->compressor = make_compressor(level);
  state_->for_small = make_compressor(level <= 1 ? 0 : level);
}

MemberPacker::~MemberPacker() = default;

void MemberPacker::pack(std::string_view text, std::string& out) {
  libdeflate_compressor* compressor =
      (text.size() <= kSmall ? state_->for_small : state_->compressor).get();
  const size_t bound = libdeflate_gzip_compress_bound(compressor, text.size());
  constexpr size_t kKept = 4 << 20;  // room for a larger record is not held on to
  std::unique_ptr<char[]> large;
  char* packed = nullptr;
  if (bound > kKept) {
    large.reset(new char[bound]);
    packed = large.get();
  } else {
    if (bound > state_->room) {
      state_->packed.reset(new char[bound]);
      state_->room = bound;
    }
    packed = state_->packed.get();
  }
  const size_t size = libdeflate_gzip_compress(compressor, text.data(), text.size(), packed, bound);
  FRESHET_CHECK(size > 0, "a member is within libdeflate's own bound");
  out.append(packed, size);
}

}  // namespace freshet::warc
