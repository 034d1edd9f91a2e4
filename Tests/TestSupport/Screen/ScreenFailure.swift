/// The reason why a test on a screen can't continue, with the screen.
package enum ScreenFailure: Error, CustomStringConvertible {
    case notStarted(program: String, reason: String)
    case notSeen(String, screen: String)
    case notEnded(screen: String)
    /// The screen differs from its stored picture. `difference` has a line for each row.
    case notAsStored(path: String, difference: String)

    package var description: String {
        switch self {
        case .notStarted(let program, let reason): "\(program) did not start: \(reason)"
        case .notSeen(let wanted, let screen): "waited in vain for \(wanted); the screen:\n\(screen)"
        case .notEnded(let screen): "the program did not end; the screen:\n\(screen)"
        case .notAsStored(let path, let difference):
            "not as in \(path) (- stored, + now; CONFAB_RECORD_PICTURES=1 stores it anew):\n\(difference)"
        }
    }
}
