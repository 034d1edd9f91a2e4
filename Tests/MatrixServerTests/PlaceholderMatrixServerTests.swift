import Testing

@Test func placeholderMatrixServer() {}
