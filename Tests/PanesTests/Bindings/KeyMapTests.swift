import Terminal
import Testing

@testable import Panes

@Suite(.timeLimit(.minutes(5))) struct KeyMapTests {
    private func problem(_ overrides: [String: [String]]) -> String {
        let problems = KeyMap.with(overrides: overrides).problems
        return problems.map { "\($0.action): \($0.message)" }.joined(separator: "\n")
    }

    @Test func keyNamesRoundTripForEveryBoundKey() {
        for key in BindingTable.all.flatMap({ $0.keys + $0.emptyComposerKeys }) {
            #expect(Key(name: key.name) == key, "\(key.name)")
        }
    }

    @Test func commonKeyNotationsAreParsed() {
        #expect(Key(name: "C-g") == .control("g"))
        #expect(Key(name: "^G") == .control("g"))
        #expect(Key(name: "M-Up") == Key(.up, .meta))
        #expect(Key(name: "page-up") == nil)
        #expect(Key(name: "PageUp") == Key(.pageUp))
        #expect(Key(name: "^I") == Key(.tab))
        #expect(Key(name: "M--") == .meta("-"))
        #expect(Key(name: "M-^N") == Key(.character("n"), [.meta, .control]))
        for nonsense in ["", "F", "F0", "F25", "M-", "^", "Hyper-x", "ab", "Shift-a", "^é"] {
            #expect(Key(name: nonsense) == (nonsense == "^" || nonsense == "F" ? .character(Character(nonsense)) : nil))
        }
    }

    @Test func overrideReplacesDefaultKeys() {
        let (map, problems) = KeyMap.with(overrides: ["new-chat": ["F11", "M-k"]])
        #expect(problems.isEmpty)
        #expect(map.action(for: Key(.function(11)), in: .chatList) == .newChat)
        #expect(map.action(for: Key(.function(4)), in: .chatList) == nil)
        #expect(map.binding(.newChat)?.keyNames == "F11, M-k, ^O n")
        #expect(map.binding(.catchUp) == KeyMap.standard.binding(.catchUp))
    }

    @Test func chatByPlaceKeysAreNumberedInConfiguredOrder() {
        let map = KeyMap.with(overrides: ["open": ["^E"], "chat-by-place": ["F11", "F12"]]).keyMap
        #expect(map.action(for: .control("e"), in: .chatList) == .open)
        #expect(map.action(for: Key(.enter), in: .chatList) == nil)
        #expect(map.action(for: Key(.function(12)), in: .composer) == .chatByPlace)
        #expect(map.place(of: Key(.function(12)), in: .composer) == 1)
        #expect(map.action(for: .meta("2"), in: .composer) == nil)
        #expect(map.action(for: .character("a"), in: .composer) == nil)
    }

    @Test func invalidOverridesAreReportedAndValidOnesApply() {
        let (map, problems) = KeyMap.with(overrides: ["new-chat": ["F99"], "catch-up": ["F12"], "catch": []])
        #expect(problems.map(\.action) == ["catch", "new-chat"])
        #expect(map.action(for: Key(.function(4)), in: .chatList) == .newChat)
        #expect(map.action(for: Key(.function(12)), in: .chatList) == .catchUp)
        #expect(problems[0].message == "there is no action “catch”, perhaps catch-up: confab-keys(7) lists them")
        #expect(problems[1].message == "“F99” is no key: write F4, ^G, M-c, PgUp, Tab or one character")
    }

    @Test func reservedTerminalKeysCannotBeBound() {
        for name in ["^B", "^S", "^Q", "^Z"] {
            #expect(problem(["new-chat": [name]]).hasPrefix("new-chat: \(name) can't be bound: "))
        }
    }

    @Test func printableKeyCannotBeBoundInATextField() {
        #expect(problem(["send": ["x"]]) == "send: x types itself while you write: add ^ or M-, or take a function key")
        #expect(problem(["accept": ["x"]]) == "")
    }

    @Test func conflictingKeyInOnePaneIsRejected() {
        #expect(problem(["new-chat": ["F7"]]).hasPrefix("new-chat: F7 is “Catch up"))
        #expect(problem(["open": ["F1"]]).hasPrefix("open: F1 is “Help” in the chat list: give help another key"))
        #expect(problem(["new-chat": ["F7"], "catch-up": ["F4"]]) == "")
        #expect(
            problem(["new-chat": ["^N"], "next-chat": []])
                == "next-chat: nothing else leads to “Next chat”: keep at least one key\n"
                + "new-chat: ^N is “Next chat” in the chat list: give next-chat another key")
    }

    @Test func lastKeyOfAnActionCannotBeRemoved() {
        #expect(problem(["send": []]) == "send: nothing else leads to “Send”: keep at least one key")
        #expect(problem(["help": []]) == "")
    }

    @Test func emptyOverridesYieldTheDefaultTable() {
        let (map, problems) = KeyMap.with(overrides: [:])
        #expect(problems.isEmpty)
        #expect(map.all == BindingTable.all)
    }
}
