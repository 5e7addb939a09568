// Crawls a site with crawlee's CheerioCrawler, 32 requests at a time; prints how many pages came.
import { createRequire } from "node:module";
const { CheerioCrawler, Configuration } = createRequire(process.env.MODULES + "/")("@crawlee/cheerio");

let pages = 0;
const crawler = new CheerioCrawler(
  {
    minConcurrency: 32,
    maxConcurrency: 32,
    async requestHandler({ enqueueLinks }) {
      ++pages;
      await enqueueLinks({ strategy: "same-hostname" });
    },
  },
  new Configuration({ persistStorage: false, logLevel: 0 }),
);
await crawler.run([process.argv[2]]);
console.log(pages);
