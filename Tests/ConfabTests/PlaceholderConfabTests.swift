import Testing

@Test func placeholderConfab() {}
