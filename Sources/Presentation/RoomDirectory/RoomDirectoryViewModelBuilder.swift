import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the list of a server's public rooms.
struct RoomDirectoryViewModelBuilder: Equatable {
    let number: Int
    let content: RoomDirectoryContent
    let queue: EventQueue

    func build() -> FuzzyListViewModel {
        FuzzyListViewModel(
            number: number, title: .words("room-directory.title", ["server": server]),
            placeholder: .words("room-directory.placeholder"), rows: content.rooms.map(row) + again,
            emptyText: emptyText, busyText: busyText, errorText: content.problem?.text ?? .empty,
            term: { RoomQuery($0).term }, nearEnd: { [queue] in queue.post(RoomDirectoryEvent.more) },
            queryChanged: { [queue] in queue.post(RoomDirectoryEvent.searching($0)) }, typedRow: typedRow,
            cancel: { [queue] in queue.post(NavigationEvent.back) })
    }

    private var server: String { content.query.server ?? content.server }

    private var emptyText: DisplayText {
        if content.isLoading || content.problem != nil { return .empty }
        return content.query.term.isEmpty
            ? .words("room-directory.none", ["server": server])
            : .words("room-directory.none-has-it", ["server": server, "term": content.query.term])
    }

    private var busyText: DisplayText {
        if let address = content.entering { return .words("join.joining", ["chat": address.name]) }
        if content.isLoading { return .words("server.asking") }
        return content.asked.map { .words("join.knocked", ["chat": $0.name]) } ?? .empty
    }

    private func row(_ room: RoomPreview) -> FuzzyListRowViewModel {
        let alias = room.canonicalAlias.flatMap { $0.isEmpty ? nil : $0 }
        let name = VisibleName.first(room.name)
        let details = [name == nil ? nil : alias, room.topic].compactMap(\.self).filter { !$0.isEmpty }
        return FuzzyListRowViewModel(
            id: FuzzyListRowID(room.roomID), title: DisplayText(sanitizing: name ?? alias ?? room.roomID),
            detail: DisplayText(sanitizing: details.joined(separator: "  ")), trailing: marks(room),
            keywords: [alias, room.roomID].compactMap(\.self), question: question(room, alias),
            choose: choose(room, alias))
    }

    private func marks(_ room: RoomPreview) -> DisplayText {
        var marks: [DisplayText] = [.words("room-directory.people", count: room.joinedCount)]
        if room.type == "m.space" { marks.append(.words("room-directory.space")) }
        switch content.memberships[room.roomID] {
        case .joined: marks.append(.words("room-directory.joined"))
        case .invited: marks.append(.words("room-directory.invited"))
        case .knocked: marks.append(.words("chat-list.asked-to-join"))
        case .left, nil: if room.takesKnocks { marks.append(.words("room-directory.ask-to-join")) }
        }
        return marks.joined(separator: ", ")
    }

    /// Returns the confirmation question before a knock, which can't be withdrawn.
    private func question(_ room: RoomPreview, _ alias: String?) -> DisplayText {
        room.takesKnocks && !isInList(room) ? .words("join.knock-question", ["chat": alias ?? room.roomID]) : .empty
    }

    private func isInList(_ room: RoomPreview) -> Bool {
        let membership = content.memberships[room.roomID]
        return membership == .joined || membership == .invited || membership == .knocked
    }

    private func choose(_ room: RoomPreview, _ alias: String?) -> Action<Void> {
        if isInList(room) {
            return .available { [queue] in queue.post(ChatEvent.opened(chatID: room.roomID)) }
        }
        if content.entering != nil { return .unavailable(.words("server.being-asked")) }
        // An alias is resolved by its server. An identifier needs servers that know the room.
        let address = RoomAddress(name: alias ?? room.roomID, servers: content.query.server.map { [$0] } ?? [])
        return .available { [queue] in
            queue.post(
                room.takesKnocks
                    ? JoinEvent.knocking(address, from: .directory) : JoinEvent.asked(address, from: .directory))
        }
    }

    private var again: [FuzzyListRowViewModel] {
        guard case .notListed = content.problem else { return [] }
        return [
            FuzzyListRowViewModel(
                id: FuzzyListRowID("again"), title: .words("room-directory.again"), keywords: [content.query.term],
                choose: .available { [queue] in queue.post(RoomDirectoryEvent.again) })
        ]
    }

    /// Returns a row for a typed address, since a room can be joined whether it is listed or not.
    private var typedRow: @MainActor (String) -> FuzzyListRowViewModel? {
        { [queue, server = content.server] text in
            guard RoomQuery(text).server == nil, let room = MatrixAddress(text, server: server)?.room else {
                return nil
            }
            return FuzzyListRowViewModel(
                id: FuzzyListRowID("typed"), title: .words("room-directory.join", ["chat": room.name]),
                choose: .available { queue.post(JoinEvent.asked(room, from: .directory)) })
        }
    }
}
