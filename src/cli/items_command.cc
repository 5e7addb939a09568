// freshet items
#include "cli/cluster_client.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/item_filter.h"
#include "cli/item_text.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/recipe_arguments.h"
#include "collection/items.h"
#include "collection/state.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

Result<std::unique_ptr<store::Store>> open_store(const Invocation& invocation) {
  if (!invocation.store.empty()) return open_cluster_store(invocation.store);
  return collection::open_state_to_read(invocation.data_folder);
}

std::string names_of(const extract::Recipes& recipes) {
  std::string names;
  for (const extract::Recipe& recipe : recipes.all()) {
    names += (names.empty() ? "" : ", ") + recipe.name();
  }
  return names.empty() ? "it was not collected with --recipe" : "it has " + names;
}

enum class Form { kTable, kJson, kCsv };

// Prints the items that the filter accepts. Returns how many there were.
Result<uint64_t> print_items(const store::Store& store, const extract::Recipe& recipe,
                             const ItemFilter& filter, Form form) {
  constexpr size_t kPieceBytes = 64 << 10;
  ItemTable table(recipe);
  CsvItems csv(recipe);
  json::Reader reader;
  std::string out = form == Form::kCsv ? csv.heading() : "";
  uint64_t count = 0;
  const Status read = collection::each_item(store, recipe.name(), [&](const auto& row) {
    const auto fields = reader.read(row.item.fields);
    if (!fields || !filter.accepts(row, *fields)) return true;
    ++count;
    if (form == Form::kTable) {
      table.add(row, *fields);
      return true;
    }
    out += form == Form::kCsv ? csv.line(row) : json_line(row);
    if (out.size() < kPieceBytes) return true;
    print_exact(out);
    out.clear();
    return flush_output();
  });
  if (!read) return Unexpected(read.error());
  if (form == Form::kTable)
    print_text(table.text());
  else
    print_exact(out);
  return count;
}

}  // namespace

int run_items(const Invocation& invocation, const ItemsArguments& arguments) {
  const auto filter = ItemFilter::parse(arguments.where);
  if (!filter) return report_error(kExitUsage, "--where: " + filter.error().message);
  const auto store = open_store(invocation);
  if (!store) return report_error(kExitFailed, store.error().message);
  const auto recipes = collection::stored_recipes(**store);
  if (!recipes) return report_error(kExitFailed, recipes.error().message);
  const extract::Recipe* recipe = recipes->named(arguments.recipe);
  if (recipe == nullptr) {
    return report_error(kExitUsage, "the collection has no recipe with the name " +
                                        arguments.recipe + "; " + names_of(*recipes));
  }
  if (const Status checked = filter->check(*recipe); !checked) {
    return report_error(kExitUsage, "--where: " + checked.error().message);
  }
  const Form form = arguments.csv ? Form::kCsv : invocation.json ? Form::kJson : Form::kTable;
  const auto count = print_items(**store, *recipe, *filter, form);
  if (!count) return report_error(kExitFailed, count.error().message);
  if (form == Form::kTable && !invocation.quiet) {
    telemetry::write_stderr_line(counted(*count, "item"));
  }
  return kExitDone;
}

void add_items(Commands& commands) {
  auto [items, arguments] =
      commands.add("items", "List what a recipe extracted from the pages of items", run_items);
  items.option("RECIPE", &arguments.recipe, "Name of the recipe").required();
  items
      .option("--where", &arguments.where,
              "List only items that meet this condition: a field, one of = != < <= > >= ~ (search "
              "an RE2 pattern), and a value; may be repeated")
      .named("CONDITION")
      .repeatable();
  items.option("--csv", &arguments.csv, "Print comma-separated values with a heading");
  items.footer(
      "Examples:\n"
      "  freshet items shop --data ./shop\n"
      "  freshet items shop --where 'price<20' --where 'title~(?i)bridge' --json\n"
      "  freshet items shop --csv > shop.csv\n"
      "The items are those of the last visits; freshet changes --fields lists their changes.");
}

}  // namespace freshet::cli
