// Measures how well and how fast libraries identify the language of real manuals:
// docs/decisions/0011.
#include <cstdio>  // before the header of CLD2, which needs FILE

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include <time.h>

#include <functional>
#include <map>

#include "language/corpus.h"
#include "language/identify.h"
#include "text/utf8.h"
#ifdef FRESHET_HAS_EXTTEXTCAT
#include <libexttextcat/textcat.h>
#endif

namespace freshet::bench {
namespace {

// Returns a language tag, or an empty string if the library is not sure.
using Identify = std::function<std::string(std::string_view)>;

std::string by_cld2(std::string_view text) {
  const CLD2::CLDHints no_hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING,
                                   CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language languages[3];
  int percent[3];
  double scores[3];
  int bytes = 0;
  int valid = 0;
  bool reliable = false;
  const CLD2::Language found = CLD2::ExtDetectLanguageSummaryCheckUTF8(
      text.data(), static_cast<int>(text.size()), true, &no_hints, 0, languages, percent, scores,
      nullptr, &bytes, &reliable, &valid);
  if (!reliable || found == CLD2::UNKNOWN_LANGUAGE) return "";
  return CLD2::LanguageCode(found);
}

#ifdef FRESHET_HAS_EXTTEXTCAT
class TextCat {
 public:
  TextCat()
      : handle_(special_textcat_Init("/usr/share/libexttextcat/fpdb.conf",
                                     "/usr/share/libexttextcat/")) {}
  ~TextCat() { textcat_Done(handle_); }
  TextCat(const TextCat&) = delete;
  TextCat& operator=(const TextCat&) = delete;

  // The result has the form "[en--utf8][sco--utf8]", with several languages if it is not sure.
  std::string identify(std::string_view text) const {
    const std::string_view found = textcat_Classify(handle_, text.data(), text.size());
    if (!found.starts_with('[') || found.find('[', 1) != found.npos) return "";
    return std::string(found.substr(1, found.find("--") - 1));
  }

 private:
  void* handle_;
};
#endif

// Whether both are the same language, as far as both specify it: "pt" is right for "pt-br", "zh"
// for "zh-cn".
std::string comparable(std::string tag) {
  for (char& c : tag) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  if (tag == "zh-cn" || tag == "zh-hans" || tag == "zh") return "zh";
  if (tag == "zh-tw" || tag == "zh-hant") return "zh-hant";
  tag = tag.substr(0, tag.find('-'));
  return tag == "nb" || tag == "nn" ? "no" : tag;
}

double cpu_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Tally {
  size_t right = 0;
  size_t english = 0;  // identified as English, because text that is not translated is English
  size_t wrong = 0;
  size_t unsure = 0;
  std::map<std::string, size_t> confused;
};

void measure(const char* name, const std::vector<CorpusPage>& pages, size_t most_bytes,
             const Identify& identify) {
  Tally tally;
  size_t measured = 0;
  double seconds = 0;
  for (const CorpusPage& page : pages) {
    std::string_view text = page.text;
    if (text.size() < most_bytes && most_bytes < 100'000) continue;
    text = text.substr(0, most_bytes);
    text = text.substr(0, text::whole_characters(text));
    ++measured;
    const double start = cpu_seconds();
    const std::string found = comparable(identify(text));
    seconds += cpu_seconds() - start;
    const std::string expected = comparable(page.language);
    if (found == expected) {
      ++tally.right;
    } else if (found.empty()) {
      ++tally.unsure;
    } else if (found == "en") {
      ++tally.english;
    } else {
      ++tally.wrong;
      ++tally.confused[expected + " as " + found];
    }
  }
  const auto share = [&](size_t count) {
    return 100 * static_cast<double>(count) / static_cast<double>(measured);
  };
  std::printf("| %s | %zu | %.2f %% | %.2f %% | %.2f %% | %.2f %% | %.0f |", name, measured,
              share(tally.right), share(tally.english), share(tally.wrong), share(tally.unsure),
              seconds * 1e6 / static_cast<double>(measured));
  for (const auto& [pair, count] : tally.confused) {
    if (count > 2) std::printf(" %s %zu;", pair.c_str(), count);
  }
  std::printf("\n");
}

void run() {
  const std::vector<CorpusPage> pages = installed_manuals();
  for (const size_t bytes : {size_t{1'000'000}, size_t{1'000}, size_t{200}}) {
    std::printf("\nfirst %zu bytes of each page that has them\n\n", bytes);
    std::printf("| | pages | right | English | wrong | unsure | us a page | confused |\n");
    std::printf("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    measure("freshet (CLD2 on a sample)", pages, bytes, [](std::string_view text) {
      const auto found = language::identify(text);
      return found ? found->tag : std::string();
    });
    measure("CLD2", pages, bytes, by_cld2);
#ifdef FRESHET_HAS_EXTTEXTCAT
    const TextCat textcat;
    measure("exttextcat", pages, bytes, [&](std::string_view t) { return textcat.identify(t); });
#endif
  }
}

}  // namespace
}  // namespace freshet::bench

int main() {
  freshet::bench::run();
}
