import MatrixAPI
import MatrixClient
import TestSeeds
import TestSupport
import Testing

/// Lets two people type in several chats, and kills the program of one, or the server, at random moments.
struct Killer {
    let conversation: Conversation
    let seed: UInt64
    /// The number of kills in each phase.
    private(set) var phases: [KillPhase: Int] = [:]
    /// The edited lines, with their new texts.
    private(set) var edits: [String: String] = [:]
    /// The lines that have to be there in the end, oldest first, by chat and sender.
    private var accepted: [String: [String: [String]]] = [:]
    private let chats: [KilledChat]
    /// The chat that each person has open.
    private var places: [String: KilledChat] = [:]
    private var random: SeededGenerator
    private var number = 0

    /// A typed line whose outcome is still unknown.
    private struct Typed {
        let person: Person
        let chat: String
        let line: String
    }

    init(conversation: Conversation, seed: UInt64) async throws {
        self.conversation = conversation
        self.seed = seed
        random = SeededGenerator(seed: seed)
        chats = try await ["garden", "kitchen", "cellar"].asyncMap { name in
            KilledChat(name: name, id: try await conversation.makeChat(name: name))
        }
        for person in [conversation.ana, conversation.bo] {
            places[person.name] = chats[0]
            try await person.openChat(chats[0].name)
        }
    }

