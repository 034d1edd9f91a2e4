import Foundation

/// The virtual environment with Synapse, matrix-nio and vodozemac that `.ci/outside` makes.
package enum Outside {
    /// What the variable `CONFAB_OUTSIDE` names, where it names one.
    package static let environment = ProcessInfo.processInfo.environment["CONFAB_OUTSIDE"].flatMap {
        $0.isEmpty ? nil : $0
    }

    package static var python: String { (environment ?? "") + "/bin/python" }

    /// A program in Python of this package's tests.
    package static func program(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../OutsideTests/Python/\(name)").standardized.path
    }
}
