import Conversations
import ViewModels

/// Tells what became of a message: on this device, at the server, with those who read it; its wordings and its source.
struct StoryPageBuilder {
    let story: MessageStory?
    let lineStory: LineStory?
    /// Where it is no event yet.
    let line: OutboxLine?
    let names: MemberNames
    let ownUserID: String
    let time: TimeText
    /// Whether the server is asked for other wordings.
    var isLoading = false
    /// Why it gave none.
    var problem: String?

    func build() -> PageViewModel {
        var sections: [PageViewModel.Section] = []
        if let story { sections += told(story) }
        if story == nil, let line { sections += told(line) }
        return PageViewModel(
            title: "The story of a message", sections: sections,
            busyText: isLoading ? "Asking the server for all wordings…" : .empty)
    }

    private func told(_ story: MessageStory) -> [PageViewModel.Section] {
        let message = story.message
        var said = [
            "Written by \(names.name(of: message.sender)), \(message.sender)",
            "At the server since \(time.moment(message.timestamp)), as \(message.eventID)",
        ]
        if message.isRemoved {
            said.append("Deleted: nothing of what it said is kept")
            if let removal = message.removal { said.append(told(removal)) }
        }
        var sections = [section("", said)]
        if let line = story.line { sections.append(section("From this device", told(line))) }
        sections.append(section("Read", readers(of: story)))
        var wordings = story.versions.map { "\(time.moment($0.timestamp))  \($0.body)" }
        if wordings.count < 2 { wordings = [] }
        if let problem { wordings.append("There may be others. \(problem)") }
        if !wordings.isEmpty { sections.append(section("Wordings", wordings)) }
        if !message.reactions.isEmpty {
            sections.append(
                section(
                    "Reactions",
                    message.reactions.map { reaction in
                        "\(reaction.key)  \(Naming.list(reaction.givers.map { names.name(of: $0.userID) }))"
                    }))
        }
        return sections + sources(of: story)
    }

    /// An edit is an event of its own, with a source of its own.
    private func sources(of story: MessageStory) -> [PageViewModel.Section] {
        let first = SourceText.lines(of: story.message.source)
        guard story.versions.count > 1, let newest = story.versions.last else { return [section("Source", first)] }
        return [
            section("Source of the newest wording", SourceText.lines(of: newest.source)),
            section("Source of the first wording", first),
        ]
    }

    private func told(_ removal: MessageRemoval) -> String {
        let who = "Deleted by \(names.name(of: removal.sender)), \(removal.sender)"
        let why = removal.reason.map { ": \($0)" } ?? ", who gave no reason"
        return who + ", at \(time.moment(removal.timestamp))" + why
    }

    private func told(_ line: OutboxLine) -> [PageViewModel.Section] {
        let told = lineStory.map { self.told($0) } ?? ["Accepted at \(time.moment(line.acceptedAt))"]
        return [section("From this device", told), section("Source", SourceText.lines(of: line.content))]
    }

    private func told(_ line: LineStory) -> [String] {
        var told = [
            "Accepted at \(time.moment(line.acceptedAt)), as transaction \(line.id)",
            "On the disk at \(time.moment(line.keptAt))",
        ]
        if let left = line.leftAt {
            let moment = time.moment(left)
            told.append(line.tries > 1 ? "Sent first at \(moment), \(line.tries) times in all" : "Sent at \(moment)")
        } else {
            told.append("Not sent yet")
        }
        return told + answers(to: line)
    }

    /// In the order in which they came: what was refused may have been sent again.
    private func answers(to line: LineStory) -> [String] {
        let taken = line.answeredAt.map { answered in
            (answered, "Answered at \(time.moment(answered))" + (line.eventID.map { ": it is \($0)" } ?? ""))
        }
        let refused = line.refusedAt.map { refused in
            (refused, "Refused at \(time.moment(refused))" + (line.refusal.map { ": \($0)" } ?? ""))
        }
        return [refused, taken].compactMap { $0 }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func readers(of story: MessageStory) -> [String] {
        let readers = story.readers.filter { $0.userID != ownUserID && $0.userID != story.message.sender }
        guard !readers.isEmpty else { return ["By nobody else, as far as the server tells"] }
        return readers.map { reader in
            let when = reader.timestamp > 0 ? ", this or later, at \(time.moment(reader.timestamp))" : ""
            return names.name(of: reader.userID) + when
        }
    }

    private func section(_ title: DisplayText, _ lines: [String]) -> PageViewModel.Section {
        PageViewModel.Section(title: title, lines: lines.map { DisplayText(sanitizing: $0) })
    }
}
