import Conversations
import ViewModels

/// Says in one line that there is a run of events that Confab has no words for.
enum UnshownFold {
    private static let mostTypes = 3
    /// In characters.
    private static let longestType = 60

    /// As in `3 events that Confab doesn't show (org.example.dice)`.
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
