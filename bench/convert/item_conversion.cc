// Measures the conversion of items: item_conversion TARGET [ITEMS]. TARGET is a folder for JSON
// lines, a SQLite file (*.db) or a DSN of PostgreSQL, whose catalogue is replaced. The collection
// is in memory; its pages have no archive records, so that little but the items is written.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "collection/keys.h"
#include "collection/run_control.h"
#include "convert/convert.h"
#include "systemclock/system_clock.h"

namespace {

using namespace freshet;

constexpr int kReviews = 3;

std::string recipe(const char* more) {
  return std::string(R"(
name = "shop"
seeds = ["http://a.test/"]
[item]
patterns = ['^http://a\.test/\d+$']
[[item.field]]
name = "title"
selector = "h1"
[[item.field]]
name = "text"
selector = "p"
[[item.field]]
name = "price"
selector = ".price"
type = "money"
[[item.field]]
name = "tags"
selector = ".tag"
list = true
)") + more +
         R"(
[[item.record]]
name = "review"
each = ".review"
[[item.record.field]]
name = "stars"
selector = ".stars"
type = "number"
[[item.record.field]]
name = "text"
selector = "p"
)";
}

void commit(store::Store& store, store::Batch& batch) {
  if (!store.commit(batch, store::Durability::kProcess)) std::abort();
  batch.clear();
}

void use_recipe(store::Store& store, const std::string& text) {
  collection::RunControl run_control;
  run_control.scope.emplace().recipes = {text};
  store::Batch batch;
  batch.facts.emplace_back(collection::kRunControlFact, run_control.encode());
  commit(store, batch);
}

// Visits every `step`th page.
void visit(store::Store& store, int pages, int step, int64_t at) {
  store::Batch batch;
  for (int i = 0; i < pages; i += step) {
    store::PageState page;
    page.url = "http://a.test/" + std::to_string(i);
    page.key = collection::page_key(page.url);
    page.result = store::VisitResult::kNew;
    page.first_seen = Instant::from_unix_seconds(1);
    page.last_visit = page.last_success = Instant::from_unix_seconds(at);
    const std::string number = std::to_string(i);
    store::Item item{.page = page.key, .recipe = "shop", .key = page.url};
    item.fields = R"({"title":"Title )" + number + R"(","text":")" + std::string(300, 'x') +
                  R"(","price":{"amount":")" + number +
                  R"(.50","currency":"EUR"},"tags":["a","b"]})";
    item.records = R"({"review":[)";
    for (int review = 0; review < kReviews; ++review) {
      item.records += std::string(review == 0 ? "" : ",") + R"({"stars":4.5,"text":")" +
                      std::string(80, 'y') + "\"}";
    }
    item.records += "]}";
    item.first_seen = Instant::from_unix_seconds(1);
    batch.items.push_back(std::move(item));
    batch.pages.push_back(std::move(page));
    if (batch.pages.size() == 1'000) commit(store, batch);
  }
  commit(store, batch);
}

std::unique_ptr<catalog::Writer> writer_to(const std::string& target) {
  if (target.ends_with(".db")) return catalog::make_sqlite_writer(target);
  if (target.find("postgres") == 0 || target.find('=') != std::string::npos) {
    return catalog::make_postgres_writer(target);
  }
  return catalog::make_json_lines_writer({.folder = target});
}

void measure(convert::Converter& converter, const std::string& target, const char* what) {
  convert::ConvertProgress progress;
  const auto writer = writer_to(target);
  const auto begin = std::chrono::steady_clock::now();
  const auto summary = converter.convert(*writer, progress);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (!summary) {
    std::fprintf(stderr, "%s\n", summary.error().message.c_str());
    std::exit(1);
  }
  std::printf("%-28s %8.2f s, %lu rows of pages, %lu items, %.0f items/s\n", what, took.count(),
              summary->put + summary->refreshed, summary->items,
              static_cast<double>(summary->items) / took.count());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "item_conversion TARGET [ITEMS]\n");
    return 2;
  }
  const std::string target = argv[1];
  const int items = argc > 2 ? std::atoi(argv[2]) : 100'000;
  const auto store = store::make_memory_store();
  const SystemClock clock;
  auto converter = convert::Converter::open(*store, {.replace_other = true}, clock);
  if (!converter) return 1;
  use_recipe(*store, recipe(""));
  visit(*store, items, 1, 100);
  measure(*converter, target, "everything");
  measure(*converter, target, "nothing has changed");
  visit(*store, items, 10, 200);
  measure(*converter, target, "a tenth was visited");
  visit(*store, items, 1, 300);
  measure(*converter, target, "all were visited");
  use_recipe(*store, recipe("[[item.field]]\nname = 'more'\nselector = 'b'\n"));
  measure(*converter, target, "the recipe has a field more");
}
