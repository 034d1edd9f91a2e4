import Testing

@Test func placeholderProtocol() {}
