// Measures decoding, validation and detection of encodings, in bytes of input per second.
#include <benchmark/benchmark.h>

#include <string>

#include "charset/decide.h"
#include "charset/decode.h"

namespace freshet::charset {
namespace {

constexpr size_t kPageBytes = 100'000;

// Returns a page that consists of markup and text, about half each.
std::string page(std::string_view paragraph) {
  std::string html = "<!DOCTYPE html><html><head><title>Page</title></head><body>\n";
  while (html.size() < kPageBytes) {
    html += "<p class=\"text\"><a href=\"/articles/2024/05/17.html\">";
    html += paragraph;
    html += "</a></p>\n";
  }
  return html;
}

const std::string& english() {
  static const std::string html =
      page("It is a truth universally acknowledged, that a single man in possession");
  return html;
}
const std::string& korean() {
  static const std::string html =
      page("나라의 말이 중국과 달라 한자와는 서로 통하지 아니하므로, 어리석은 백성이");
  return html;
}
const std::string& japanese() {
  static const std::string html =
      page("吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。");
  return html;
}
const std::string& french() {
  static const std::string html =
      page("Longtemps, je me suis couché de bonne heure. À peine éteinte");
  return html;
}
const std::string& russian() {
  static const std::string html =
      page("Все счастливые семьи похожи друг на друга, каждая несчастливая");
  return html;
}

void decode_pages(benchmark::State& state, Encoding encoding, const std::string& utf8) {
  const std::string bytes = encode(encoding, utf8);
  for (auto _ : state) {
    std::string out;
    Decoder(encoding).decode(bytes, true, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes.size()));
}

void validate_pages(benchmark::State& state, const std::string& utf8) {
  for (auto _ : state) benchmark::DoNotOptimize(is_valid_utf8(utf8));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * utf8.size()));
}

// The reported bytes are those of the page, of which decide() examines at most kDetectBytes.
void decide_pages(benchmark::State& state, const std::string& bytes) {
  for (auto _ : state) benchmark::DoNotOptimize(decide(bytes, std::nullopt).encoding);
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes.size()));
}

BENCHMARK_CAPTURE(decode_pages, utf8_english, Encoding::kUtf8, english());
BENCHMARK_CAPTURE(decode_pages, utf8_korean, Encoding::kUtf8, korean());
BENCHMARK_CAPTURE(decode_pages, euc_kr, Encoding::kEucKr, korean());
BENCHMARK_CAPTURE(decode_pages, shift_jis, Encoding::kShiftJis, japanese());
BENCHMARK_CAPTURE(decode_pages, euc_jp, Encoding::kEucJp, japanese());
BENCHMARK_CAPTURE(decode_pages, gbk, Encoding::kGbk, japanese());
BENCHMARK_CAPTURE(decode_pages, windows_1252_french, Encoding::kWindows1252, french());
BENCHMARK_CAPTURE(decode_pages, windows_1251_russian, Encoding::kWindows1251, russian());
BENCHMARK_CAPTURE(decode_pages, euc_kr_english, Encoding::kEucKr, english());
BENCHMARK_CAPTURE(validate_pages, english, english());
BENCHMARK_CAPTURE(validate_pages, french, french());
BENCHMARK_CAPTURE(validate_pages, korean, korean());
BENCHMARK_CAPTURE(decide_pages, declared, "<meta charset=utf-8>" + english());
BENCHMARK_CAPTURE(decide_pages, undeclared_ascii, english());
BENCHMARK_CAPTURE(decide_pages, undeclared_utf8, korean());
BENCHMARK_CAPTURE(decide_pages, undeclared_euc_kr, encode(Encoding::kEucKr, korean()));

}  // namespace
}  // namespace freshet::charset

BENCHMARK_MAIN();
