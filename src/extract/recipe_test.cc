#include "extract/recipe.h"

#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

constexpr std::string_view kShop = R"(name = "shop"
seeds = ["https://shop.example/#top"]
[categories]
shoes = "https://shop.example/c/shoes"
[list]
patterns = ['^https://shop\.example/c/[a-z]+(\?page=\d+)?$']
links = "main"
[item]
patterns = ['^https://shop\.example/item/(?P<id>\d*)$', '^https://shop\.example/i/(?P<id>\d+)/']
key = "id"
[[item.field]]
name = "title"
selector = ["h1", ".title"]
required = true
[[item.field]]
name = "price"
source = "json-ld:Product.offers.price"
type = "money"
currency = "EUR"
locale = "de"
[[item.field]]
name = "tags"
selector = ".tag"
list = true
map = { a = "A" }
map_default = "other"
[[item.record]]
name = "review"
each = ".review"
  [[item.record.field]]
  name = "stars"
  attribute = "data-value"
  type = "number"
)";

// Returns the errors as lines "line:column message".
std::string errors(std::string_view toml) {
  const auto recipe = Recipe::parse(toml);
  if (recipe) return "";
  std::string lines;
  for (const RecipeError& error : recipe.error()) {
    if (!lines.empty()) lines += '\n';
    lines += std::to_string(error.line) + ":" + std::to_string(error.column) + " " + error.message;
  }
  return lines;
}

// A recipe with one field, of which the test gives all but the name.
std::string field_errors(const std::string& field, const std::string& more = "") {
  return errors("name='x'\nseeds=['http://a.test/']\n[item]\npatterns=['/(?P<id>.)']\n" + more +
                "[[item.field]]\nname='f'\n" + field + "\n");
}

TEST(Recipe, TellsWhatItConsistsOf) {
  const auto recipe = Recipe::parse(kShop);
  ASSERT_TRUE(recipe) << errors(kShop);
  EXPECT_EQ(recipe->name(), "shop");
  EXPECT_EQ(recipe->text(), kShop);
  EXPECT_EQ(recipe->seeds(),
            (std::vector<std::string>{"https://shop.example/", "https://shop.example/c/shoes"}));
  EXPECT_EQ(recipe->list_patterns().size(), 1U);
  EXPECT_EQ(recipe->item_patterns().size(), 2U);
  EXPECT_TRUE(recipe->has_key_in_url());
  EXPECT_TRUE(recipe->has_link_selector());
  const auto fields = recipe->fields();
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].name, "title");
  EXPECT_TRUE(fields[0].is_required);
  EXPECT_EQ(fields[1].type, FieldType::kMoney);
  EXPECT_TRUE(fields[2].is_list);
  const auto records = recipe->records();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].name, "review");
  EXPECT_EQ(records[0].fields[0].type, FieldType::kNumber);
}

TEST(Recipe, MatchesItemsBeforeLists) {
  const auto recipe = Recipe::parse(kShop);
  ASSERT_TRUE(recipe);
  const auto item = recipe->match("https://shop.example/item/7");
  EXPECT_EQ(item.kind, PageKind::kItem);
  EXPECT_EQ(item.key, "7");
  EXPECT_EQ(recipe->match("https://shop.example/i/8/shoe").key, "8");
  EXPECT_EQ(recipe->match("https://shop.example/c/shoes?page=2").kind, PageKind::kList);
  EXPECT_EQ(recipe->match("https://shop.example/").kind, PageKind::kOther);
  EXPECT_EQ(recipe->match("").kind, PageKind::kOther);

  const auto both = Recipe::parse(
      "name='x'\nseeds=['http://a.test/']\n[list]\npatterns=['/c']\n[item]\npatterns=['/c/i']\n");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->match("http://a.test/i").kind, PageKind::kOther);
  EXPECT_EQ(both->match("http://a.test/c/i").kind, PageKind::kItem);
  EXPECT_EQ(both->match("http://a.test/c").kind, PageKind::kList);
}

