// Compares what is read of the structured data of real pages (title, date, author, price) with a
// simpler reading by other means: Gumbo for microdata and <meta>; a search for the names in the
// text of JSON-LD. The pages state no price in <meta> or microdata.
#include <algorithm>
#include <fstream>
#include <iostream>

#include "charset/decode.h"
#include "charset/encoding.h"
#include "conformance/gumbo_reading.h"
#include "extract/page_sources.h"
#include "gtest/gtest.h"
#include "json/read.h"
#include "support/suite.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

using Texts = std::vector<std::string>;

std::string json_string(std::string_view literal) {
  json::Reader reader;
  std::string list = "[" + std::string(literal) + "]";
  for (char& c : list) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  const auto read = reader.read(list);
  if (!read) return "";
  return std::string(text::trim(read->elements().at(0).string().value_or("")));
}

// The strings and numbers that follow `"name":` in the scripts.
Texts json_values(const Texts& scripts, const std::string& name) {
  Texts found;
  const std::string key = "\"" + name + "\"";
  for (const std::string& script : scripts) {
    for (size_t at = script.find(key); at != std::string::npos; at = script.find(key, at + 1)) {
      std::string_view rest = text::trim_start(std::string_view(script).substr(at + key.size()));
      if (!rest.starts_with(':')) continue;
      rest = text::trim_start(rest.substr(1));
      size_t end = 1;
      if (rest.starts_with('"')) {
        while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
        const std::string value = json_string(rest.substr(0, end + 1));
        if (!value.empty()) found.push_back(value);
      } else if (!rest.empty() && text::is_digit(rest[0])) {
        while (end < rest.size() && (text::is_digit(rest[end]) || rest[end] == '.')) ++end;
        found.emplace_back(rest.substr(0, end));
      }
    }
  }
  return found;
}

// Adds the names of the authors below a value. An author that another object describes has its @id.
void add_authors(const json::Value& value, bool is_author, Texts& found) {
  if (is_author) {
    if (const auto text = value.string()) found.emplace_back(text::trim(*text));
    if (const auto name = value["name"].string()) found.emplace_back(text::trim(*name));
    const auto id = value["@id"].string();
    if (id && value.members().size() == 1) found.emplace_back(*id);
  }
  for (const json::Value& element : value.elements()) add_authors(element, is_author, found);
  for (const auto& [name, member] : value.members()) add_authors(member, name == "author", found);
}

void add_named_objects(const json::Value& value,
                       std::vector<std::pair<std::string, std::string>>& named) {
  const auto id = value["@id"].string();
  const auto name = value["name"].string();
  if (id && name) named.emplace_back(*id, *name);
  for (const json::Value& element : value.elements()) add_named_objects(element, named);
  for (const auto& [key, member] : value.members()) add_named_objects(member, named);
}

Texts json_authors(const Texts& scripts) {
  Texts found;
  std::vector<std::pair<std::string, std::string>> named;
  for (const std::string& script : scripts) {
    std::string text(text::trim(script));
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    json::Reader reader;
    const auto root = reader.read(text);
    if (!root) continue;
    add_authors(*root, false, found);
    add_named_objects(*root, named);
  }
  for (std::string& author : found) {
    const auto object = std::find_if(named.begin(), named.end(),
                                     [&](const auto& pair) { return pair.first == author; });
    if (object != named.end()) author = text::trim(object->second);
  }
  std::erase(found, "");
  return found;
}

std::string shown(const Texts& texts) {
  std::string all;
  for (const std::string& text : texts) all += "[" + text.substr(0, 80) + "]";
  return all;
}

