// freshet recipe
#include "cli/check.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/fetch_pages.h"
#include "cli/module_options.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/recipe_arguments.h"
#include "cli/recipe_files.h"
#include "cli/recipe_guess.h"
#include "extract/extract.h"
#include "json/copy.h"
#include "json/write.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

// What a recipe makes of a page.
struct Trial {
  extract::Extraction extraction;
  extract::RecipeLinks links;
};

Trial try_page(const Invocation& invocation, const extract::Recipe& recipe,
               const FetchedPage& fetched) {
  const extract::ExtractPage page{
      .html = fetched.html, .url = fetched.url, .canonical = fetched.url.without_fragment()};
  const url::Canonicalizer canonicalizer(canonical_rules(invocation.settings.values));
  return {.extraction = extract::extract(recipe, page, true),
          .links = extract::links_of(recipe, page, canonicalizer)};
}

std::string_view name_of(extract::PageKind kind) {
  switch (kind) {
    case extract::PageKind::kItem: return "item";
    case extract::PageKind::kList: return "list";
    case extract::PageKind::kOther: return "other";
  }
  return "";
}

std::string trial_as_json(const FetchedPage& page, const Trial& trial) {
  const extract::Extraction& found = trial.extraction;
  const bool is_item = found.kind == extract::PageKind::kItem;
  std::string out;
  json::Writer w(out);
  w.begin_object().member("url", page.url.without_fragment()).member("kind", name_of(found.kind));
  w.member("key", is_item ? std::optional(found.key) : std::nullopt);
  w.key("fields").verbatim(is_item ? found.fields : "{}");
  w.key("records").verbatim(is_item ? found.records : "{}");
  w.member("missing", found.missing);
  w.key("misses").begin_array();
  for (const extract::Miss& miss : found.misses) {
    w.begin_object().member("field", miss.field).member("rule", miss.rule);
    w.member("reason", miss.reason).member("required", miss.is_required).end_object();
  }
  w.end_array().key("links").begin_object();
  w.member("items", trial.links.items);
  w.member("lists", trial.links.lists);
  w.end_object().member("truncated", found.is_truncated).end_object();
  return out + "\n";
}

std::string shown(const json::Value& value) {
  constexpr size_t kMost = 200;
  if (const auto text = value.string()) return text::printable(text->substr(0, kMost));
  std::string out;
  json::Writer w(out);
  json::copy(value, w);
  return text::printable(std::string_view(out).substr(0, kMost));
}

void add_fields(const std::string& fields, Columns& table) {
  json::Reader reader;
  const auto read = reader.read(fields);
  if (!read) return;
  for (const auto& [name, value] : read->members()) table.add({std::string(name), shown(value)});
}

void add_records(const std::string& records, Columns& table) {
  constexpr size_t kMost = 3;
  json::Reader reader;
  const auto read = reader.read(records);
  if (!read) return;
  for (const auto& [name, rows] : read->members()) {
    const std::vector<json::Value> all = rows.elements();
    table.add({std::string(name), counted(all.size(), "record")});
    for (size_t i = 0; i < all.size() && i < kMost; ++i) table.add({"", shown(all[i])});
  }
}

std::string trial_as_text(const FetchedPage& page, const Trial& trial) {
  const extract::Extraction& found = trial.extraction;
  std::string out = text::printable(page.url.without_fragment()) + ": ";
  if (found.kind == extract::PageKind::kOther) {
    out += "no pattern of the recipe matches it, so it is not visited";
  } else if (found.kind == extract::PageKind::kList) {
    out += "a list";
  } else {
    out += "an item with the key " + text::printable(found.key);
  }
  out += ". Links to " + counted(trial.links.items.size(), "item") + " and " +
         counted(trial.links.lists.size(), "list") + ".\n";
  Columns table;
  if (found.kind == extract::PageKind::kItem) {
    add_fields(found.fields, table);
    add_records(found.records, table);
  }
  if (!table.empty()) out += table.text();
  Columns misses;
  for (const extract::Miss& miss : found.misses) {
    misses.add({miss.is_required ? "REQUIRED" : "optional", text::printable(miss.field),
                text::printable(miss.rule), text::printable(miss.reason)});
  }
  if (!misses.empty()) out += "Rules that found nothing\n" + misses.text();
  if (found.is_truncated) out += "A limit cut the page or its values.\n";
  return out;
}