    /// The number of accepted lines.
    var lineCount: Int { accepted.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } } }

    /// Types some lines and kills once. Sometimes edits a line, or lets one person miss many lines.
    mutating func round() async throws {
        for person in people where random.chance(in: 4) { try await go(person, to: random.element(of: chats)) }
        // The edit comes from another client, which has no keys.
        if random.chance(in: 4), !conversation.isEncrypted { try await edit() }
        if random.chance(in: 20) { return try await missLines() }
        var typed: [Typed] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            for person in people.shuffled(using: &random) where typed.isEmpty || Bool.random(using: &random) {
                typed.append(Typed(person: person, chat: place(of: person).id, line: nextLine()))
                try person.enter(typed[typed.count - 1].line)
            }
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...120, using: &random)))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try await killServer(after: typed)
        case 1: try await kill(conversation.ana, after: typed)
        default: try await kill(conversation.bo, after: typed)
        }
    }

    mutating func expectNothingLost() async throws {
        for chat in chats {
            let said = people.map { ($0, accepted[chat.id]?[$0.name] ?? []) }
            try await conversation.expectKept(said, edited: edits, in: chat.id)
            guard conversation.isEncrypted else { continue }
            for person in people {
                try await go(person, to: chat)
                // The chat opens at the first unread line, and the unread lines may not fit on the screen.
                try person.screen.send(.meta(">"))
                try await conversation.expectOnScreen(of: person, said)
            }
        }
    }

    private var people: [Person] { [conversation.ana, conversation.bo] }

    private mutating func killServer(after typed: [Typed]) async throws {
        try await conversation.server.kill()
        // For an encrypted line, the stage can't be determined from the other data.
        for typed in typed where !conversation.isEncrypted {
            let isThere = try conversation.server.deadHas(typed.line)
            let story = try conversation.story(of: typed.line, by: typed.person, in: typed.chat)
            switch (isThere, story) {
            case (false, _): count(.serverBeforeItHadTheLine)
            case (true, .queued): count(.serverBeforeItsAnswerWasKept)
            case (true, _): count(.serverWhileNothingWasOnItsWay)
            }
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
        try await conversation.server.start()
        for person in people { try await accept(typed, by: person) }
    }

    /// Kills a person's program. A line that is not on disk afterwards is lost: this is allowed only if the screen
    /// never showed it.
    private mutating func kill(_ victim: Person, after typed: [Typed]) async throws {
        let shown = Set(try await victim.kill())
        for typed in typed where typed.person === victim {
            let story = try conversation.story(of: typed.line, by: victim, in: typed.chat)
            if shown.contains(typed.line) {
                #expect(story != .nothing, "\(typed.line) was shown before the kill, CONFAB_SEED=\(seed)")
            }
            switch story {
            case .nothing: count(.programBeforeItKeptTheLine)
            case .queued where conversation.isEncrypted: break
            case .queued:
                let isThere = try await conversation.linesOnServer(of: victim, in: typed.chat).contains(typed.line)
                count(isThere ? .programBeforeItKeptTheAnswer : .programBeforeTheServerHadTheLine)
            case .sent: count(.programBeforeItKeptTheEcho)
            case .inTimeline: count(.programWhileNothingWasOnItsWay)
            }
            if story != .nothing { note(typed.line, by: victim, in: typed.chat) }
        }
        for person in people where person !== victim { try await accept(typed, by: person) }
        try await victim.open()
        try await victim.clearComposer()
        try await victim.openChat(place(of: victim).name)
    }

    /// Sends more lines than a sync contains while a person's program is closed. Kills that program again while it
    /// backfills them.
    private mutating func missLines() async throws {
        let victim = random.element(of: people)
        let chat = place(of: victim)
        for other in people where other !== victim {
            try await conversation.waitUntilAllIsSent(by: other)
            try await victim.kill()
            if conversation.isEncrypted { try await go(other, to: chat) }
            var missed: [String] = []
            for _ in 0..<60 {
                missed.append(nextLine())
                if conversation.isEncrypted {
                    try await other.say(missed[missed.count - 1])
                } else {
                    try await other.post(missed[missed.count - 1], in: chat.id)
                }
                note(missed[missed.count - 1], by: other, in: chat.id)
                if missed.count.isMultiple(of: 20) { try await waitToHear(missed[missed.count - 1], other, in: chat) }
            }
            try await conversation.waitUntilAllIsSent(by: other)
            try await victim.open()
            try await victim.openChat(chat.name)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &random)))
            try await victim.kill()
            let kept = try conversation.linesOnDisk(of: other, at: victim, in: chat.id)
            let here = missed.count { kept.contains($0) }
            count(here > 0 && here < missed.count ? .programWhileAGapWasOpen : .programWhileNothingWasOnItsWay)
            try await victim.open()
            try await victim.openChat(chat.name)
            try await conversation.expectKept(
                [(other, accepted[chat.id]?[other.name] ?? [])], edited: edits, in: chat.id, at: [victim])
        }
    }

    /// Waits until a person's own program has received the lines that they sent through the API. If there were more
    /// at once, the program would backfill some of them only when the chat is opened.
    private func waitToHear(_ line: String, _ person: Person, in chat: KilledChat) async throws {
        while try conversation.linesOnDisk(of: person, at: person, in: chat.id).last != line {
            guard await Pause.milliseconds(10) else { throw ScreenFailure.notSeen("\(line) on disk", screen: "") }
        }
    }

    /// Edits one of a person's last lines through another client.
    private mutating func edit() async throws {
        let (person, chat) = (random.element(of: people), random.element(of: chats))
        let recent = Set(accepted[chat.id]?[person.name]?.suffix(20) ?? [])
        let page = try await person.client.messages(roomID: chat.id, from: nil, limit: 40)
        let own = page.chunk.filter { event in
            event.sender == person.userID && event.content["m.relates_to"] == nil
                && recent.contains(event.content["body"]?.string ?? "")
        }
        guard let event = own.randomElement(using: &random), let line = event.content["body"]?.string,
            let eventID = event.eventID
        else { return }
        number += 1
        edits[line] = "\(line) again \(number)"
        try await person.change(eventID, into: "\(line) again \(number)", in: chat.id, transactionID: "e\(number)")
    }

    /// Waits for the lines of a person who was not killed, and counts them as accepted.
    private mutating func accept(_ typed: [Typed], by person: Person) async throws {
        let own = typed.filter { $0.person === person }
        guard let last = own.last else { return }
        try await person.screen.waitUntil("\(last.line) in the chat") {
            $0.numberedLines.contains(last.line)
        }
        for typed in own { note(typed.line, by: person, in: typed.chat) }
    }

    private mutating func go(_ person: Person, to chat: KilledChat) async throws {
        places[person.name] = chat
        try await person.openChat(chat.name)
    }

    private func place(of person: Person) -> KilledChat { places[person.name] ?? chats[0] }

    private mutating func nextLine() -> String {
        number += 1
        return Conversation.line(number)
    }

    private mutating func note(_ line: String, by person: Person, in chat: String) {
        accepted[chat, default: [:]][person.name, default: []].append(line)
    }

    private mutating func count(_ phase: KillPhase) {
        phases[phase, default: 0] += 1
    }
}

/// A chat that the people of a ``Killer`` type in.
struct KilledChat {
    /// The name in the chat list.
    let name: String
    let id: String
}

extension SeededGenerator {
    fileprivate mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
