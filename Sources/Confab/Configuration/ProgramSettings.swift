/// The programs of the person's own that Confab runs; each a program and its arguments, empty for none.
struct ProgramSettings: Hashable, Sendable {
    /// Takes what was copied on its standard input.
    var copy: [String] = []
}
