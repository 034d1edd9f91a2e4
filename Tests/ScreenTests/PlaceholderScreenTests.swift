import Testing

@Test func placeholderScreen() {}
