import BuildCommit

/// The output of `--version`.
enum ProgramVersion {
    static let text = text(commit: SourceCommit.name)

    /// - Parameter commit: empty if it isn't known.
    static func text(commit: String) -> String {
        commit.isEmpty ? "confab \(number)" : "confab \(number) (\(commit))"
    }

    private static let number = "0.1.0"
}
