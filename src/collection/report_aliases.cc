#include "collection/report_aliases.h"

#include <algorithm>

#include "collection/site_profile.h"

namespace freshet::collection {

Result<AliasesReport> report_aliases(const store::Store& store, const RunControl& run_control) {
  AliasesReport report{.excluded = run_control.not_aliases};
  const Status read = store.each_site([&](const store::SiteState& site) {
    if (!SiteProfile::has_alias(site.learned)) return true;
    auto alias = SiteProfile::decode(site.learned).alias;
    if (!alias) return true;
    report.aliases.push_back({.site = site.text,
                              .alias = *std::move(alias),
                              .pages = site.pages,
                              .waiting = site.waiting});
    return true;
  });
  if (!read) return Unexpected(read.error());
  std::sort(report.aliases.begin(), report.aliases.end(),
            [](const auto& a, const auto& b) { return a.site < b.site; });
  return report;
}

Result<Answer> change_aliases_at_rest(store::Store& store, const Command& command) {
  auto run_control = stored_run_control(store);
  if (!run_control) return Unexpected(run_control.error());
  const auto* undo = std::get_if<UndoAlias>(&command);
  const auto* allow = std::get_if<AllowAlias>(&command);
  if (undo == nullptr && allow == nullptr) return fail("the command needs a run");
  const auto site = undo != nullptr ? exclude_alias(*run_control, undo->site)
                                    : allow_alias(*run_control, allow->site);
  if (!site) return Unexpected(site.error());
  const Status stored = store.commit({.facts = {{kRunControlFact, run_control->encode()}}},
                                     store::Durability::kPower);
  if (!stored) return Unexpected(stored.error());
  auto report = report_aliases(store, *run_control);
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

}  // namespace freshet::collection
