import Terminal
import Testing

@testable import Panes

@Suite(.timeLimit(.minutes(5))) struct BindingTableTests {
    @Test(arguments: PaneContext.allCases) func noTwoActionsInOnePaneShareAKey(pane: PaneContext) {
        var actions: [Key: ActionID] = [:]
        for binding in BindingTable.all {
            for key in binding.keys(in: pane) {
                #expect(actions[key] == nil, "\(key.name) is \(binding.id) and \(String(describing: actions[key]))")
                actions[key] = binding.id
            }
        }
    }

    @Test(arguments: PaneContext.allCases) func menuLettersAreUniqueWithinAPane(pane: PaneContext) {
        let letters = KeyMap.standard.menu(for: pane).flatMap(\.menuLetters)
        #expect(Set(letters).count == letters.count)
        for letters in letters {
            #expect((1...2).contains(letters.count), "\(letters)")
            let group = letters.first.flatMap(MenuGroup.init(rawValue:))
            #expect((letters.count == 2) == (group != nil), "\(letters) collides with a group, or has none")
        }
    }

    @Test func actionsAreNamedAsInTheConfigurationFile() {
        #expect(ActionID.newChat.name == "new-chat")
        #expect(ActionID.killBlankWordBack.name == "kill-blank-word-back")
        for action in ActionID.allCases { #expect(ActionID(name: action.name) == action) }
        #expect(ActionID(name: "newChat") == nil)
    }

    @Test func bindingTableListsEveryActionOnce() {
        #expect(
            BindingTable.all.map(\.id).sorted { $0.rawValue < $1.rawValue }
                == ActionID.allCases.sorted { $0.rawValue < $1.rawValue })
    }

    @Test func everyActionIsReachableWithoutMetaAndFunctionKeys() {
        for binding in BindingTable.all {
            // Actions behind the prefix ^X can be reached without these keys as well.
            let others = binding.emptyComposerKeys + binding.prefixedKeys
            let plain = (binding.keys + others).filter { key in
                if case .function = key.code { return false }
                return !key.modifiers.contains(.meta)
            }
            #expect(!plain.isEmpty || !binding.menuLetters.isEmpty, "\(binding.id)")
        }
    }

    @Test func controlOOpensTheMenuOutsideOverlays() {
        for pane in Set<PaneContext>.everywhere {
            #expect(KeyMap.standard.action(for: .control("o"), in: pane) == .menu)
        }
    }

    @Test func tmuxAndFlowControlKeysAreUnbound() {
        let keys = BindingTable.all.flatMap { $0.keys + $0.emptyComposerKeys }
        for character in "bsq" { #expect(!keys.contains(.control(character))) }
    }

    @Test func printableKeysAreBoundOnlyInLetteredPanes() {
        for pane in Set<PaneContext>.all.subtracting(.lettered) {
            for binding in BindingTable.all {
                for key in binding.keys(in: pane) where key.modifiers.isEmpty {
                    if case .character = key.code { Issue.record("\(key.name) is \(binding.id) in \(pane)") }
                }
            }
        }
    }

    @Test func homeAndEndScrollMessagesWhileComposerIsEmpty() {
        #expect(KeyMap.standard.action(for: Key(.home), in: .emptyComposer) == .firstMessage)
        #expect(KeyMap.standard.action(for: Key(.home), in: .composer) == .lineStart)
        #expect(KeyMap.standard.action(for: Key(.end), in: .emptyComposer) == .latestMessage)
        #expect(KeyMap.standard.action(for: Key(.end), in: .composer) == .lineEnd)
    }

    @Test func keysAreNamedAsInTheManual() {
        #expect(Key.control("o").name == "^O")
        #expect(Key.meta("c").name == "M-c")
        #expect(Key(.function(1)).name == "F1")
        #expect(Key(.pageUp).name == "PgUp")
        #expect(Key(.tab, .shift).name == "Shift-Tab")
        #expect(Key(.backspace, .meta).name == "M-DEL")
        #expect(Key(.enter, .meta).name == "M-Enter")
        #expect(Key(.down, .meta).name == "M-↓")
        #expect(KeyMap.standard.binding(.chatByPlace)?.keyNames == "M-1 … M-9, ^O 1 … ^O 9")
        #expect(KeyMap.standard.binding(.catchUp)?.keyNames == "F7, M-a, ^O a")
    }

    @Test(arguments: PaneContext.allCases) func helpListsEveryActionOnceStartingWithThisPane(pane: PaneContext) {
        let sections = KeyMap.standard.helpSections(for: pane)
        #expect(sections.reduce(0) { $0 + $1.rows.count } == BindingTable.all.count)
        if let first = sections.first, pane != .confirmation { #expect(first.title == pane.title) }
    }

    @Test(arguments: PaneContext.allCases) func everyPaneHasFooterHints(pane: PaneContext) {
        #expect(!KeyMap.standard.footer(for: pane).isEmpty)
    }
}
