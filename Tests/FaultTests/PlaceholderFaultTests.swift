import Testing

@Test func placeholderFault() {}
