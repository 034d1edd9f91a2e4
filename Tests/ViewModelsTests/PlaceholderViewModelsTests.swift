import Testing

@Test func placeholderViewModels() {}
