import MatrixAPI
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct GuideMachineTests {
    private let script: GuideScript

    init() throws { script = try GuideScript.resource() }

    /// Returns the input that completes the machine's current step. A chat counts as created if the guide invites to
    /// it.
    private func goal(of machine: inout GuideMachine) -> GuideMachine.Input? {
        switch script.steps[machine.step].goal {
        case .sent: return .message(eventID: "$line\(machine.step)")
        case .replied: return .message(eventID: "$line\(machine.step)", isReply: true)
        case .joined:
            machine.invited(to: "!practice")
            return .joined(roomID: "!practice")
        case .openedHelp: return .openedHelp
        case .switchedChat: return .switchedChat
        case .none: return nil
        }
    }

    /// The machine at the beginning of each step.
    private var machines: [GuideMachine] {
        var machine = GuideMachine(script: script)
        _ = machine.handle(.began)
        var machines = [machine]
        while let input = goal(of: &machine), machines.count <= script.steps.count {
            _ = machine.handle(input)
            machines.append(machine)
        }
        return machines
    }

    @Test func followingTheGuideReachesEveryStep() {
        #expect(machines.map(\.step) == Array(script.steps.indices))
    }

    @Test func guideStartsOnce() {
        var machine = GuideMachine(script: script)
        #expect(!machine.handle(.began).isEmpty)
        #expect(machine.handle(.began).isEmpty)
    }

    @Test func messageIdentifiersAreUnique() {
        var machine = GuideMachine(script: script)
        var said = machine.handle(.began)
        while let input = goal(of: &machine) {
            // The help is opened once more than required, and a chat without an invitation is joined.
            said += machine.handle(.joined(roomID: "!other"))
            said += machine.handle(input)
        }
        let identifiers = said.compactMap { instruction -> String? in
            guard case .say(_, let identifier) = instruction else { return nil }
            return identifier
        }
        #expect(identifiers.count >= script.steps.map(\.say.count).reduce(0, +))
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test func guideHintsOnceForEachStep() {
        for var machine in machines where script.steps[machine.step].goal != .sent {
            let first = machine.handle(.message(eventID: "$a"))
            let second = machine.handle(.message(eventID: "$b"))
            #expect(first.first == .read(eventID: "$a"))
            #expect(first.count == (script.steps[machine.step].hint == nil ? 1 : 2))
            #expect(second == [.read(eventID: "$b")])
        }
    }

    @Test func unexpectedInputIsIgnored() {
        for machine in machines {
            for input in [GuideMachine.Input.joined(roomID: "!other"), .openedHelp, .switchedChat] {
                var machine = machine
                let expected = goal(of: &machine)
                if input != expected { #expect(machine.handle(input).isEmpty) }
            }
        }
    }

    @Test func savedStateResumesAtEveryStep() throws {
        for machine in machines {
            for var before in [machine, hinted(machine)] {
                var after = GuideMachine(script: script)
                after.restore(from: try JSONValue(parsing: before.json.serialized))
                #expect(after == before)
                if let input = goal(of: &before) {
                    _ = goal(of: &after)
                    #expect(after.handle(input) == before.handle(input))
                }
            }
        }
    }

    @Test(arguments: [Int64.max, Int64.min, 1_000, -7])
    func invalidSavedStepEndsTheGuideSilently(step: Int64) {
        var machine = GuideMachine(script: script)
        machine.restore(from: ["step": .integer(step)])
        for input in [GuideMachine.Input.message(eventID: "$a"), .openedHelp, .switchedChat, .joined(roomID: "!x")] {
            #expect(machine.handle(input).allSatisfy { if case .read = $0 { true } else { false } })
        }
    }

    private func hinted(_ machine: GuideMachine) -> GuideMachine {
        var machine = machine
        if script.steps[machine.step].goal != .sent { _ = machine.handle(.message(eventID: "$a")) }
        return machine
    }
}
