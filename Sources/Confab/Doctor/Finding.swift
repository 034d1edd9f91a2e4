/// One thing that was looked at.
struct Finding: Hashable {
    enum State: String { case fine, missing, unknown }

    /// Lines for a file that mend it.
    struct Remedy: Hashable {
        let file: String
        let lines: [String]
    }

    let subject: String
    let state: State
    let text: String
    var remedy: Remedy?
}
