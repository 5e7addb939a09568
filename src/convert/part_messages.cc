#include "convert/part_messages.h"

#include "store/bytes.h"

namespace freshet::convert {
namespace {

// Raised when a message changes. All agents must be of one version of the program to convert
// together.
constexpr uint8_t kVersion = 2;

constexpr uint8_t kReport = 0x80;
template <typename Message>
constexpr uint8_t kType = 0;
template <>
constexpr uint8_t kType<SurveyOrder> = 1;
template <>
constexpr uint8_t kType<AssignOrder> = 2;
template <>
constexpr uint8_t kType<LearnOrder> = 3;
template <>
constexpr uint8_t kType<ConvertOrder> = 4;
template <>
constexpr uint8_t kType<FollowOrder> = 5;
template <>
constexpr uint8_t kType<SurveyReport> = kReport | 1;
template <>
constexpr uint8_t kType<AssignReport> = kReport | 2;
template <>
constexpr uint8_t kType<ConvertReport> = kReport | 4;

// Encoder and Decoder are called with the same fields in the same order.
class Encoder {
 public:
  explicit Encoder(std::string& out) : out_(out) {}

  template <typename... Fields>
  void operator()(const Fields&... fields) {
    (add(fields), ...);
  }

 private:
  void add(bool value) { out_.byte(value ? 1 : 0); }
  void add(uint16_t value) { out_.varint(value); }
  void add(uint32_t value) { out_.varint(value); }
  void add(uint64_t value) { out_.varint(value); }
  void add(int64_t value) { out_.signed_varint(value); }
  void add(double seconds) { out_.varint(static_cast<uint64_t>(seconds * 1e6)); }
  void add(Instant time) { out_.signed_varint(time.unix_microseconds()); }
  void add(const std::string& text) { out_.text(text); }
  void add(store::SiteId site) { out_.big_endian(site.value); }
  void add(store::PageId page) { out_.big_endian(page.value); }
  void add(const std::vector<bool>& bits) {
    out_.varint(bits.size());
    for (size_t at = 0; at < bits.size(); at += 8) {
      uint8_t byte = 0;
      for (size_t i = at; i < std::min(at + 8, bits.size()); ++i) {
        if (bits[i]) byte = static_cast<uint8_t>(byte | 1U << (i - at));
      }
      out_.byte(byte);
    }
  }
  template <typename T>
  void add(const std::vector<T>& all) {
    out_.varint(all.size());
    for (const T& one : all) add(one);
  }
  template <typename K, typename V>
  void add(const std::map<K, V>& all) {
    out_.varint(all.size());
    for (const auto& [key, value] : all) (*this)(key, value);
  }
  template <typename Struct>
  void add(const Struct& value);

  store::ByteWriter out_;
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : in_(bytes) {}

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (read(fields), ...);
  }
  bool is_complete() const { return !in_.failed() && in_.left() == 0; }

 private:
  void read(bool& value) { value = in_.byte() != 0; }
  void read(uint16_t& value) { value = static_cast<uint16_t>(in_.varint_up_to(UINT16_MAX)); }
  void read(uint32_t& value) { value = static_cast<uint32_t>(in_.varint_up_to(UINT32_MAX)); }
  void read(uint64_t& value) { value = in_.varint(); }
  void read(int64_t& value) { value = in_.signed_varint(); }
  void read(double& seconds) { seconds = static_cast<double>(in_.varint()) * 1e-6; }
  void read(Instant& time) { time = Instant::from_unix_microseconds(in_.signed_varint()); }
  void read(std::string& text) { text = in_.text(); }
  void read(store::SiteId& site) { site.value = in_.big_endian(); }
  void read(store::PageId& page) { page.value = in_.big_endian(); }
  void read(std::vector<bool>& bits) {
    const uint64_t size = in_.varint();
    if (size / 8 > in_.left()) return in_.fail();
    bits.resize(size);
    for (size_t at = 0; at < size; at += 8) {
      const uint8_t byte = in_.byte();
      for (size_t i = at; i < std::min<size_t>(at + 8, size); ++i) {
        bits[i] = (byte >> (i - at) & 1) != 0;
      }
    }
  }
  template <typename T>
  void read(std::vector<T>& all) {
    for (uint64_t left = in_.varint(); left > 0 && !in_.failed(); --left) read(all.emplace_back());
  }
  template <typename K, typename V>
  void read(std::map<K, V>& all) {
    for (uint64_t left = in_.varint(); left > 0 && !in_.failed(); --left) {
      K key{};
      read(key);
      read(all[key]);
    }
  }
  template <typename Struct>
  void read(Struct& value);

