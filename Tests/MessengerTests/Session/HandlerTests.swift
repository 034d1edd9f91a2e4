import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests when a handler builds: its input is the undo notice's number, and the name of the screen if that is needed.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class HandlerTests {
    private let state = SessionState(account: Account(userID: Story.ana, displayName: nil))
    private let clock = FrameClock()
    private var built: [Int] = []
    private var inputs = 0
    private let event: Event<Int>

    init() { event = Event(clock: clock) }

    private func handler() -> Handler {
        let handler = Handler(event, of: state) { [unowned self] in
            inputs += 1
            return state.undo.count
        } build: { [unowned self] in
            built.append($0)
            return $0
        }
        settle(handler)
        clock.deliver()
        return handler
    }

    private func settle(_ handler: Handler) { handler.stateChanged(state.takeChanges()) }

    private func change() { state.undo.did(.ignored(userID: Story.bo, true)) }

    @Test func changedSubjectBuildsOncePerFrame() {
        let handler = handler()
        for _ in 0..<3 {
            change()
            settle(handler)
        }
        #expect(built == [0])
        clock.deliver()
        #expect(built == [0, 3])
    }

    @Test func subjectsThatWereNotReadComputeNothing() {
        let handler = handler()
        let before = inputs
        state.composer.replace("text")
        settle(handler)
        #expect(inputs == before)
        #expect(!clock.isFrameNeeded)
    }

    @Test func equalInputBuildsNothing() {
        let handler = handler()
        state.undo.forget(.ignore(userID: Story.kim, true))
        let before = inputs
        settle(handler)
        #expect(inputs == before + 1)
        #expect(!clock.isFrameNeeded)
    }

    /// The state that a value was computed from is known even if that depends on the state.
    @Test func readSubjectsAreRecordedAnewEachTime() {
        var built: [String] = []
        let event = Event<String>(clock: clock)
        let handler = Handler(event, of: state) { [state] in
            state.navigation.screen == .share ? state.composer.text : "elsewhere"
        } build: {
            built.append($0)
            return $0
        }
        handler.stateChanged(state.takeChanges())
        clock.deliver()
        state.composer.replace("hidden")
        handler.stateChanged(state.takeChanges())
        #expect(!clock.isFrameNeeded)
        state.navigation.show(.share)
        handler.stateChanged(state.takeChanges())
        state.composer.replace("shown")
        handler.stateChanged(state.takeChanges())
        clock.deliver()
        #expect(built == ["elsewhere", "shown"])
    }

    @Test func keyThatChangesNothingHereDoesNotWaitForPendingData() {
        let handler = handler()
        change()
        settle(handler)
        clock.answer {
            // The key press writes to the subject, but changes nothing in it.
            state.undo.forget(.ignore(userID: Story.kim, true))
            settle(handler)
        }
        #expect(built == [0])
        clock.answer {
            change()
            settle(handler)
        }
        #expect(built == [0, 2])
    }

    @Test func inputIsNotComputedForEachEventOfAFrame() {
        let handler = handler()
        let before = inputs
        for _ in 0..<100 {
            change()
            settle(handler)
        }
        clock.deliver()
        #expect(inputs == before + 2)
        #expect(built == [0, 100])
    }

    @Test func keyIsToldFromDataThatCameAfterTheRaise() {
        let handler = handler()
        for _ in 0..<2 {
            change()
            settle(handler)
        }
        clock.answer {
            handler.catchUp()
            state.undo.forget(.ignore(userID: Story.kim, true))
            settle(handler)
        }
        #expect(built == [0])
        clock.deliver()
        #expect(built == [0, 2])
    }

    @Test func subjectThatIsNotOnScreenBuildsNothing() {
        let event = Event<Int>(clock: clock)
        let handler = Handler(event, of: state) { [state] in
            state.navigation.screen == .share ? state.undo.count : nil
        } build: {
            $0
        }
        handler.stateChanged(state.takeChanges())
        clock.deliver()
        #expect(event.newest == nil)
        state.navigation.show(.share)
        handler.stateChanged(state.takeChanges())
        clock.deliver()
        #expect(event.newest == 0)
    }
}
