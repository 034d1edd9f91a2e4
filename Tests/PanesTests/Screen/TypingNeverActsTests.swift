import Terminal
import TestSeeds
import Testing
import ViewModels

@testable import Panes

/// Tests that typed text never triggers an action.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TypingNeverActsTests {
    /// Menus and lists opened by name run actions by typed letters, which is their purpose.
    private nonisolated static let places = PaneContext.allCases.filter { ![.menu, .fuzzyList, .prefix].contains($0) }

    private static let words = [
        "are you there?", "don't merge yet", "y", "yes", "why not", "d", "delete that", "a", "leave", "rename it", "и",
        "ты здесь?", "не сейчас", "да", "ы", "你好", "在吗？", "还没有", "p", "m", "archive", "r", "e", "/b", "n t i m", "Bo",
    ]

    private static func sentence(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...5, using: &random)
        let sentence = (0..<count).compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
        // A single letter is an answer if there is a question.
        return sentence.count == 1 ? sentence + "!" : sentence
    }

    @Test(arguments: places) func randomSentencesTriggerNoAction(place: PaneContext) {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let test = Stage(at: place)
            for _ in 0..<10 {
                let sentence = Self.sentence(&random)
                let selects = Int.random(in: 0..<3, using: &random) == 0
                if selects, place == .selection { test.screen.press(Key(.escape), Key(.up)) }
                if Bool.random(using: &random) {
                    test.screen.screen.handle(.paste(sentence))
                } else {
                    test.screen.type(sentence)
                }
                test.screen.frames.deliver()
                test.expectWritten(sentence)
                test.screen.press(Key(.enter))
                test.screen.clock.runAll()
                test.expectNothingDone(after: sentence)
            }
        }
    }

    /// A screen that records all possible actions.
    @MainActor
    private final class Stage {
        let screen = TestScreen(width: 80, height: 24)
        let place: PaneContext
        private var done: [String] = []

        init(at place: PaneContext) {
            self.place = place
            _ = screen.show(place)
            let note: (String) -> Action<Void> = { [weak self] word in .available { self?.done.append(word) } }
            let noteText: (String) -> Action<String> = { [weak self] word in .available { _ in self?.done.append(word) }
            }
            var item = Samples.item("Bo", "", "", isOpen: true)
            item.actions.pin = note("pin")
            item.actions.archive = note("archive")
            item.actions.mute = note("mute")
            item.actions.leave = note("leave")
            item.actions.ignore = note("ignore")
            item.actions.forget = note("forget")
            item.actions.rename = noteText("rename")
            screen.raiseChatList([item])
            var actions = MessageActions()
            actions.edit = note("edit")
            actions.delete = noteText("delete")
            actions.forward = noteText("forward")
            actions.withdraw = note("withdraw")
            screen.raiseChat(Samples.rows, actions: { _ in actions }, lastOwnRow: ChatRowID("m4"))
            screen.frames.deliver()
        }

        /// Expects the text in the field if there is one, or at its end if the field had text before.
        func expectWritten(_ sentence: String) {
            let told = screen.screen.chats.composer.editor.text
            let isInComposer = told.hasSuffix(sentence)
            let isInField = screen.lastTold.map { $0.hasSuffix(sentence) || sentence.hasSuffix($0) } ?? false
            let isAtInvitation = screen.screen.chats.invitation.written.editor.text.hasSuffix(sentence)
            // These panes have no field, and say so.
            if place == .devices || place == .chatDetails { return #expect(told.isEmpty) }
            // A password is hidden.
            if isInComposer || isInField || isAtInvitation || place == .login { return }
            let isSeen = screen.screen.draw().text.contains(String(sentence.suffix(4)))
            #expect(isSeen, "“\(sentence)” is lost at \(place)")
        }

        func expectNothingDone(after sentence: String) {
            #expect(done.isEmpty, "“\(sentence)” did \(done) at \(place)")
            let acts = screen.asked.filter { ["leaveChat", "accept", "decline", "remove", "notices"].contains($0) }
            #expect(acts.isEmpty, "“\(sentence)” did \(acts) at \(place)")
            done = []
            screen.asked = screen.asked.filter { ["leaveChat", "accept", "decline"].contains($0) == false }
        }
    }
}

extension TestScreen {
    /// The text that a field reported last.
    fileprivate var lastTold: String? {
        asked.last { asked in
            ["edited ", "filter ", "changed ", "filtered ", "name ", "named ", "send "].contains { asked.hasPrefix($0) }
        }.map { asked in String(asked[asked.index(after: asked.firstIndex(of: " ") ?? asked.startIndex)...]) }
    }
}
