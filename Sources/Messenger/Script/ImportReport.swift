import Conversations
import ViewModels

/// The report of an import.
package struct ImportReport: Hashable, Sendable {
    /// The chats, in the order of the file.
    package let chats: [ImportedChat]
    /// The first lines that were not imported, with their numbers and reasons.
    let problems: [Problem]
    /// The total number of lines that were not imported.
    let problemCount: Int
    /// The first messages that were imported without their file, and their total number.
    let filesMissing: [Problem]
    let filesMissingCount: Int
    /// The chats after the import.
    let changed: [Chat]

    struct Problem: Hashable, Sendable {
        let line: Int
        let problem: ImportProblem
    }

    /// The maximum number of listed problems. Further ones are only counted.
    static let mostProblems = 20

    /// The problems, one in each line; empty if everything was imported.
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
