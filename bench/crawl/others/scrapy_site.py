"""Crawls a site with scrapy, 32 requests at a time: scrapy runspider scrapy_site.py -a url=URL

Prints how many pages came."""
import scrapy
from scrapy.linkextractors import LinkExtractor


class Site(scrapy.Spider):
    name = "site"
    custom_settings = {
        "CONCURRENT_REQUESTS": 32, "CONCURRENT_REQUESTS_PER_DOMAIN": 32, "ROBOTSTXT_OBEY": True,
        "LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False,
    }
    links = LinkExtractor()

    def __init__(self, url):
        super().__init__()
        self.start_urls = [url]
        self.pages = 0

    def parse(self, response):
        self.pages += 1
        for link in self.links.extract_links(response):
            yield scrapy.Request(link.url, self.parse)

    def closed(self, reason):
        print(self.pages)
