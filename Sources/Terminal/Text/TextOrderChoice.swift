/// The user's choice of whether this program or the terminal reorders right-to-left text.
package enum TextOrderChoice: String, CaseIterable, Sendable {
    case auto, confab, terminal

    /// - Parameter environment: returns the value of a variable that is not empty.
    func isTerminals(environment: (String) -> String?) -> Bool {
        switch self {
        case .confab: false
        case .terminal: true
        case .auto: Self.cannotBeAsked(environment)
        }
    }

    /// Whether the terminal reorders all text and can't be told to stop (BDSM). That includes terminals behind a
    /// multiplexer, which doesn't pass on the sequence.
    private static func cannotBeAsked(_ environment: (String) -> String?) -> Bool {
        if environment("KONSOLE_VERSION") != nil || environment("TERM_PROGRAM") == "Apple_Terminal" { return true }
        guard environment("TMUX") != nil || environment("STY") != nil else { return false }
        return (environment("VTE_VERSION").flatMap { Int($0) } ?? 0) >= firstVTE
    }

    /// The first release of VTE that reorders text, as in `VTE_VERSION`.
    private static let firstVTE = 5_800
}
