"""The pages: one table for people, in browsers, above the service."""
