#pragma once

#include "convert/content.h"
#include "convert/convert.h"
#include "convert/site_profiles.h"

namespace freshet::convert {

inline constexpr char kStopped[] = "the conversion was stopped: nothing has changed";

inline ContentReader reader_of(const ConvertOptions& options) {
  return {options.archive_folder, options.page, options.max_body_bytes};
}

// Finds what repeats on the sites that were met and are due, from samples of their pages, with the
// threads of the options. Fails if it is stopped, or the store does.
Status learn_boilerplate(SiteProfiles& profiles, store::Store& store, const ConvertOptions& options,
                         const ConvertProgress& progress);

}  // namespace freshet::convert
