#include "integration/converting.h"

#include "store/store.h"

namespace freshet::test {

convert::ConvertOptions Converting::options_of_conversion() const {
  convert::ConvertOptions options;
  options.archives = convert::Archives(folder_.path() + "/warc");
  return options;
}

convert::ConvertSummary Converting::convert(std::unique_ptr<catalog::Writer> writer,
                                            const convert::ConvertOptions& options) {
  const auto store = store::open_rocksdb_store(folder_.path() + "/state");
  EXPECT_TRUE(store) << store.error().message;
  auto converter = convert::Converter::open(**store, options, system_clock_);
  EXPECT_TRUE(converter) << converter.error().message;
  convert::ConvertProgress progress;
  const auto summary = converter->convert(*writer, progress);
  EXPECT_TRUE(summary) << summary.error().message;
  return summary ? *summary : convert::ConvertSummary();
}

void Converting::expect_equal_to_full_conversion() {
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM pragma_foreign_key_check"), "0");
  const std::string other = folder_.path() + "/anew.db";
  std::filesystem::remove(other);
  convert(catalog::make_sqlite_writer(other));
  EXPECT_EQ(difference(rows_of_sqlite(catalog()), rows_of_sqlite(other)), "");
}

}  // namespace freshet::test
