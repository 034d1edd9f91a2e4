import MatrixAPI

/// A room as matrix-nio sees it.
struct NioRoom {
    let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    var name: String { json["name"]?.string ?? "" }
    var topic: String { json["topic"]?.string ?? "" }
    var members: [String] { strings("members") }
    /// The users who are typing.
    var typing: [String] { strings("typing") }

    /// The events with the names of nio's classes, oldest first, duplicates included.
    private var events: [(kind: String, source: JSONValue)] {
        (json["events"]?.array ?? []).map { ($0["kind"]?.string ?? "", $0["source"] ?? .null) }
    }

    /// The texts of messages, oldest first, including duplicates and edits.
    var texts: [String] {
        events.filter { $0.kind == "RoomMessageText" }.compactMap { $0.source["content"]?["body"]?.string }
    }

    /// Returns how often a file of this name was sent.
    func fileCount(_ name: String) -> Int {
        events.count { $0.kind != "RoomMessageText" && $0.source["content"]?["body"]?.string == name }
    }

    /// The number of undecryptable events.
    var sealedCount: Int { events.count { $0.kind == "MegolmEvent" } }

    /// Returns the event that an event replies to.
    func answered(by eventID: String) -> String? {
        events.first { $0.source["event_id"]?.string == eventID }?
            .source["content"]?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string
    }

    func eventID(of text: String) -> String? {
        events.first { $0.kind == "RoomMessageText" && $0.source["content"]?["body"]?.string == text }?
            .source["event_id"]?.string
    }

    /// Returns the new texts of an event's edits.
    func edits(of eventID: String) -> [String] {
        events.filter { $0.kind == "RoomMessageText" && isRelated($0.source, "m.replace", eventID) }
            .compactMap { $0.source["content"]?["m.new_content"]?["body"]?.string }
    }

    /// Returns the reactions to an event, with the identifiers of their events.
    func reactions(to eventID: String) -> [(key: String, eventID: String)] {
        events.filter { $0.kind == "ReactionEvent" && isRelated($0.source, "m.annotation", eventID) }.map {
            ($0.source["content"]?["m.relates_to"]?["key"]?.string ?? "", $0.source["event_id"]?.string ?? "")
        }
    }

    /// Returns the reason of an event's deletion, or `nil` if it wasn't deleted.
    func reasonOfDeletion(of eventID: String) -> String? {
        let deletion = events.first {
            $0.kind == "RedactionEvent"
                && ($0.source["redacts"]?.string ?? $0.source["content"]?["redacts"]?.string) == eventID
        }
        return deletion.map { $0.source["content"]?["reason"]?.string ?? "" }
    }

    /// Returns the read position of a user.
    func lastRead(by userID: String) -> String? {
        json["receipts"]?[userID]?.string
    }

    private func isRelated(_ source: JSONValue, _ kind: String, _ eventID: String) -> Bool {
        let relation = source["content"]?["m.relates_to"]
        return relation?["rel_type"]?.string == kind && relation?["event_id"]?.string == eventID
    }

    private func strings(_ name: String) -> [String] {
        (json[name]?.array ?? []).compactMap(\.string)
    }
}
