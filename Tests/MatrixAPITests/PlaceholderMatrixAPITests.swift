import Testing

@Test func placeholderMatrixAPI() {}
