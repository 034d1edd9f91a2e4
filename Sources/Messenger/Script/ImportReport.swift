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
    /// The first of those that were taken in without their file, and how many there are in all.
    let filesMissing: [Problem]
    let filesMissingCount: Int
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
        let withoutFile = filesMissing.map { problem -> String in
            .words("import.line-without-file", ["line": String(problem.line), "reason": problem.problem.text])
        }
        let otherFiles = filesMissingCount - filesMissing.count
        return named + (others > 0 ? [.words("import.other-lines", count: others)] : [])
            + withoutFile + (otherFiles > 0 ? [.words("import.other-files", count: otherFiles)] : [])
    }
}
