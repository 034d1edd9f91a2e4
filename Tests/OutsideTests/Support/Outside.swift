import Foundation
import Testing

/// The virtual environment with Synapse and matrix-nio that `.ci/outside` makes.
enum Outside {
    /// What the variable `CONFAB_OUTSIDE` names, where it names one.
    static let environment = ProcessInfo.processInfo.environment["CONFAB_OUTSIDE"].flatMap { $0.isEmpty ? nil : $0 }

    static var python: String { (environment ?? "") + "/bin/python" }

    /// A program of these tests.
    static func program(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../Python/\(name)").standardized.path
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves tests out where nothing of others is installed.
    static var outside: Self {
        .enabled(
            if: Outside.environment != nil,
            "CONFAB_OUTSIDE names no environment with Synapse and matrix-nio; .ci/outside makes one")
    }
}
