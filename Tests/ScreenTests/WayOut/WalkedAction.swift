import Panes

extension ActionBinding {
    /// Whether the action opens or starts something that Esc has to leave.
    ///
    /// All actions do except the listed ones, so that a new action can't be forgotten.
    var leadsSomewhere: Bool {
        group != .textFields && group != .reading && !Self.movements.contains(id) && !Self.acts.contains(id)
            && !Self.departures.contains(id)
    }

    /// The actions that move within the open pane.
    private static let movements: Set<ActionID> = [
        .back, .selectPrevious, .selectNext, .selectScreenUp, .selectScreenDown, .selectFirst, .selectLast,
        .choosePrevious, .chooseNext, .chooseScreenUp, .chooseScreenDown, .nextField, .previousField, .nextPart,
        .previousPart, .completionNext, .completionPrevious, .olderOwnLine, .newerOwnLine, .screenUp, .screenDown,
        .firstMessage, .latestMessage, .selectNewer, .focusChat, .newLine, .complete,
        .suggestSpelling,
    ]

    /// The actions that take effect at once. They are reversed by a separate action or not at all.
    private static let acts: Set<ActionID> = [
        .send, .accept, .acceptAtOnce, .decline, .start, .submitLogin, .confirm, .refuse, .answer, .create, .addMember,
        .saveContact, .saveName,
        .saveField, .switchPlace, .switchEncryption, .pinChat, .muteChat, .mentionsOnly, .archiveChat, .markUnread,
        .changeNotices, .admitMember,
        .redraw, .reloadDevices, .stopFile,
    ]

    /// The actions that lead to another chat, to another program, or out of this one.
    private static let departures: Set<ActionID> = [
        .open, .openFound, .openContact, .chatWithMember, .nextChat, .previousChat, .chatByPlace, .catchUp,
        .lastVisited,
        .goToNotice, .editExternally, .suspend, .quit,
    ]

    /// Returns the keys for the action in a pane, by their names.
    func keys(in pane: PaneContext) -> String? {
        if let key = keys(in: pane).first { return key.name }
        return menuLetters.first.map { letters in (["^O"] + letters.map(String.init)).joined(separator: " ") }
    }
}
