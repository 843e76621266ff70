"""Guards of the house: layout, pages, measures, digests."""
