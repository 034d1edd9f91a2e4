import MatrixAPI

/// A feature that the user finds, as far as the guide can tell from the events in its chat.
enum GuideDiscovery: String, CaseIterable, Equatable, Sendable {
    case help, chats, lines, reply, edit, react, marks

    /// - Parameter event: an event of the user.
    static func all(in event: MatrixEvent) -> [GuideDiscovery] {
        if event.type == "m.reaction" { return [.react] }
        guard event.type == "m.room.message" else { return [] }
        let relation = event.content["m.relates_to"]
        if relation?["rel_type"]?.string == "m.replace" { return [.edit] }
        var found: [GuideDiscovery] = []
        if relation?["m.in_reply_to"] != nil { found.append(.reply) }
        if event.content["body"]?.string?.contains("\n") == true { found.append(.lines) }
        if event.content["formatted_body"] != nil { found.append(.marks) }
        return found
    }
}
