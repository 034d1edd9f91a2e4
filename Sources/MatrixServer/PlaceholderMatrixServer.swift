enum PlaceholderMatrixServer {}
