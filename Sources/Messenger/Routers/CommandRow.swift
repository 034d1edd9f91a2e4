import Conversations

/// A row of the table of slash commands: all that the program knows of a command, except its name.
package struct CommandRow {
    typealias Performance = @MainActor (ComposerEventRouter, CommandCall) -> Void
    package typealias ListPerformance = @MainActor (ChatListEventRouter, _ argument: String) -> Void

    let title: String
    /// The argument that it can't do without; `nil` if it takes none.
    let argument: CommandArgument?
    let need: CommandNeed
    /// Whether the line becomes a message, for which the account needs the permission to write.
    let sendsMessage: Bool
    /// Performs the command in the open chat. It is `nil` for `/me`, which ``ComposedLine`` makes a message.
    let perform: Performance?
    /// Performs the command from the filter of the chat list; `nil` if the command needs an open chat.
    package let performInList: ListPerformance?

    init(
        _ title: String, argument: CommandArgument? = nil, need: CommandNeed = .nothing, sendsMessage: Bool = false,
        perform: Performance?, performInList: ListPerformance? = nil
    ) {
        self.title = title
        self.argument = argument
        self.need = need
        self.sendsMessage = sendsMessage
        self.perform = perform
        self.performInList = performInList
    }

    /// Creates the row of a command without an argument that does the same in a chat and in the chat list.
    init(
        _ title: String, need: CommandNeed = .nothing,
        everywhere perform: @escaping @MainActor (any SubjectRouter) -> Void
    ) {
        self.init(
            title, need: need,
            perform: { router, call in
                router.free(after: call)
                perform(router)
            },
            performInList: { router, _ in perform(router) })
    }
}

/// An argument that a command can't do without.
struct CommandArgument {
    /// An example, as in `@bo:example.org`.
    let example: String
    /// The message if it is missing.
    let complaint: String

    init(_ example: String, complaint: String) {
        self.example = example
        self.complaint = complaint
    }
}

/// The requirements of a command. They are checked before it is performed.
enum CommandNeed {
    case nothing
    /// The server inside this program.
    case builtInServer
    /// The account is a member of the open chat.
    case membership
    /// The account is a member with a power; the function returns the notice if it lacks it.
    case power(@MainActor (OwnPower) -> ComposerNotice?)
}

extension CommandNeed {
    /// The reason that a command with this need can't run now.
    @MainActor
    func refusal(for router: any SubjectRouter) -> ComposerNotice? {
        switch self {
        case .nothing: nil
        case .builtInServer: router.environment.sharing == nil ? .cantShare : nil
        case .membership: refusal(in: router.state) { _ in nil }
        case .power(let lack): refusal(in: router.state, lack)
        }
    }

    @MainActor
    private func refusal(in state: SessionState, _ lack: (OwnPower) -> ComposerNotice?) -> ComposerNotice? {
        guard let chat = state.chatList.openChat else { return nil }
        if chat.membership != .joined { return chat.isImported ? .isImported : .notInChat }
        return lack(state.power.own(in: chat))
    }
}
