#pragma once

// The types of all rows of a store.
#include "store/archive_position.h"
#include "store/discovery.h"
#include "store/given_id.h"
#include "store/item.h"
#include "store/page_change.h"
#include "store/page_key.h"
#include "store/page_links.h"
#include "store/page_state.h"
#include "store/shards.h"
#include "store/site_state.h"
#include "store/unadmitted_url.h"
