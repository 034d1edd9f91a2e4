import Testing

@Test func placeholderMatrixClient() {}
