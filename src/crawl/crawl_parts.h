#pragma once

#include <memory>

#include "crawl/addresses.h"
#include "crawl/admission.h"
#include "crawl/aliases.h"
#include "crawl/control_service.h"
#include "crawl/crawl_tables.h"
#include "crawl/dispatcher.h"
#include "crawl/engine_agent_port.h"
#include "crawl/inbox.h"
#include "crawl/maintenance.h"
#include "crawl/obstacles.h"
#include "crawl/outbox.h"
#include "crawl/seed_changes.h"
#include "crawl/site_failures.h"
#include "crawl/site_rules.h"
#include "crawl/sites_in_scope.h"
#include "crawl/skipped_pages.h"
#include "crawl/visit_source.h"
#include "crawl/visits.h"
#include "crawl/waiting_pages.h"

namespace freshet::crawl {

// The parts of a crawl, in the order of their dependencies: each may use those above it.
struct CrawlParts {
  CrawlParts(const CrawlOptions& options, collection::Scope scope, CrawlTables& tables,
             const Clock& clock, telemetry::Log& log);

  Dispatcher dispatcher;
  SiteFailures failures;
  SitesInScope in_scope;
  Outbox outbox;
  Admission admission;
  Inbox inbox;
  std::unique_ptr<VisitSource> source;
  SiteRules rules;
  Visits visits;
  SkippedPages skipped;
  SeedChanges seeds;
  WaitingPages waiting;
  Aliases aliases;
  Addresses addresses;
  Obstacles obstacles;
  Maintenance maintenance;
  ControlService control;
  EngineAgentPort agent;

 private:
  std::unique_ptr<VisitSource> make_source(const CrawlOptions& options, CrawlTables& tables,
                                           telemetry::Log& log);
};

}  // namespace freshet::crawl
