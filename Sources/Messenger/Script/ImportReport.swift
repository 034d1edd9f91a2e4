import Conversations
import ViewModels

/// What became of a file that was taken in.
package struct ImportReport: Hashable, Sendable {
    /// In the order in which the file has them.
    package let chats: [ImportedChat]
    /// The first of the lines that were not taken in, and why, by their number.
    let problems: [Problem]
    /// How many were not, in all.
    let problemCount: Int
    /// The chats as they are now.
    let changed: [Chat]

    struct Problem: Hashable, Sendable {
        let line: Int
        let problem: ImportProblem
    }

    /// More are counted alone.
    static let mostProblems = 20

    /// What was not taken in, a line each; nothing where all was.
    package var lines: [String] {
        let named = problems.map { problem -> String in
            .words("import.line", ["line": String(problem.line), "reason": problem.problem.text])
        }
        let others = problemCount - problems.count
        return others > 0 ? named + [.words("import.other-lines", count: others)] : named
    }
}
