import MatrixAPI
import Panes
import Testing

@testable import Confab

/// Tests the guide's replies after the end of the tour, and its greeting on a return.
@Suite(.timeLimit(.minutes(5))) struct GuideFindsTests {
    private let script: GuideScript
    private var machine: GuideMachine

    /// Starts at the end of the tour.
    init() throws {
        script = try GuideScript.resource()
        machine = GuideMachine(script: script)
        machine.restore(from: ["step": .integer(Int64(script.steps.count - 1))])
    }

    private func said(_ instructions: [GuideMachine.Instruction]) -> [String] {
        instructions.compactMap { instruction in
            guard case .say(let text, _) = instruction else { return nil }
            return text
        }
    }

    private mutating func ask(_ text: String, _ number: Int = 1) -> String? {
        said(machine.handle(.message(eventID: "$\(number)", text: text))).first
    }

    @Test mutating func askingForMoreListsFeaturesOneByOne() throws {
        var told: [String] = []
        for number in script.finds.indices { told += [ask("What else?", number)].compactMap(\.self) }
        #expect(told == script.finds.map { GuideKeys.standard.filled($0.say) })
        let nothingLeft = try #require(script.nothingLeft)
        let last = ask("what's next?")
        #expect(last == GuideKeys.standard.filled(nothingLeft))
    }

    @Test mutating func featuresAlreadyUsedAreSkipped() throws {
        _ = machine.handle(.found(.reply))
        _ = machine.handle(.found(.edit))
        let known = ["reply", "edit"]
        let next = try #require(script.finds.first { !known.contains($0.id) })
        let said = ask("more")
        #expect(said == GuideKeys.standard.filled(next.say))
        var again = GuideMachine(script: script)
        again.restore(from: try JSONValue(parsing: machine.json.serialized))
        #expect(again == machine)
    }

    @Test mutating func featuresUsedByKeyInAnyChatAreSkipped() throws {
        for action in [ActionID.reply, .editLast, .react, .newLine, .muteChat] {
            #expect(machine.isNews(action), "\(action)")
            _ = machine.handle(.did(action))
            #expect(!machine.isNews(action), "\(action)")
        }
        #expect(!machine.isNews(.send))
        let known = ["reply", "edit", "react", "lines", "quiet"]
        for find in script.finds where !known.contains(find.id) {
            let said = ask("more")
            #expect(said == GuideKeys.standard.filled(find.say))
        }
    }

    @Test func discoveryTriggersAreValidActions() {
        for find in script.finds {
            for name in find.foundBy { #expect(ActionID(name: name) != nil, "\(find.id): \(name)") }
        }
    }

    @Test mutating func askingForMoreDuringTheTourRepeatsItsHint() throws {
        machine.restore(from: ["step": 1])
        let hint = try #require(script.steps[1].hint)
        let said = ask("help")
        #expect(said == GuideKeys.standard.filled(hint))
        #expect(machine.step == 1)
    }

    @Test func everyDiscoveryIsInTheScriptOrTour() {
        let told = Set(script.finds.map(\.id)).union(["help", "chats"])
        #expect(GuideDiscovery.allCases.allSatisfy { told.contains($0.rawValue) })
        #expect(Set(script.finds.map(\.id)).count == script.finds.count)
    }

    @Test func answersNameTheBoundKeys() {
        let keys = GuideKeys(KeyMap.with(overrides: ["help": ["F12"]]).keyMap)
        #expect(keys.filled("{key.help} shows all, {key.next-chat} goes on") == "F12 shows all, ^N goes on")
        let answer = GuideAnswers(script: script, keys: keys).answer(to: "how do I open the help screen?")
        #expect(answer?.contains("F1,") != true)
    }

    @Test func scriptKeyPlaceholdersAreValid() {
        let texts =
            script.steps.flatMap { $0.say + [$0.hint ?? ""] } + script.topics.map(\.say) + script.finds.map(\.say)
            + [script.nothingLeft ?? "", script.comeback ?? "", script.declining ?? ""]
        for text in texts {
            let names = text.matches(of: #/\{key\.([a-z-]+)\}/#).map { String($0.1) }
            for name in names {
                #expect(ActionID(name: name) != nil, "\(text)")
                #expect(GuideKeys.standard.filled("{key.\(name)}").isEmpty == false, "\(text)")
            }
            #expect(!GuideKeys.standard.filled(text).contains("{"), "\(text)")
        }
    }

    @Test mutating func reinvitedGuideJoinsTheNewChat() {
        let instructions = machine.handle(.calledBack(roomID: "!new"))
        #expect(instructions.first == .come(roomID: "!new"))
        #expect(said(instructions) == [script.comeback])
    }

    @Test mutating func guideDeclinesOtherInvitationsWithAReason() {
        let instructions = machine.handle(.invitedElsewhere(roomID: "!other"))
        guard case .decline("!other", let reason)? = instructions.first, instructions.count == 1 else {
            Issue.record("\(instructions)")
            return
        }
        #expect(reason.contains("F1"))
    }

    @Test func readingPauseGrowsWithLengthUpToALimit() {
        let lines = [0, 20, 80, 200, 5_000].map { String(repeating: "x", count: $0) }
        let pauses = lines.map(GuidePace.reading)
        #expect(pauses == pauses.sorted() && pauses[1] < pauses[2])
        #expect(pauses.allSatisfy { $0 <= 4_000 })
        #expect(lines.map(GuidePace.typing).allSatisfy { $0 <= 1_500 })
    }

    @Test func eventsRevealDiscoveredFeatures() {
        func found(_ type: String, _ content: JSONValue) -> [GuideDiscovery] {
            MatrixEvent(json: ["type": .string(type), "content": content, "event_id": "$a", "sender": "@a:b"])
                .map(GuideDiscovery.all) ?? []
        }
        #expect(found("m.reaction", ["m.relates_to": ["key": "+"]]) == [.react])
        #expect(found("m.room.message", ["body": "* b", "m.relates_to": ["rel_type": "m.replace"]]) == [.edit])
        #expect(found("m.room.message", ["body": "a\nb"]) == [.lines])
        #expect(
            found("m.room.message", ["body": "a", "m.relates_to": ["m.in_reply_to": ["event_id": "$b"]]]) == [.reply])
        #expect(found("m.room.message", ["body": "a"]).isEmpty)
        #expect(found("m.room.topic", ["topic": "a"]).isEmpty)
    }
}