// A control character in a string is read as it is, and as a space in the simple way.
Texts comparable(Texts texts) {
  for (std::string& text : texts) {
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string page_of(const json::Value& c) {
  const std::string file(c["file"].string().value_or(""));
  const auto encoding = charset::encoding_for_label(c["encoding"].string().value_or(""));
  return charset::decode(encoding.value_or(charset::Encoding::kUtf8),
                         test::read_gzip(*test::suite_path("html_real/" + file)));
}

// One field from one kind of source, on the pages on which either way finds it.
class FieldRun {
 public:
  FieldRun(const std::string& name, std::string_view source)
      : name_("html_real." + name), source_(*parse_source(source)), run_(name_) {}

  void add(const std::string& id, PageSources& sources, const Texts& read_simply) {
    const Texts expected = comparable(read_simply);
    const Texts got = comparable(sources.values(source_, 1000));
    if (expected.empty() && got.empty()) {
      run_.add_left_out(id);
      return;
    }
    stated_ += expected.empty() ? 0 : 1;
    read_ += got.empty() ? 0 : 1;
    same_ += got == expected ? 1 : 0;
    run_.add(id, got == expected ? std::nullopt : test::Mismatch(shown(got)), shown(expected));
  }

  void finish(int at_least) const {
    std::cout << name_ << ": " << stated_ << " pages state it, " << read_ << " were read, " << same_
              << " agree\n";
    run_.finish(at_least);
  }

 private:
  std::string name_;
  Source source_;
  test::SuiteRun run_;
  int stated_ = 0;
  int read_ = 0;
  int same_ = 0;
};

TEST(StructuredData, RealPagesAreReadAsInASimplerWay) {
  const auto path = test::suite_path("html_real/expected.jsonl");
  if (!path) {
    test::SuiteRun::report_missing("html_real.structured_data");
    GTEST_SKIP() << "html_real is not on this machine";
  }
  FieldRun json_ld_title("json_ld_title", "json-ld:headline");
  FieldRun json_ld_date("json_ld_date", "json-ld:datePublished");
  FieldRun json_ld_author("json_ld_author", "json-ld:author");
  FieldRun json_ld_price("json_ld_price", "json-ld:price");
  FieldRun meta_title("meta_title", "og:title");
  FieldRun meta_date("meta_date", "article:published_time");
  FieldRun meta_author("meta_author", "meta:author");
  FieldRun microdata_title("microdata_title", "microdata:headline");
  FieldRun microdata_date("microdata_date", "microdata:datePublished");
  FieldRun microdata_author("microdata_author", "microdata:author");

  json::Reader reader;
  std::ifstream lines(*path);
  for (std::string line; std::getline(lines, line);) {
    const auto c = reader.read(line);
    ASSERT_TRUE(c) << line;
    const std::string id(*(*c)["id"].string());
    const std::string html = page_of(*c);
    const test::GumboReading simple(html);
    const Texts scripts = simple.json_ld_scripts();
    const dom::Document document = dom::parse_document(html);
    dom::WorkBudget budget;
    PageSources sources(document, budget);
    json_ld_title.add(id, sources, json_values(scripts, "headline"));
    json_ld_date.add(id, sources, json_values(scripts, "datePublished"));
    json_ld_author.add(id, sources, json_authors(scripts));
    json_ld_price.add(id, sources, json_values(scripts, "price"));
    meta_title.add(id, sources, simple.meta("og:title"));
    meta_date.add(id, sources, simple.meta("article:published_time"));
    meta_author.add(id, sources, simple.meta("author"));
    microdata_title.add(id, sources, simple.microdata("headline"));
    microdata_date.add(id, sources, simple.microdata("datePublished"));
    microdata_author.add(id, sources, simple.microdata("author"));
    EXPECT_GT(budget.steps, 0u) << id;
  }
  json_ld_title.finish(80);
  json_ld_date.finish(90);
  json_ld_author.finish(80);
  json_ld_price.finish(1);
  meta_title.finish(200);
  meta_date.finish(80);
  meta_author.finish(50);
  microdata_title.finish(25);
  microdata_date.finish(25);
  microdata_author.finish(25);
}

}  // namespace
}  // namespace freshet::extract
