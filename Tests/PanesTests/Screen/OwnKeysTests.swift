import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests custom key bindings, which work wherever their action applies.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct OwnKeysTests {
    private static let key = Key(.function(20))

    private func screen(with action: ActionID, at context: PaneContext) -> TestScreen? {
        let test = TestScreen(width: 80, height: 24)
        test.screen.keyMap = KeyMap.with(overrides: [action.name: ["F20"]]).keyMap
        guard test.show(context) else { return nil }
        test.asked = []
        test.commands = []
        return test
    }

    @Test func actionWithoutDefaultKeyRunsOnItsCustomKey() throws {
        let test = TestScreen(width: 80, height: 24)
        test.screen.keyMap =
            KeyMap.with(overrides: ["try-now": ["F11"], "keep-contact": ["F10"], "leave-chat": ["M-z"]]).keyMap
        test.raiseConnection(status: "offline", tone: .bad)
        _ = test.text
        test.press(Key(.function(11)), Key(.function(10)))
        #expect(test.asked.suffix(2) == ["tryNow", "keepContact"])
        test.press(.meta("z"))
        #expect(test.footer.contains("Leave Guide?"))
    }

    /// An action makes a request, changes the screen, or shows a message. It is never silent in a context that the
    /// table lists.
    @Test(arguments: ActionID.allCases) func everyListedActionHasAVisibleEffect(action: ActionID) throws {
        let binding = try #require(KeyMap.standard.binding(action))
        for context in PaneContext.allCases where binding.panes.contains(context) && !Self.isMovement(binding) {
            guard let test = screen(with: action, at: context) else {
                Issue.record("no way to \(context)")
                continue
            }
            #expect(test.screen.context == context, "\(action) at \(context)")
            let before = test.screen.draw().text
            test.press(Self.key)
            let isSeen = test.screen.draw().text != before || !test.asked.isEmpty || !test.commands.isEmpty
            #expect(isSeen, "\(action) does nothing at \(context)")
        }
    }

    /// If a listed action were handled by no pane, the key would say that there is nothing to do.
    @Test(arguments: ActionID.allCases) func everyListedActionRunsOrGivesAReason(action: ActionID) throws {
        let binding = try #require(KeyMap.standard.binding(action))
        // The screen handles these before it asks a pane.
        guard ![.back, .chatByPlace].contains(action) else { return }
        for context in PaneContext.allCases where binding.panes.contains(context) {
            let test = try #require(screen(with: action, at: context), "no way to \(context)")
            let reason = test.screen.reason(against: action)
            #expect(test.screen.dispatch(action) || reason != nil, "nobody does \(action) at \(context)")
        }
    }

    /// Every action on the sample's message is unavailable. The menu shows the reason, and the key shows the same one.
    @Test(arguments: BindingTable.selection.map(\.id)) func unavailableActionOnAMessageGivesItsReason(
        action: ActionID
    ) throws {
        let test = try #require(screen(with: action, at: .selection), "no way to a selected message")
        let reason = try #require(test.screen.reason(against: action), "\(action) seems to be available")
        #expect(test.screen.dispatch(action), "nobody does \(action)")
        #expect(test.screen.footer.message == reason, "\(action) gives another reason")
    }

    /// At the end of a list a movement changes nothing on the screen.
    private static func isMovement(_ binding: ActionBinding) -> Bool {
        [.textFields, .reading].contains(binding.group) || movements.contains(binding.id)
    }

    static let movements: Set<ActionID> = [
        .screenUp, .screenDown, .firstMessage, .latestMessage, .selectOlder, .selectNewer, .selectPrevious, .selectNext,
        .selectScreenUp, .selectScreenDown, .selectFirst, .selectLast, .choosePrevious, .chooseNext, .chooseScreenUp,
        .chooseScreenDown, .completionNext, .completionPrevious, .nextField, .previousField, .nextPart, .previousPart,
        .back,
    ]
}
