import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatDetailsPaneTests {
    @MainActor
    private final class Record {
        var asked: [String] = []
        var drawn = 0
    }

    private let test = TestScreen(width: 80, height: 20)
    private let record = Record()

    private func show(
        _ count: Int = 3, field: Bool = false, rename: Action<Void>? = nil, topic: String = "green or black",
        role: String = "you, admin"
    ) {
        test.navigation = .chatDetails
        test.raiseNavigation()
        let record = record
        func action(_ name: String) -> Action<Void> { .available { record.asked.append(name) } }
        let typed = ChatDetailsViewModel.Field(
            prompt: "The chat's name:", text: "Tea", revision: 1, hint: "Enter gives it to the chat",
            changed: { record.asked.append("changed \($0)") }, save: .available { record.asked.append("save \($0)") },
            cancel: { record.asked.append("cancel") })
        let model = ChatDetailsViewModel(
            title: "Tea",
            facts: [.init("Topic", DisplayText(sanitizing: topic)), .init("Room ID", "!tea:example.org")],
            memberHeading: DisplayText(sanitizing: "\(count) members"), memberCount: count,
            member: { place in
                record.drawn += 1
                var moderation = ChatDetailsViewModel.Moderation()
                moderation.remove = .init(
                    why: "Why?", question: DisplayText(sanitizing: "Remove Member \(place)? y removes"),
                    perform: .available { record.asked.append("remove \(place) \($0)") })
                moderation.makeAdmin = .init(
                    question: "Make them an admin? y does", perform: .available { _ in record.asked.append("admin") })
                return .init(
                    name: DisplayText(sanitizing: "Member \(place)"),
                    detail: DisplayText(sanitizing: "@m\(place):example.org"),
                    role: DisplayText(sanitizing: place == 0 ? role : ""),
                    moderation: moderation, startChat: action("chat \(place)"),
                    verify: action("verify \(place)"))
            },
            shouldShowBusy: false, busyText: "", shouldShowError: false, errorText: "", field: field ? typed : nil,
            rename: rename ?? action("rename"), setTopic: action("topic"), invite: action("invite"),
            changeNotices: action("notices"), encrypt: action("encrypt"),
            back: { record.asked.append("back") })
        test.events.chatDetails.raise { model }
        _ = test.text
    }

    /// Without a selected member the menu shows a reason against the verification. With one it must not.
    @Test func menuOffersVerificationForSelectedMember() {
        show()
        test.press(.control("o"), .character("u"))
        #expect(test.text.contains("Compare emoji with the person in this chat –"))
        test.press(Key(.escape), Key(.down))
        test.press(.control("o"), .character("u"))
        #expect(!test.text.contains("Compare emoji with the person in this chat –"))
    }

    @Test func membersAreListedBelowChatFacts() {
        show()
        test.press(Key(.down), Key(.down))
        #expect(
            test.lines.prefix(8).joined(separator: "\n") == """
                 Confab  ana                                                  online · 3 unread
                  Tea

                  Topic    green or black
                  Room ID  !tea:example.org

                  3 members
                  Member 0                you, admin        @m0:example.org
                """)
        #expect(test.lines[8] == "› Member 1                                  @m1:example.org")
    }

    @Test(arguments: [(80, 26), (40, 13)])
    func userIDsAlignInAColumnBesideALongRole(width: Int, textStart: Int) {
        test.resize(width: width, height: 20)
        show(role: "admin, unverified device")
        let members = test.lines.filter { $0.contains("Member ") }.map { Array($0) }
        let role = "admin, unverified device"
        #expect(members.count == 3 && String(members[0].dropFirst(textStart).prefix(role.count)) == role)
        let column = textStart + role.count + 2
        for line in members.dropFirst() {
            #expect(line.dropFirst(textStart).prefix(column - textStart).allSatisfy { $0 == " " })
            #expect(line.count > column || width == 40)
        }
    }

    @Test func onlyVisibleRowsOfFiveThousandMembersAreDrawn() {
        show(5_000)
        record.drawn = 0
        test.press(Key(.end))
        #expect(test.text.contains("› Member 4999"))
        #expect(record.drawn <= 60)
    }

    private func act(_ letter: Character) { test.press(Key(.enter), .character(letter)) }

    @Test func enterShowsALetterMenu() {
        show()
        for letter in "ntimc" { act(letter) }
        #expect(record.asked == ["rename", "topic", "invite", "notices"])
        #expect(test.footer.contains("Choose somebody"))
        test.press(Key(.down))
        act("c")
        #expect(record.asked.last == "chat 0")
    }

    @Test func removingAMemberAsksForReasonAndConfirmation() {
        show()
        test.press(Key(.down), Key(.down))
        act("r")
        #expect(test.text.contains("Why?"))
        test.type("spam")
        test.press(Key(.enter))
        #expect(test.footer.contains("Remove Member 1"))
        test.press(Key(.escape))
        #expect(record.asked.isEmpty)
        act("r")
        test.type("spam")
        test.press(Key(.enter))
        test.answer("y")
        #expect(record.asked == ["remove 1 spam"])
    }

    @Test func makingAnAdminAsksForConfirmation() {
        show()
        act("a")
        #expect(test.footer.contains("Choose somebody"))
        test.press(Key(.down))
        act("a")
        #expect(test.footer.contains("Make them an admin?"))
        test.answer("y")
        #expect(record.asked == ["admin"])
    }

    @Test func unavailableReasonIsShownInTheFooter() {
        show(rename: .unavailable("You have not the power"))
        act("n")
        #expect(test.footer.contains("You have not the power"))
    }

    @Test func fieldAcceptsTextAndEscapeClosesIt() {
        show(field: true)
        test.type("!")
        #expect(test.text.contains("› Tea!"))
        test.press(Key(.enter), Key(.escape))
        #expect(record.asked == ["changed Tea!", "save Tea!", "cancel"])
    }

    @Test(arguments: [(80, 20), (40, 10), (20, 5)]) func longTopicCanBeExpandedAndScrolled(width: Int, height: Int) {
        let words = (0..<120).map { "word\($0)" }
        test.resize(width: width, height: height)
        show(topic: words.joined(separator: " "))
        act("w")
        var seen: Set<Substring> = []
        for _ in 0..<200 {
            seen.formUnion(test.text.split { $0.isWhitespace || $0.isNewline })
            test.press(Key(.down))
        }
        #expect(words.allSatisfy { seen.contains(Substring($0)) })
        #expect(test.text.contains("› Member 2"))
        act("w")
        #expect(!test.text.contains("word119"))
    }

    @Test func expandingUncutTextReportsNothingHidden() {
        show()
        act("w")
        #expect(test.footer.contains("All of it is on the screen"))
    }

    @Test func encryptingTheChatAsksForConfirmation() {
        show()
        act("e")
        #expect(test.text.contains("Encrypt this chat?"))
        test.press(Key(.enter))
        #expect(record.asked == [])
        test.answer("y")
        #expect(record.asked == ["encrypt"])
    }

    @Test func typedTextDoesNotReachTheComposer() {
        show()
        test.type("h")
        test.screen.handle(.paste("a password"))
        #expect(record.asked.isEmpty && test.text.contains("There is no field to write in here"))
        #expect(test.screen.chats.composer.editor.isEmpty)
    }

    @Test func escapeGoesBack() {
        show()
        test.press(Key(.escape))
        #expect(record.asked == ["back"])
    }

    @Test func chatDetailsFitAnySize() {
        show(30)
        for (width, height) in [(20, 5), (40, 10), (80, 24), (120, 40)] {
            test.resize(width: width, height: height)
            test.press(Key(.down), Key(.pageDown), Key(.pageUp), Key(.pageUp))
            #expect(test.lines.count == height)
            #expect(test.lines.allSatisfy { TextWidth.columns($0) <= width })
        }
    }

    @Test func smallScreenScrollsThroughTheFacts() {
        test.resize(width: 40, height: 10)
        show(30)
        #expect(test.text.contains("Tea"))
        for _ in 0..<8 { test.press(Key(.down)) }
        #expect(test.text.contains("› Member"))
        test.press(Key(.home))
        #expect(test.text.contains(" Tea"))
    }
}
