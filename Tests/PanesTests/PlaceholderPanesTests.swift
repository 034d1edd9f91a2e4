import Testing

@Test func placeholderPanes() {}
