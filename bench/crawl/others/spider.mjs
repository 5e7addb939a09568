// Crawls a site with spider-rs through its Node binding; prints how many pages came.
// node spider.mjs URL      (NODE_PATH or a node_modules above this file has @spider-rs/spider-rs)
import { createRequire } from "node:module";
const { Website } = createRequire(process.env.MODULES + "/")("@spider-rs/spider-rs");

const site = new Website(process.argv[2]).build();
await site.crawl();
console.log(site.getLinks().length);