std::string checked_as_json(const std::string& file, const extract::Recipe& recipe) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("file", file).member("recipe", recipe.name());
  w.member("seeds", recipe.seeds());
  w.member("lists", recipe.list_patterns());
  w.member("items", recipe.item_patterns());
  w.key("fields").begin_array();
  for (const extract::FieldShape& field : recipe.fields()) w.value(field.name);
  w.end_array().key("records").begin_array();
  for (const extract::RecordShape& record : recipe.records()) w.value(record.name);
  w.end_array().end_object();
  return out + "\n";
}

int check(const Invocation& invocation, const std::vector<std::string>& files) {
  if (files.empty()) return report_error(kExitUsage, "recipe check: name the files of recipes");
  for (const std::string& file : files) {
    const auto recipe = read_recipe(file);
    if (!recipe) return report_error(kExitUsage, recipe.error().message);
    if (invocation.json) {
      print_exact(checked_as_json(file, *recipe));
      continue;
    }
    print_text(file + ": the recipe " + recipe->name() +
               " is correct: " + counted(recipe->list_patterns().size(), "list pattern") + ", " +
               counted(recipe->item_patterns().size(), "item pattern") + ", " +
               counted(recipe->fields().size(), "field") + ", " +
               counted(recipe->records().size(), "kind") + " of records\n");
  }
  return kExitDone;
}

bool is_address(const std::string& subject) {
  const auto url = url::parse(subject);
  return url && url->is_web();
}

int try_recipe(const Invocation& invocation, const RecipeArguments& arguments) {
  if (arguments.subjects.size() != 2) {
    return report_error(kExitUsage, "recipe try: name a recipe, and a URL or a file to try it on");
  }
  const auto recipe = read_recipe(arguments.subjects[0]);
  if (!recipe) return report_error(kExitUsage, recipe.error().message);
  const std::string& subject = arguments.subjects[1];
  std::vector<FetchedPage> pages;
  if (is_address(subject)) {
    CrawlArguments fetching = arguments.fetching;
    fetching.seeds = {subject};
    auto fetched = fetch_pages(invocation, fetching);
    if (!fetched) return report_error(kExitFailed, fetched.error().message);
    pages = *std::move(fetched);
  } else {
    auto page = read_page_file(invocation, subject, arguments.page_url);
    if (!page) return report_error(kExitFailed, page.error().message);
    pages.push_back(*std::move(page));
  }
  if (pages.empty()) return report_error(kExitFailed, subject + " is no page");
  const Trial trial = try_page(invocation, *recipe, pages.back());
  if (invocation.json)
    print_exact(trial_as_json(pages.back(), trial));
  else
    print_text(trial_as_text(pages.back(), trial));
  return kExitDone;
}

}  // namespace

int run_recipe(const Invocation& invocation, const RecipeArguments& arguments) {
  if (arguments.action == "check") return check(invocation, arguments.subjects);
  if (arguments.action == "guess") return guess_recipe(invocation, arguments);
  return try_recipe(invocation, arguments);
}

void add_recipe(Commands& commands) {
  auto [recipe, arguments] = commands.add(
      "recipe", "Check a recipe for structured collection, try it on a page, or guess one",
      run_recipe);
  recipe.option("ACTION", &arguments.action, "check | try | guess")
      .required()
      .one_of({"check", "try", "guess"});
  recipe.option(
      "SUBJECT", &arguments.subjects,
      "check: recipe files; try: a recipe file, and a URL or a file with a page; guess: URLs "
      "of pages that list items, or of items, and files with such pages as FILE=URL");
  recipe.option("--url", &arguments.page_url, "try: assume that the file was fetched from this URL")
      .named("URL");
  recipe.option("--allow-private", &arguments.fetching.allow_private,
                "Allow requests to loopback and private addresses");
  recipe.footer(
      "Examples:\n"
      "  freshet recipe check shop.toml\n"
      "  freshet recipe try shop.toml https://shop.example/item/17\n"
      "  freshet recipe try shop.toml item.html --url https://shop.example/item/17 --json\n"
      "  freshet recipe guess https://shop.example/c/shoes > shop.toml\n"
      "  freshet recipe guess list.html=https://shop.example/c/shoes");
}

}  // namespace freshet::cli
