import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the page about a message: when it was sent, received and read, its versions and its source.
struct MessageInfoPageBuilder: Equatable {
    let story: MessageInfo?
    let lineStory: LineHistory?
    /// The message in the outbox, if it isn't an event yet.
    let line: OutboxLine?
    let names: MemberNames
    let ownUserID: String
    let time: TimeText
    /// `nil` if the message wasn't encrypted or can't be read.
    var key: MessageInfoKey?
    /// Whether the other versions are being requested from the server.
    var isLoading = false
    /// The reason why that request failed.
    var problem: FailureReason?

    func build() -> PageViewModel {
        var sections: [PageViewModel.Section] = []
        if let story { sections += messageSections(story) }
        if story == nil, let line { sections += lineSections(line) }
        return PageViewModel(
            title: .words("story.story-message"), sections: sections,
            busyText: isLoading ? .words("story.asking") : .empty)
    }

    private func messageSections(_ story: MessageInfo) -> [PageViewModel.Section] {
        let message = story.message
        var said: [String] = [
            .words("story.written-by", ["name": names.name(of: message.sender), "sender": message.sender]),
            .words("story.at-server-since", ["moment": time.moment(message.timestamp), "eventID": message.eventID]),
        ]
        if case .opened = message.encryption { said += [.words("story.is-encrypted")] + encrypter(of: message) }
        if message.isRemoved {
            said.append(.words("story.nothing-is-kept"))
            if let removal = message.removal { said.append(removalText(removal)) }
        }
        var sections = [section("", said)]
        if let line = story.line {
            sections.append(section(.words("story.from-this-device"), historyLines(line) + withoutKey))
        }
        sections.append(section(.words("story.read"), readers(of: story)))
        var wordings = story.versions.map { "\(time.moment($0.timestamp))  \($0.text)" }
        if wordings.count < 2 { wordings = [] }
        if let problem { wordings.append(.words("story.there-may-be-others", ["problem": problem.text])) }
        if !wordings.isEmpty { sections.append(section(.words("story.wordings"), wordings)) }
        if !message.reactions.isEmpty {
            sections.append(
                section(
                    .words("story.reactions"),
                    message.reactions.map { reaction in
                        "\(reaction.key)  \(Naming.list(reaction.givers.map { names.name(of: $0.userID) }))"
                    }))
        }
        return sections + sources(of: story)
    }

    /// Each version has its own source, as an edit is an event of its own.
    private func sources(of story: MessageInfo) -> [PageViewModel.Section] {
        let first = PrettyJSON.lines(of: story.message.source)
        guard story.versions.count > 1, let newest = story.versions.last else {
            return [section(.words("story.source"), first)]
        }
        return [
            section(.words("story.source-newest-wording"), PrettyJSON.lines(of: newest.source)),
            section(.words("story.source-first-wording"), first),
        ]
    }

    private func removalText(_ removal: MessageRemoval) -> String {
        let name = names.name(of: removal.sender)
        let moment = time.moment(removal.timestamp)
        guard let reason = removal.reason else {
            return .words(
                "story.deleted-without-reason", ["name": name, "sender": removal.sender, "moment": moment])
        }
        return .words(
            "story.deleted", ["name": name, "sender": removal.sender, "moment": moment, "reason": reason])
    }

    private func lineSections(_ line: OutboxLine) -> [PageViewModel.Section] {
        let told =
            lineStory.map { self.historyLines($0) } ?? [
                .words("story.accepted-at", ["moment": time.moment(line.acceptedAt)])
            ]
        return [
            section(.words("story.from-this-device"), told),
            section(.words("story.source"), PrettyJSON.lines(of: line.content)),
        ]
    }

    private func historyLines(_ line: LineHistory) -> [String] {
        var told: [String] = [
            .words("story.accepted-at-as-transaction", ["moment": time.moment(line.acceptedAt), "id": line.id]),
            .words("story.on-the-disk-at", ["moment": time.moment(line.keptAt)]),
        ]
        if let left = line.leftAt {
            let moment = time.moment(left)
            told.append(
                line.tries > 1
                    ? .words("story.sent-first", ["time": moment], count: line.tries)
                    : .words("story.sent-at", ["moment": moment]))
        } else {
            told.append(.words("story.not-sent-yet"))
        }
        return told + answers(to: line)
    }

