// Measures cutting text into words, by language. `freshet convert` does this with the text of every
// page.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "words/segmenter.h"

namespace freshet::words {
namespace {

void append(benchmark::State& state, std::string_view sentence) {
  std::string text;
  while (text.size() < 100'000) text += sentence;
  Segmenter segmenter;
  std::string out;
  for (auto step : state) {
    out.clear();
    segmenter.append_terms(text, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
}
BENCHMARK_CAPTURE(append, english,
                  "The river rose by two metres in a single night, and the old bridge at Mill Lane "
                  "was closed (again) until 14:30 on Friday. ");
BENCHMARK_CAPTURE(append, german,
                  "Der Fluss stieg über Nacht um zwei Meter, und die alte Brücke an der Mühlstraße "
                  "blieb für die Öffentlichkeit gesperrt. ");
BENCHMARK_CAPTURE(append, russian,
                  "За ночь река поднялась на два метра, и старый мост снова закрыли до пятницы. ");
BENCHMARK_CAPTURE(
    append, korean,
    "강물이 하룻밤 사이에 2미터나 불어나서 오래된 다리는 금요일까지 다시 통제되었다. ");
BENCHMARK_CAPTURE(append, japanese,
                  "川の水位は一晩で二メートル上がり、古い橋は金曜日まで再び通行止めになった。");
BENCHMARK_CAPTURE(append, chinese, "一夜之间河水上涨了两米，旧桥再次封闭至星期五下午。");

}  // namespace
}  // namespace freshet::words

BENCHMARK_MAIN();
