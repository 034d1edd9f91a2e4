import ViewModels

/// The result of one check.
struct Finding: Hashable {
    enum State {
        case fine, missing, unknown

        var text: String {
            switch self {
            case .fine: .words("doctor.fine")
            case .missing: .words("doctor.missing")
            case .unknown: .words("doctor.unknown")
            }
        }
    }

    /// The lines for a file that fix the problem.
    struct Remedy: Hashable {
        let file: String
        let lines: [String]
    }

    let subject: String
    let state: State
    let text: String
    var remedy: Remedy?
}
