#include "warc/member_packer.h"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <vector>

#include "result/check.h"

namespace freshet::warc {
namespace {

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
  }
};
using Compressor = std::unique_ptr<libdeflate_compressor, FreeCompressor>;

// Up to this size a record is compressed with the fixed Huffman code of the standard. To build a
// code for the record takes 4 us, a quarter of the time for a page of 10 kB, and saves only about
// 150 bytes of a record of this size.
constexpr size_t kSmallRecordBytes = 1'024;

// Upper bound of the size of a member: its header and trailer, and the header of a stored block for
// every 64 kB that cannot be compressed.
size_t fast_bound(size_t size) {
  return size + 64 + 8 * (size / 65'535 + 1);
}

}  // namespace

struct MemberPacker::State {
  Compressor compressor;  // nullptr at level 1
  isal_zstream stream{};
  std::vector<uint8_t> tables;
  // Not a string, because that would fill its memory with zeros.
  std::unique_ptr<char[]> packed;
  size_t room = 0;

  size_t pack_fast(std::string_view text, char* to, size_t room_there) {
    isal_deflate_stateless_init(&stream);
    stream.level = text.size() <= kSmallRecordBytes ? 0 : 1;
    stream.level_buf = tables.data();
    stream.level_buf_size = static_cast<uint32_t>(tables.size());
    stream.gzip_flag = IGZIP_GZIP;
    stream.end_of_stream = 1;
    // ISA-L takes a pointer without const, but does not change the input.
    stream.next_in = reinterpret_cast<uint8_t*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uint32_t>(text.size());
    stream.next_out = reinterpret_cast<uint8_t*>(to);
    stream.avail_out = static_cast<uint32_t>(room_there);
    FRESHET_CHECK(isal_deflate_stateless(&stream) == COMP_OK,
                  "the gzip member is larger than its upper bound");
    return stream.total_out;
  }
};

MemberPacker::MemberPacker(int level) : state_(std::make_unique<State>()) {
  if (level == 1) {
    state_->tables.resize(ISAL_DEF_LVL1_DEFAULT);
    return;
  }
  state_->compressor.reset(libdeflate_alloc_compressor(std::clamp(level, 0, 12)));
  FRESHET_CHECK(state_->compressor != nullptr, "libdeflate: out of memory");
}

MemberPacker::~MemberPacker() = default;

void MemberPacker::pack(std::string_view text, std::string& out) {
  State& state = *state_;
  const size_t bound = state.compressor
                           ? libdeflate_gzip_compress_bound(state.compressor.get(), text.size())
                           : fast_bound(text.size());
  constexpr size_t kMaxKeptBytes = 4 << 20;  // a larger buffer is not kept for the next record
  std::unique_ptr<char[]> large;
  char* packed = nullptr;
  if (bound > kMaxKeptBytes) {
    large.reset(new char[bound]);
    packed = large.get();
  } else {
    if (bound > state.room) {
      state.packed.reset(new char[bound]);
      state.room = bound;
    }
    packed = state.packed.get();
  }
  const size_t size = state.compressor
                          ? libdeflate_gzip_compress(state.compressor.get(), text.data(),
                                                     text.size(), packed, bound)
                          : state.pack_fast(text, packed, bound);
  FRESHET_CHECK(size > 0, "the gzip member is larger than libdeflate's upper bound");
  out.append(packed, size);
}

}  // namespace freshet::warc
