// The decoders of UTF-8, UTF-16, x-user-defined and "replacement".
#include <algorithm>
#include <array>

#include "charset/decoders.h"
#include "text/utf8.h"

namespace freshet::charset {
namespace {

// Continues the sequence that earlier pieces began. Returns how many bytes of the input belong to
// it.
size_t finish_held(DecoderInput input, DecoderState& state, std::string& out, uint64_t& malformed) {
  std::array<char, 6> joined;
  char* end = std::copy_n(state.held.begin(), state.held_count, joined.begin());
  end = std::copy_n(input.bytes.begin(), std::min<size_t>(3, input.bytes.size()), end);
  const std::string_view view(joined.data(), static_cast<size_t>(end - joined.data()));
  const text::Utf8Sequence sequence = text::utf8_sequence(view);
  // The held bytes are the beginning of a sequence, so the sequence is at least as long as these.
  const size_t used = sequence.length - size_t{state.held_count};
  if (sequence.kind == text::Utf8Sequence::kCut && !input.last) {
    std::copy_n(view.begin(), sequence.length, state.held.begin());
    state.held_count = sequence.length;
    return used;
  }
  if (sequence.kind == text::Utf8Sequence::kWhole) {
    out.append(view.substr(0, sequence.length));
  } else {
    out.append(text::kReplacementCharacter);
    ++malformed;
  }
  state.held_count = 0;
  return used;
}

}  // namespace

uint64_t decode_utf8(DecoderInput input, DecoderState& state, std::string& out) {
  uint64_t malformed = 0;
  std::string_view rest = input.bytes;
  if (state.held_count > 0) {
    if (rest.empty() && !input.last) return 0;
    rest.remove_prefix(finish_held(input, state, out, malformed));
  }
  while (!rest.empty()) {
    const size_t valid = text::valid_utf8_prefix(rest);
    out.append(rest.substr(0, valid));
    rest.remove_prefix(valid);
    if (rest.empty()) break;
    const text::Utf8Sequence sequence = text::utf8_sequence(rest);
    if (sequence.kind == text::Utf8Sequence::kCut && !input.last) {
      std::copy(rest.begin(), rest.end(), state.held.begin());
      state.held_count = sequence.length;
      break;
    }
    out.append(text::kReplacementCharacter);
    ++malformed;
    rest.remove_prefix(sequence.length);
  }
  return malformed;
}

void decode_utf16(DecoderInput input, bool big_endian, DecoderState& state, Utf8Sink& out) {
  const auto take = [&](uint8_t first, uint8_t second) {
    const auto unit = static_cast<uint16_t>(big_endian ? first << 8 | second : second << 8 | first);
    if (state.lead_surrogate != 0) {
      const char32_t lead = state.lead_surrogate;
      state.lead_surrogate = 0;
      if ((unit & 0xFC00) == 0xDC00) {
        out.put(0x10000 + ((lead - 0xD800) << 10) + (unit - 0xDC00u));
        return;
      }
      out.put_malformed();
    }
    if ((unit & 0xFC00) == 0xD800) {
      state.lead_surrogate = unit;
    } else if ((unit & 0xFC00) == 0xDC00) {
      out.put_malformed();
    } else {
      out.put(unit);
    }
  };

  std::string_view rest = input.bytes;
  if (state.held_count > 0 && !rest.empty()) {
    state.held_count = 0;
    take(state.held[0], static_cast<uint8_t>(rest[0]));
    rest.remove_prefix(1);
  }
  size_t at = 0;
  for (; at + 1 < rest.size(); at += 2) {
    take(static_cast<uint8_t>(rest[at]), static_cast<uint8_t>(rest[at + 1]));
  }
  if (at < rest.size()) {
    state.held[0] = static_cast<uint8_t>(rest[at]);
    state.held_count = 1;
  }
  // By the standard, a surrogate and half a unit at the end are one error.
  if (input.last && (state.held_count > 0 || state.lead_surrogate != 0)) out.put_malformed();
}

void decode_replacement(DecoderInput input, DecoderState& state, Utf8Sink& out) {
  if (input.bytes.empty() || state.finished) return;
  state.finished = true;
  out.put_malformed();
}

void decode_user_defined(std::string_view bytes, Utf8Sink& out) {
  while (!bytes.empty()) {
    const auto byte = static_cast<uint8_t>(bytes[0]);
    if (byte < 0x80) {
      bytes.remove_prefix(put_ascii_run(bytes, out));
    } else {
      out.put(0xF780u + byte - 0x80u);
      bytes.remove_prefix(1);
    }
  }
}

}  // namespace freshet::charset
