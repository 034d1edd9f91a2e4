enum PlaceholderPanes {}
