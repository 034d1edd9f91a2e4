import MatrixAPI

/// What a person finds in a program, as far as the guide sees it from what they do in its chat.
enum GuideDiscovery: String, CaseIterable, Equatable, Sendable {
    case help, chats, lines, reply, edit, react, marks

    /// - Parameter event: from the person.
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