  store::ByteReader in_;
};

// Calls `code` with the fields of a message, or of what it contains.
template <typename Code, typename T>
void code_fields(Code& code, T& m) {
  using M = std::remove_const_t<T>;
  if constexpr (std::is_same_v<M, catalog::TargetState>)
    code(m.rebuild, m.rebuild_items, m.links_up_to);
  else if constexpr (std::is_same_v<M, SurveyOrder>)
    code(m.conversion, m.target, m.full, m.now, m.communities);
  else if constexpr (std::is_same_v<M, SurveyReport::Site>)
    code(m.id, m.text);
  else if constexpr (std::is_same_v<M, SurveyReport>)
    code(m.pages, m.new_pages, m.last_page, m.writers, m.sites);
  else if constexpr (std::is_same_v<M, IdRange>)
    code(m.first, m.count);
  else if constexpr (std::is_same_v<M, AssignOrder>)
    code(m.range, m.holders);
  else if constexpr (std::is_same_v<M, store::ArchivePosition>)
    code(m.writer, m.file, m.offset);
  else if constexpr (std::is_same_v<M, PageSample::Page>)
    code(m.page, m.at);
  else if constexpr (std::is_same_v<M, SiteBoilerplate::Request>)
    code(m.site, m.pages, m.sample);
  else if constexpr (std::is_same_v<M, AssignReport> || std::is_same_v<M, LearnOrder>)
    code(m.requests);
  else if constexpr (std::is_same_v<M, ConvertOrder>)
    code(m.has_new_ids);
  else if constexpr (std::is_same_v<M, ConvertSummary>)
    code(m.rebuilt, m.pages, m.put, m.refreshed, m.relinked, m.removed, m.items, m.unreadable,
         m.reading, m.parsing, m.segmenting, m.writing);
  else if constexpr (std::is_same_v<M, store::PageKey>)
    code(m.site, m.page);
  else if constexpr (std::is_same_v<M, ConvertReport>)
    code(m.summary, m.seen, m.given_away);
  else {
    static_assert(std::is_same_v<M, FollowOrder>);
    code(m.pages, m.is_last);
  }
}

template <typename Struct>
void Encoder::add(const Struct& value) {
  code_fields(*this, value);
}

template <typename Struct>
void Decoder::read(Struct& value) {
  code_fields(*this, value);
}

}  // namespace

template <typename Message>
std::string encode(const Message& message) {
  std::string bytes = {static_cast<char>(kVersion), static_cast<char>(kType<Message>)};
  Encoder encoder(bytes);
  encoder(message);
  return bytes;
}

template <typename Message>
Result<Message> decode(std::string_view bytes) {
  if (bytes.size() < 2 || static_cast<uint8_t>(bytes[0]) != kVersion) {
    return fail("the agents must be of one version of the program to convert together");
  }
  Message message;
  Decoder decoder(bytes.substr(2));
  decoder(message);
  if (static_cast<uint8_t>(bytes[1]) != kType<Message> || !decoder.is_complete()) {
    return fail("a message of a conversion in parts is damaged");
  }
  return message;
}

Result<OrderType> order_type(std::string_view bytes) {
  const uint8_t type = bytes.size() < 2 ? 0 : static_cast<uint8_t>(bytes[1]);
  if (type < 1 || type > 5) return fail("a message of a conversion in parts is damaged");
  return static_cast<OrderType>(type);
}

#define FRESHET_MESSAGE(Message)               \
  template std::string encode(const Message&); \
  template Result<Message> decode(std::string_view)
FRESHET_MESSAGE(SurveyOrder);
FRESHET_MESSAGE(SurveyReport);
FRESHET_MESSAGE(AssignOrder);
FRESHET_MESSAGE(AssignReport);
FRESHET_MESSAGE(LearnOrder);
FRESHET_MESSAGE(ConvertOrder);
FRESHET_MESSAGE(ConvertReport);
FRESHET_MESSAGE(FollowOrder);
#undef FRESHET_MESSAGE

}  // namespace freshet::convert
