enum PlaceholderMessenger {}
