/// What `--version` says.
enum ProgramVersion {
    static let text = "confab 0.1.0"
}