    /// The device that encrypted the message, and the reason to doubt it.
    private func encrypter(of message: Message) -> [String] {
        let name = names.name(of: message.sender)
        var said: [String] = []
        if let device = key?.device {
            said.append(
                device.isThisOne
                    ? .words("story.encrypted-here", ["device": device.deviceID])
                    : .words("story.encrypted-by", ["device": device.deviceID, "name": name]))
        }
        if let doubt = key?.doubt {
            said.append(doubt.text(sender: name, isOwn: message.sender == ownUserID).string)
        }
        return said
    }

    /// The people with devices that didn't get the key and so can't read the message.
    private var withoutKey: [String] {
        (key?.unreached ?? [:]).sorted { $0.key < $1.key }.map { userID, count in
            .words("story.without-key", ["name": names.name(of: userID)], count: count)
        }
    }

    /// Returns the server's responses by time. There may be two, since a refused message may have been sent again.
    private func answers(to line: LineHistory) -> [String] {
        let taken = line.answeredAt.map { answered in
            (answered, answer(at: time.moment(answered), line.eventID))
        }
        let refused = line.refusedAt.map { refused in
            (refused, refusal(at: time.moment(refused), line.refusal))
        }
        return [refused, taken].compactMap { $0 }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func answer(at moment: String, _ eventID: String?) -> String {
        guard let eventID else { return .words("story.answered-at", ["moment": moment]) }
        return .words("story.answered-at-it-is", ["moment": moment, "eventID": eventID])
    }

    private func refusal(at moment: String, _ reason: OutboxLineFailureReason?) -> String {
        guard let reason else { return .words("story.refused-at", ["moment": moment]) }
        return .words("story.refused-at-for", ["moment": moment, "reason": reason.text])
    }

    private func readers(of story: MessageInfo) -> [String] {
        let readers = story.readers.filter { $0.userID != ownUserID && $0.userID != story.message.sender }
        guard !readers.isEmpty else { return [.words("story.by-nobody-else")] }
        return readers.map { reader in
            let name = names.name(of: reader.userID)
            return reader.timestamp > 0
                ? .words("story.this-or-later-at", ["name": name, "moment": time.moment(reader.timestamp)]) : name
        }
    }

    private func section(_ title: DisplayText, _ lines: [String]) -> PageViewModel.Section {
        PageViewModel.Section(title: title, lines: lines.map { DisplayText(sanitizing: $0) })
    }
}

extension MessageInfoPageBuilder {
    /// - Returns: `nil` if another chat was opened meanwhile: its members may have other names.
    @MainActor
    init?(_ screen: ScreenParts) {
        let (state, story) = (screen.state, screen.state.story)
        guard story.chatID == state.timeline.chatID else { return nil }
        self.init(
            story: story.message, lineStory: story.line, line: story.queued, names: state.timeline.names,
            ownUserID: state.account.userID, time: screen.time, key: story.key, isLoading: story.isLoading,
            problem: story.problem)
    }
}

/// Formats JSON for reading: one member per line, indented.
enum PrettyJSON {
    static func lines(of source: String) -> [String] {
        guard let value = try? JSONValue(parsing: source) else { return [source] }
        return lines(of: value, before: "", after: "", indentation: "")
    }

    private static func lines(
        of value: JSONValue, before: String, after: String, indentation: String
    ) -> [String] {
        switch value {
        case .object(let members) where !members.isEmpty:
            let parts = members.sorted { $0.key < $1.key }.map { key, member in
                (JSONValue.string(key).serializedText + ": ", member)
            }
            return [indentation + before + "{"] + lines(of: parts, indentation) + [indentation + "}" + after]
        case .array(let elements) where !elements.isEmpty:
            let parts = elements.map { ("", $0) }
            return [indentation + before + "["] + lines(of: parts, indentation) + [indentation + "]" + after]
        default:
            return [indentation + before + value.serializedText + after]
        }
    }

    private static func lines(of parts: [(before: String, value: JSONValue)], _ indentation: String) -> [String] {
        parts.enumerated().flatMap { place, part in
            lines(
                of: part.value, before: part.before, after: place + 1 < parts.count ? "," : "",
                indentation: indentation + "  ")
        }
    }
}
