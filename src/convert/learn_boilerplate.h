#pragma once

#include "convert/content.h"
#include "convert/convert.h"
#include "convert/site_boilerplate.h"

namespace freshet::convert {

inline constexpr char kStopped[] = "the conversion was stopped; the catalogue is unchanged";

inline ContentReader reader_of(const ConvertOptions& options) {
  return {options.archives, options.page, options.max_body_bytes};
}

// Reads samples of pages and learns from them which lines repeat on each site, for all sites that
// `boilerplate` wants to sample. Uses as many threads as the options say. Fails if the conversion
// is stopped, or if the store fails.
Status learn_boilerplate(SiteBoilerplate& boilerplate, store::Store& store,
                         const ConvertOptions& options, const ConvertProgress& progress);

}  // namespace freshet::convert
