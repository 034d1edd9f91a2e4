enum PlaceholderTestSupport {}
