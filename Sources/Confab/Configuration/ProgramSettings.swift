/// The user's own programs that Confab runs. Each is a program and its arguments, empty for none.
struct ProgramSettings: Hashable, Sendable {
    /// Receives copied text on its standard input.
    var copy: [String] = []
    /// Shows a file. The path is added to its arguments. If empty, the system's default program is used.
    var open: [String] = []
}
