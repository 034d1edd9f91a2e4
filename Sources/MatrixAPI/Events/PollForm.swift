/// The protocol form of a poll. A poll is answered in the form in which it was started (MSC3381, "Unstable prefix").
package enum PollForm: String, Hashable, Sendable, CaseIterable {
    case stable = "m.poll."
    case unstable = "org.matrix.msc3381.poll."

    /// - Parameter type: The type of the start event; `nil` if it starts no poll.
    package init?(startType type: String) {
        guard let form = PollForm.allCases.first(where: { $0.startType == type }) else { return nil }
        self = form
    }

    package var startType: String { rawValue + "start" }
    package var responseType: String { rawValue + "response" }
    package var endType: String { rawValue + "end" }
}
