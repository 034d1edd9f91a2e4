import Conversations
import Engine
import Messenger
import ViewModels

/// The colors of the people in a chat: the color of the ID, or the next free one if another person got that first. No
/// color is shared while others are free, whatever number of colors the terminal has.
struct NameColors: Equatable, Sendable {
    private var places: [String: Int] = [:]
    /// The number of people per color, for each possible number of colors.
    private var uses = MessageViewModel.hueCounts.map { [Int](repeating: 0, count: $0) }

    /// The color index of a person; the one of the ID if the person isn't assigned one yet.
    subscript(userID: String) -> Int { places[userID] ?? Naming.hue(userID) % MessageViewModel.hueCounts[0] }

    /// Assigns a person a color index permanently. The order of calls is the order of appearance.
    mutating func meet(_ userID: String) {
        guard places[userID] == nil else { return }
        let count = MessageViewModel.hueCounts[0]
        let first = self[userID]
        let nearest = (0..<count).map { (first + $0) % count }
        let place = nearest.min { isLessUsed($0, $1) } ?? first
        places[userID] = place
        for index in uses.indices { uses[index][place % uses[index].count] += 1 }
    }

    private func isLessUsed(_ one: Int, _ other: Int) -> Bool {
        for uses in uses {
            let (left, right) = (uses[one % uses.count], uses[other % uses.count])
            if left != right { return left < right }
        }
        return false
    }
}

/// Describes changes of power levels, as in `Ana made Bo a moderator`.
struct PowerText {
    let names: MemberNames

    func text(of message: Message) -> DisplayText {
        let levels = PowerChange(body: message.body).levels
        let actor = names.name(of: message.sender)
        guard !levels.isEmpty else {
            return DisplayText(sanitizing: actor).alone + " " + DisplayText(sanitizing: message.text)
        }
        return levels.map { level in
            let person = names.name(of: level.userID)
            return switch level.level {
            case 100: .words("timeline.made-admin", ["actor": actor, "person": person])
            case 50: .words("timeline.made-moderator", ["actor": actor, "person": person])
            case 0: .words("timeline.took-power", ["actor": actor, "person": person])
            default:
                .words(
                    "timeline.gave-power", ["actor": actor, "person": person, "level": String(level.level)])
            }
        }.joined(separator: ", ")
    }
}

/// Describes a run of events without a display text in one line.
enum UnshownFold {
    private static let maxTypes = 3
    /// The longest name of a type, in characters.
    private static let longestType = 60

    /// Returns a text as in `3 events that Confab doesn't show (org.example.dice)`.
    static func text(of run: [Message]) -> DisplayText {
        var types: [String] = []
        for type in run.compactMap(\.eventType) where !types.contains(type) { types.append(type) }
        guard run.allSatisfy({ $0.eventType != nil }) else {
            return .words("timeline.events-that-confab-cant-show", count: run.count)
        }
        let more = types.count > maxTypes ? ["…"] : []
        let named = types.prefix(maxTypes).map { $0.shortened(to: longestType) } + more
        let list = DisplayText(sanitizing: named.joined(separator: ", ")).string
        return .words("timeline.events-of-unknown-types", ["types": list], count: run.count)
    }
}
