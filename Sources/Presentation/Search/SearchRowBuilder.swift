import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the row of a search result.
struct SearchRowBuilder {
    /// The names of the chats with results; `nil` if a single chat is searched.
    let chatNames: [String: DisplayText]?
    let time: TimeText
    let memo: SearchLineCache

    func row(_ hit: SearchHit, choose: @escaping @MainActor () -> Void) -> FuzzyListRowViewModel {
        let line = memo.line(of: hit)
        let sender = DisplayText(sanitizing: Self.name(of: hit)).alone + ": "
        let start = sender.string.count
        let places = line.matches.map { $0.lowerBound + start..<$0.upperBound + start }
        var trailing: [DisplayText] = hit.isElsewhere ? [.words("search.on-the-server")] : []
        if let chatNames { trailing.append(chatNames[hit.chatID] ?? .empty) }
        trailing.append(DisplayText(sanitizing: time.short(hit.message.timestamp)))
        var row = FuzzyListRowViewModel(
            id: Self.id(of: hit), title: sender + line.text, trailing: trailing.joined(separator: ", "),
            matches: places, choose: .available(choose))
        row.place = hit.place
        return row
    }

    static func name(of hit: SearchHit) -> String {
        Naming.distinct(VisibleName.first(hit.senderName), of: hit.message.sender, isShared: hit.isSenderNameShared)
    }

    static func id(of hit: SearchHit) -> FuzzyListRowID { FuzzyListRowID(hit.chatID + hit.message.eventID) }
}
