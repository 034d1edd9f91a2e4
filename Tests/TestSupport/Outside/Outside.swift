import Foundation

/// The virtual environment with Synapse, matrix-nio and vodozemac that `.ci/outside` creates.
package enum Outside {
    /// The path in the variable `CONFAB_OUTSIDE`, if it is set.
    package static let environment = ProcessInfo.processInfo.environment["CONFAB_OUTSIDE"].flatMap {
        $0.isEmpty ? nil : $0
    }

    package static var python: String { (environment ?? "") + "/bin/python" }

    /// Returns the path of a Python program in this package's tests.
    package static func program(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../OutsideTests/Python/\(name)").standardized.path
    }
}