TEST(Recipe, AUrlWithAnEmptyKeyIsNoItem) {
  const auto recipe = Recipe::parse(
      "name='x'\nseeds=['http://a.test/']\n[list]\npatterns=['/i/']\n"
      "[item]\npatterns=['/i/(?P<id>\\d*)$','/j/(?P<id>\\d*)']\nkey='id'\n");
  ASSERT_TRUE(recipe);
  EXPECT_EQ(recipe->match("http://a.test/i/1").kind, PageKind::kItem);
  EXPECT_EQ(recipe->match("http://a.test/i/").kind, PageKind::kList);
  EXPECT_EQ(recipe->match("http://a.test/j/").kind, PageKind::kOther);
  EXPECT_EQ(recipe->match("http://a.test/i/x/j/5").key, "5");
}

TEST(RecipeErrors, ATomlErrorHasItsPlace) {
  EXPECT_TRUE(errors("name = ").starts_with("1:")) << errors("name = ");
  EXPECT_TRUE(errors(std::string(2 << 20, '#')).starts_with("0:0 the file is longer"));
}

TEST(RecipeErrors, WhatIsNeededIsNamed) {
  EXPECT_EQ(errors(""),
            "1:1 the recipe needs a name\n"
            "1:1 the recipe needs \"seeds\" or [categories], the URLs at which to begin\n"
            "1:1 the recipe needs [item] with patterns");
  EXPECT_EQ(errors("name='x'\n[categories]\n[item]\n[[item.record]]\n"),
            "1:1 the recipe needs a seed or a category\n"
            "3:1 [item] needs \"patterns\", a list of regular expressions\n"
            "4:1 [[item.record]] needs a name\n"
            "4:1 [[item.record]] needs \"each\", a selector for the elements of records, or "
            "\"each_xpath\"\n"
            "4:1 [[item.record]] needs a field: [[item.record.field]]");
  EXPECT_EQ(field_errors(""), "5:1 [[item.field]] needs a selector, xpath, source or group");
}

TEST(RecipeErrors, AllAreReportedInTheOrderOfTheText) {
  EXPECT_EQ(errors("nam = 'x'\nname = 5\nseeds = ['ftp://a/', 'x', 7]\n[item]\npatterns = []\n"
                   "[[item.field]]\nname='a'\nselectr='b'\n"),
            "1:1 the recipe has no key \"nam\"; did you mean \"name\"?\n"
            "2:1 \"name\" must be a string, not a whole number\n"
            "3:10 \"ftp://a/\" is neither an http nor an https URL\n"
            "3:22 \"x\" is no URL: the URL is relative, and there is no base URL to resolve it\n"
            "3:27 \"seeds\" must be a list of strings; this is a whole number\n"
            "5:1 \"patterns\" is empty\n"
            "6:1 [[item.field]] needs a selector, xpath, source or group\n"
            "8:1 [[item.field]] has no key \"selectr\"; did you mean \"selector\"?");
}

TEST(RecipeErrors, WrongTypesAreNamed) {
  EXPECT_EQ(errors("name='x'\nseeds='http://a.test/'\n[[item]]\n"),
            "2:1 \"seeds\" must be a list of strings, not a string\n"
            "3:3 \"item\" must be a table, not a list");
  EXPECT_EQ(errors("name='x'\nseeds=['http://a.test/']\n[item]\npatterns=['/']\n[item.field]\n"),
            "5:7 \"field\" must be tables that begin with two brackets, as [[item.field]], not a "
            "table");
  EXPECT_EQ(field_errors("selector='a'\nlist='yes'\nmap={a=1}"),
            "8:1 \"list\" must be true or false, not a string\n"
            "9:6 a value of \"map\" must be a string, not a whole number");
}

