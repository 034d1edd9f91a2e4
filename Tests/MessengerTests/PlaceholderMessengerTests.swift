import Testing

@Test func placeholderMessenger() {}
