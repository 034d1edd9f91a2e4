import Conversations
import MatrixAPI
import ViewModels

/// Tells what became of a message: on this device, at the server, with those who read it; and shows its source.
struct StoryPageBuilder {
    let message: PlacedMessage?
    /// Where it is no event yet.
    let line: OutboxLine?
    let names: MemberNames
    let readPositions: [String: Int64]
    let ownUserID: String
    let time: TimeText

    func build() -> PageViewModel {
        var sections: [PageViewModel.Section] = []
        if let message { sections += told(message) }
        if let line, message == nil { sections += told(line) }
        return PageViewModel(title: "The story of a message", sections: sections)
    }

    private func told(_ placed: PlacedMessage) -> [PageViewModel.Section] {
        let message = placed.message
        var said = [
            "Written by \(names.name(of: message.sender)), \(message.sender)",
            "At the server since \(time.moment(message.timestamp)), as \(message.eventID)",
        ]
        if let id = message.transactionID { said.append("Sent from this device, as transaction \(id)") }
        if message.isEdited { said.append("Edited: what is shown are the newest words") }
        if message.isRemoved { said.append("Removed: the server keeps no words of it") }
        var sections = [section("", said), section("Read", readers(of: placed))]
        if !message.reactions.isEmpty {
            sections.append(
                section(
                    "Reactions",
                    message.reactions.map { reaction in
                        "\(reaction.key)  \(Naming.list(reaction.givers.map { names.name(of: $0.userID) }))"
                    }))
        }
        sections.append(section("Source", SourceText.lines(of: message.source)))
        return sections
    }

    private func told(_ line: OutboxLine) -> [PageViewModel.Section] {
        var said = ["Accepted on this device, and on its disk, at \(time.moment(line.acceptedAt))"]
        switch line.state {
        case .queued:
            said.append(
                line.mayHaveLeft ? "Sent to the server, which has not answered yet" : "Waits for its turn to be sent")
        case .sent(let eventID): said.append("The server took it as \(eventID); it has not shown it yet")
        case .failed(let reason): said.append("The server refused it: \(reason)")
        }
        said.append("Its transaction is \(line.id)")
        return [section("", said), section("Source", SourceText.lines(of: line.content))]
    }

    private func readers(of placed: PlacedMessage) -> [String] {
        let readers = readPositions.filter { $0.key != ownUserID && $0.value >= placed.position }.map(\.key).sorted()
        return readers.isEmpty ? ["By nobody else, as far as the server tells"] : readers.map(names.name)
    }

    private func section(_ title: DisplayText, _ lines: [String]) -> PageViewModel.Section {
        PageViewModel.Section(title: title, lines: lines.map { DisplayText(sanitizing: $0) })
    }
}
