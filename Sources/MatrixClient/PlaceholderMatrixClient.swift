enum PlaceholderMatrixClient {}
