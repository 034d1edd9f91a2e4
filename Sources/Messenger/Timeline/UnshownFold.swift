import Conversations
import ViewModels

/// Describes a run of events without a display text in one line.
enum UnshownFold {
    private static let mostTypes = 3
    /// The longest name of a type, in characters.
    private static let longestType = 60

    /// Returns a text as in `3 events that Confab doesn't show (org.example.dice)`.
    static func text(of run: [Message]) -> DisplayText {
        var types: [String] = []
        for type in run.compactMap(\.eventType) where !types.contains(type) { types.append(type) }
        guard run.allSatisfy({ $0.eventType != nil }) else {
            return .words("timeline.events-that-confab-cant-show", count: run.count)
        }
        let more = types.count > mostTypes ? ["…"] : []
        let named = types.prefix(mostTypes).map { $0.shortened(to: longestType) } + more
        let list = DisplayText(sanitizing: named.joined(separator: ", ")).string
        return .words("timeline.events-of-unknown-types", ["types": list], count: run.count)
    }
}
