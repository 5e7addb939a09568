#include "aquarium/text_pool.h"

#include "aquarium/random.h"
#include "aquarium/vocabulary.h"
#include "charset/decode.h"
#include "text/ascii.h"

namespace freshet::aquarium {
namespace {

constexpr size_t kTexts = 512;  // 2^9: pick() uses nine bits

class Writer {
 public:
  Writer(uint64_t seed, const Vocabulary& words) : chance_(seed), words_(words) {}

  std::string words(size_t count) {
    std::string out;
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) out += i % 7 == 6 ? words_.comma : words_.space;
      out += words_.words[chance_.below(words_.words.size())];
    }
    // Only words that begin with an ASCII letter get a capital.
    if (words_.capitals && text::is_alpha(out[0])) out[0] = static_cast<char>(out[0] & ~0x20);
    return out;
  }
  std::string title() { return words(2 + chance_.below(3)); }
  std::string sentence() { return words(6 + chance_.below(11)).append(words_.stop); }
  // About 650 bytes.
  std::string paragraph() {
    std::string out;
    const size_t length = 450 + chance_.below(401);
    while (out.size() < length) out += sentence();
    return out;
  }

 private:
  RandomStream chance_;
  const Vocabulary& words_;
};

}  // namespace

TextPool::TextPool(uint64_t world_seed, Writing writing)
    : lang_(vocabulary(writing).lang), charset_(charset::name(encoding(writing))) {
  const Vocabulary& words = vocabulary(writing);
  const auto encoded = [&](const std::string& utf8) {
    return charset::encode(encoding(writing), utf8);
  };
  // The seed depends on the language only, so that the same texts are made for all its encodings.
  Writer writer(mix(world_seed, words.lang[0] * 256U + words.lang[1]), words);
  size_t bytes = 0;
  for (size_t i = 0; i < kTexts; ++i) {
    paragraphs_.push_back(encoded(writer.paragraph()));
    sentences_.push_back(encoded(writer.sentence()));
    titles_.push_back(encoded(writer.title()));
    bytes += paragraphs_.back().size();
  }
  mean_paragraph_bytes_ = bytes / kTexts;
  not_found_ = encoded(std::string(words.not_found));
  section_raw_ = encoded(std::string(words.section_raw));
}

}  // namespace freshet::aquarium
