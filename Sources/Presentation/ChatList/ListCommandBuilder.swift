import Engine
import Messenger
import ViewModels

/// Parses slash commands that are typed into the filter of the chat list, which works without an open chat.
struct ListCommandBuilder {
    let queue: EventQueue

    /// The commands that need no open chat.
    static let offered = SlashCommand.allCases.filter { $0.row.performInList != nil }

    /// - Parameter text: as it was typed, with its slash.
    /// - Returns: `nil` if the text is neither a command nor the beginning of one.
    @MainActor
    func build(_ text: String) -> ListCommandViewModel? {
        switch ComposedLine(text: text, isConfirmed: false, isEncrypted: false) {
        case .command(let command, let argument):
            guard Self.offered.contains(command) else { return needingChat(command) }
            return ListCommandViewModel(
                text: .words("chat-list.enter-runs", ["command": command.title]),
                run: .available { [queue] in queue.post(ChatListEvent.commanded(command, argument: argument)) })
        case .incomplete(let command):
            guard Self.offered.contains(command), let complaint = command.complaint else { return needingChat(command) }
            return ListCommandViewModel(unavailable: DisplayText(sanitizing: complaint))
        case .message(_, isEmote: true): return needingChat(.me)
        case .unknownCommand(let name):
            guard SlashCommand.allCases.contains(where: { $0.name.hasPrefix(name) }) else { return nil }
            let names = Self.offered.map(\.name).joined(separator: " ")
            return ListCommandViewModel(unavailable: .words("chat-list.commands-here", ["commands": names]))
        case .nothing, .tooLong, .message: return nil
        }
    }

    private func needingChat(_ command: SlashCommand) -> ListCommandViewModel {
        ListCommandViewModel(unavailable: .words("chat-list.command-needs-chat", ["command": command.name]))
    }
}
