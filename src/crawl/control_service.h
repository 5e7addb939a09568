#pragma once

#include <string>
#include <string_view>

#include "clock/clock.h"
#include "collection/answer.h"
#include "collection/command.h"
#include "collection/run_control.h"
#include "crawl/aliases.h"
#include "crawl/dispatcher.h"
#include "crawl/maintenance.h"
#include "crawl/obstacles.h"
#include "crawl/seed_changes.h"
#include "crawl/visit_source.h"

namespace freshet::crawl {

// Executes the commands that the control server receives for a running crawl. For the engine's
// thread.
class ControlService {
 public:
  struct Parts {
    Admission& admission;
    SeedChanges& seeds;
    Aliases& aliases;
    VisitSource& source;
    const Dispatcher& dispatcher;
    const Obstacles& obstacles;
    const Maintenance& maintenance;
  };
  ControlService(const CrawlOptions& options, const Clock& clock, const Admission::Tables& tables,
                 const Parts& parts);

  // Called at a start, with the settings that are stored with the collection.
  void start(collection::RunControl run_control);
  void crawl_began(Instant at) { started_ = at; }
  // Called when the crawl begins to stop: no page is visited any more.
  void set_stopping() { is_stopping_ = true; }

  // Follows what was laid down for all agents of a cluster: seeds, scope and pause. The budget is
  // divided elsewhere. Stores nothing.
  Status follow(const collection::RunControl& run_control);

  // Executes a command. It may change which pages are visited, and when.
  Result<collection::Answer> perform(const collection::Command& command);
  bool is_paused() const { return is_paused_; }
  bool wants_stop() const { return wants_stop_; }
  const collection::RunControl& run_control() const { return run_control_; }

 private:
  Result<collection::Answer> answer(const collection::StatusQuery& query);
  Result<collection::Answer> answer(const collection::CycleQuery& query);
  Result<collection::Answer> answer(const collection::PageQuery& query);
  Result<collection::Answer> answer(const collection::ChangesQuery& query);
  Result<collection::Answer> answer(const collection::SeedsQuery& query);
  Result<collection::Answer> answer(const collection::Pause& pause);
  Result<collection::Answer> answer(const collection::Resume& resume);
  Result<collection::Answer> answer(const collection::SetBudget& set);
  Result<collection::Answer> answer(const collection::AddSeed& add);
  Result<collection::Answer> answer(const collection::RemoveSeed& remove);
  Result<collection::Answer> answer(const collection::AliasesQuery& query);
  Result<collection::Answer> answer(const collection::UndoAlias& undo);
  Result<collection::Answer> answer(const collection::AllowAlias& allow);
  Result<collection::Answer> answer(const collection::Stop& stop);
  Result<collection::Answer> answer(const collection::Ping& ping);

  collection::RunControlReport report() const;
  Result<collection::Answer> save();
  Status keep_run_control();
  Result<collection::Answer> set_not_aliases(collection::RunControl run_control);
  Status change_seeds(collection::RunControl run_control);
  collection::Obstacle obstacle_of(const collection::PageReport& report, Instant now) const;
  std::string ping(std::string_view url, Instant changed, Instant now,
                   collection::PingReport& report);

  const CrawlOptions& options_;
  const Clock& clock_;
  const Admission::Tables tables_;
  const Parts parts_;
  collection::RunControl run_control_;
  Instant started_;
  bool is_paused_ = false;
  bool is_stopping_ = false;
  bool wants_stop_ = false;
};

}  // namespace freshet::crawl
