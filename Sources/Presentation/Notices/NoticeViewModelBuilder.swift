import Engine
import MatrixCrypto
import Messenger
import ViewModels

/// Builds the notification line by priority: problems with the settings, verification, unsent messages, outcomes, new
/// messages.
struct NoticeViewModelBuilder: Equatable {
    let count: Int
    /// The names of the chats, the newest last.
    let names: [String]
    /// The last message; empty if it may not be shown.
    var said = NoticeModel.LastMessage()
    /// The problems in the settings file, in one line each.
    var problems: [String] = []
    /// The notification about unsent messages after a session ended for good.
    var unsent: DisplayText?
    /// The notification about a verification request, or the reminder to verify this device.
    var question: DisplayText?
    /// The outcome of a request, if the user has left the place where it was made.
    var outcome: DisplayText?
    /// Whether the outcome leads to a chat.
    var outcomeLeadsThere = false

    func build(goThere: @escaping @MainActor () -> Void, dismiss: @escaping @MainActor () -> Void) -> NoticeViewModel {
        if let first = problems.first {
            let text: DisplayText =
                problems.count > 1
                ? .words("notices.problems", ["first": first], count: problems.count) : DisplayText(sanitizing: first)
            return NoticeViewModel(
                text: text, goThere: .available(goThere),
                goThereText: problems.count > 1 ? .words("notices.shows-all") : .words("notices.shows-all-of-it"),
                opensPage: true,
                dismiss: .available(dismiss))
        }
        if let question {
            return NoticeViewModel(
                text: question, goThere: .available(goThere), goThereText: .words("notices.shows-what-is-asked"),
                asks: true, dismiss: .available(dismiss))
        }
        if let text = unsent {
            return NoticeViewModel(
                text: text, goThere: .available(goThere), goThereText: .words("notices.shows-where"), opensPage: true,
                dismiss: .available(dismiss))
        }
        if let outcome {
            return NoticeViewModel(
                text: outcome,
                goThere: outcomeLeadsThere ? .available(goThere) : .unavailable(.words("notices.leads-nowhere")),
                dismiss: .available(dismiss))
        }
        guard count > 0, !names.isEmpty else {
            let nothing = Action<Void>.unavailable(.words("notices.there-is-no-notice"))
            return NoticeViewModel(text: .empty, goThere: nothing, dismiss: nothing)
        }
        return NoticeViewModel(
            text: arrived, goThere: .available(goThere), tellsArrivals: true, dismiss: .available(dismiss))
    }

    /// Returns the last message, if it may be shown, and the other chats with new messages.
    private var arrived: DisplayText {
        let newest = names.reversed().prefix(3)
        let more = names.count > 3 ? ", …" : ""
        guard !said.text.isEmpty, let chat = newest.first else {
            return .words("notices.new", ["names": newest.joined(separator: ", ") + more], count: count)
        }
        var text = String(said.text.prefix(Self.longestText))
        if !said.namesChat { text = .words("notices.said", ["name": chat, "text": text]) }
        let others = newest.dropFirst().joined(separator: ", ") + more
        if count == 1 { return DisplayText(sanitizing: text) }
        if others.isEmpty { return .words("notices.said-last", ["text": text], count: count) }
        return .words("notices.said-last-among", ["text": text, "others": others], count: count)
    }

    /// The maximum length of a message's text, which has to fit in one line.
    private static let longestText = 200
}

extension NoticeViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let state = screen.state
        self.init(
            count: state.notice.count,
            names: state.notice.chatIDs.compactMap { state.chatList.chats[$0] }.map(Naming.chat),
            said: state.settings.settings.notices.shown == .text ? state.notice.newest : NoticeModel.LastMessage(),
            problems: state.settings.problems.map(\.message), unsent: state.login.unsentToTell?.notice,
            question: Self.question(state),
            outcome: state.notice.outcome.map { DisplayText(sanitizing: $0.notice.text) },
            outcomeLeadsThere: state.notice.outcome?.chatID != nil)
    }

    /// Returns the notification about a verification that is out of view or newly requested, or else the reminder to
    /// verify this device.
    @MainActor
    private static func question(_ state: SessionState) -> DisplayText? {
        let left = state.verification.left(for: state.navigation.screen)
        if let left, left.state.isGoingOn || left.state.isOver {
            return left.isOwn
                ? .words("verification.notice-of-own-device-left")
                : .words("verification.notice-of-person-left", ["name": state.nameWithID(of: left.userID)])
        }
        if let asked = left ?? state.verification.toTell {
            return asked.isOwn
                ? .words("verification.notice-of-own-device")
                : .words("verification.notice-of-person", ["name": state.nameWithID(of: asked.userID)])
        }
        return state.confirmationNotice
    }
}