TEST(RecipeErrors, ExpressionsArePointedInto) {
  EXPECT_EQ(errors("name='x'\nseeds=['http://a.test/']\n[item]\npatterns=['/', 'ab[z-a]']\n"),
            "4:20 the regular expression cannot be read: invalid character class range: z-a");
  const std::string selector = field_errors("selector = 'h1 >> b'");
  EXPECT_TRUE(selector.starts_with("7:17 the selector \"h1 >> b\" cannot be read: ")) << selector;
  EXPECT_TRUE(field_errors("xpath = ['a', '(']").starts_with("7:")) << field_errors("xpath='('");
  EXPECT_EQ(field_errors("selector='a'\nregex=''"), "8:7 the expression is empty");
  EXPECT_EQ(field_errors("selector='a'\nregex='" + std::string(5'000, 'x') + "'"),
            "8:7 the expression is longer than 4 KiB");
  EXPECT_EQ(field_errors("selector='a'\ntype='date'\nformat='%d.%m.%Q'"),
            "9:15 the date format \"%d.%m.%Q\": after % one of Y y m d e b B H I M S p z % must "
            "follow");
}

TEST(RecipeErrors, FieldsAreChecked) {
  EXPECT_EQ(field_errors("selector='a'\ntype='mony'"),
            "8:1 \"mony\" is no type; it must be text, number, date, money, url or html; did you "
            "mean \"money\"?");
  EXPECT_EQ(field_errors("selector='a'\ncurrency='EUR'"),
            "8:1 \"currency\" is only for fields of the type money");
  EXPECT_EQ(field_errors("selector='a'\ntype='money'\ncurrency='eur'"),
            "9:1 \"eur\" is no code of ISO 4217, as \"EUR\"");
  EXPECT_EQ(field_errors("selector='a'\nmap_default='b'"), "8:1 \"map_default\" needs \"map\"");
  EXPECT_EQ(field_errors("xpath='//a'\nattribute='b'"),
            "8:1 \"attribute\" needs a selector; with xpath, write //a/@href");
  EXPECT_EQ(field_errors("group='ib'"),
            "7:7 no item pattern has a group with the name \"ib\": (?P<ib>...)");
  EXPECT_TRUE(field_errors("source='json-ld:'").starts_with("7:8 the source"));
  EXPECT_TRUE(field_errors("selector='a'\ntype='date'\nlocale='klingon'")
                  .starts_with("9:1 \"klingon\" is no known locale"));
  EXPECT_EQ(field_errors("group='id'"), "");
}

TEST(RecipeErrors, NamesAreCheckedAndUnique) {
  for (const std::string_view name : {"", "A", "a-b", "1a", "ä"}) {
    EXPECT_NE(errors("name='" + std::string(name) +
                     "'\nseeds=['http://a.test/']\n[item]\n"
                     "patterns=['/']\n"),
              "")
        << name;
  }
  EXPECT_EQ(field_errors("selector='a'\n[[item.field]]\nname='f'\nselector='a'"),
            "9:1 there are two fields with the name \"f\"");
  EXPECT_EQ(field_errors("selector='a'\n[[item.field]]\nname='url'\nselector='a'"),
            "9:1 the name \"url\" is taken: every item has such a column; choose another name");
  EXPECT_EQ(field_errors("selector='a'\n[[item.record]]\nname='f'\neach='p'\n"
                         "[[item.record.field]]\nname='g'"),
            "8:8 a field and a kind of record have the same name, \"f\"");
}

TEST(RecipeErrors, RecordsHaveNeitherSourcesNorGroups) {
  EXPECT_EQ(field_errors("selector='a'\n[[item.record]]\nname='r'\neach='p'\neach_xpath='//p'\n"
                         "[[item.record.field]]\nname='g'\ngroup='id'"),
            "11:1 [[item.record]] has \"each\", too; remove one of them\n"
            "14:1 \"group\" is only for fields of the item, not of its records");
}

TEST(RecipeErrors, TheKeyIsAGroupOfEveryPatternOrAField) {
  const auto with_key = [](std::string_view patterns, std::string_view key) {
    return errors("name='x'\nseeds=['http://a.test/']\n[item]\npatterns=[" + std::string(patterns) +
                  "]\nkey='" + std::string(key) +
                  "'\n[[item.field]]\nname='f'\nselector='a'\n[[item.field]]\nname='l'\n"
                  "selector='a'\nlist=true\n");
  };
  EXPECT_EQ(with_key("'(?P<id>.)'", "id"), "");
  EXPECT_EQ(with_key("'(?P<id>.)', 'b'", "f"), "");
  EXPECT_EQ(with_key("'(?P<id>.)', 'b'", "id"),
            "5:5 the group \"id\" is not in every item pattern, and no field has its name");
  EXPECT_EQ(with_key("'a'", "idd"),
            "5:5 the key \"idd\" is neither a named group of the item patterns nor a field; is it "
            "misspelt?");
  EXPECT_EQ(with_key("'a'", "l"), "5:5 the key \"l\" is a field with several values (list = true)");
}

// Hostile recipes.

TEST(RecipeLimits, ManyPatternsAreRefused) {
  std::string patterns;
  for (int i = 0; i < 100'000; ++i) patterns += "'a',";
  const std::string start = "name='x'\nseeds=['http://a.test/']\n[item]\npatterns=[";
  EXPECT_EQ(errors(start + patterns + "]\n"), "4:1 the recipe has more than 1,000 patterns");
}

TEST(RecipeLimits, LargePatternsAreRefusedBeforeTheyTakeLong) {
  std::string patterns;
  for (int i = 0; i < 1'000; ++i) {
    patterns += "'" + std::to_string(i) + "(\\pL{10}[0-9]{80}){10}',\n";
  }
  const std::string found =
      errors("name='x'\nseeds=['http://a.test/']\n[item]\npatterns=[" + patterns + "]\n");
  EXPECT_NE(found.find("are too large together"), std::string::npos) << found;
}

TEST(RecipeLimits, ALongListOfErrorsIsCut) {
  std::string toml;
  for (int i = 0; i < 50'000; ++i) toml += "key_" + std::to_string(i) + " = 1\n";
  const auto recipe = Recipe::parse(toml);
  ASSERT_FALSE(recipe);
  EXPECT_EQ(recipe.error().size(), 101U);
  EXPECT_EQ(recipe.error().back().message, "there are 49903 more errors");
}

TEST(RecipeLimits, FieldsAndRecordsAreLimited) {
  std::string fields;
  for (int i = 0; i < 101; ++i) fields += "[[item.field]]\nname='f'\nselector='a'\n";
  EXPECT_EQ(errors("name='x'\nseeds=['http://a.test/']\n[item]\npatterns=['/']\n" + fields),
            "5:8 there are 101 fields in [item]; at most 100 are allowed");
}

TEST(RecipeLimits, AThousandPatternsAreMatchedAtOnce) {
  std::string patterns;
  for (int i = 0; i < 1'000; ++i) {
    patterns += "'^http://a\\.test/" + std::to_string(i) + "/" + std::string(100, 'x') + "',\n";
  }
  const std::string toml =
      "name='x'\nseeds=['http://a.test/']\n[item]\npatterns=[" + patterns + "]\n";
  const auto recipe = Recipe::parse(toml);
  ASSERT_TRUE(recipe) << errors(toml);
  EXPECT_EQ(recipe->match("http://a.test/999/" + std::string(100, 'x')).kind, PageKind::kItem);
  EXPECT_EQ(recipe->match("http://a.test/1000/" + std::string(100, 'x')).kind, PageKind::kOther);
  EXPECT_EQ(recipe->match("http://a.test/999/" + std::string(99, 'x')).kind, PageKind::kOther);
}

}  // namespace
}  // namespace freshet::extract
