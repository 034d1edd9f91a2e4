/// Who orders text that is read from right to left, as a person chose it.
package enum TextOrderChoice: String, CaseIterable, Sendable {
    case auto, confab, terminal

    /// - Parameter environment: the value of a variable that is not empty.
    func isTerminals(environment: (String) -> String?) -> Bool {
        switch self {
        case .confab: false
        case .terminal: true
        case .auto: Self.cannotBeAsked(environment)
        }
    }

    /// Terminals that order all text themselves, and don't know how to be asked to leave it (BDSM). To others between
    /// which and the program something stands the question does not come through.
    private static func cannotBeAsked(_ environment: (String) -> String?) -> Bool {
        if environment("KONSOLE_VERSION") != nil || environment("TERM_PROGRAM") == "Apple_Terminal" { return true }
        guard environment("TMUX") != nil || environment("STY") != nil else { return false }
        return (environment("VTE_VERSION").flatMap { Int($0) } ?? 0) >= firstVTE
    }

    /// The first release of VTE that orders text, as in `VTE_VERSION`.
    private static let firstVTE = 5_800
}
