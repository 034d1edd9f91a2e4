/// In which words of the protocol a poll is held: who asked in one form is answered in that (MSC3381, "Unstable prefix").
package enum PollForm: String, Hashable, Sendable, CaseIterable {
    case stable = "m.poll."
    case unstable = "org.matrix.msc3381.poll."

    /// - Parameter type: of the event that asks; `nil` where it asks nothing.
    package init?(startType type: String) {
        guard let form = PollForm.allCases.first(where: { $0.startType == type }) else { return nil }
        self = form
    }

    package var startType: String { rawValue + "start" }
    package var responseType: String { rawValue + "response" }
    package var endType: String { rawValue + "end" }
}
