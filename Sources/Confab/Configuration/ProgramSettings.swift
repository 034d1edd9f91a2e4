/// The programs of the person's own that Confab runs; each a program and its arguments, empty for none.
struct ProgramSettings: Hashable, Sendable {
    /// Takes what was copied on its standard input.
    var copy: [String] = []
    /// Shows a file, whose path is put behind its arguments; empty for what the system has for that.
    var open: [String] = []
}
