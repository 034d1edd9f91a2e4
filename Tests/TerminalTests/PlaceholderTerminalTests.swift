import Testing

@Test func placeholderTerminal() {}
