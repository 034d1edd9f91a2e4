import Testing

@testable import ViewModels

@MainActor
@Suite(.timeLimit(.minutes(5))) struct EventTests {
    /// Records its values.
    private final class Owner {
        var values: [Int] = []
    }

    private let clock = FrameClock()
    private let event: Event<Int>

    init() { event = Event(clock: clock) }

    private func subscribed() -> Owner {
        let owner = Owner()
        event.subscribe(owner) { $0.values.append($1) }
        return owner
    }

    @Test func newSubscriberGetsNewestValueAtOnce() {
        event.raise { 1 }
        event.raise { 2 }
        clock.deliver()
        #expect(subscribed().values == [2])
    }

    @Test func subscriberBeforeFrameGetsValueOnce() {
        event.raise { 1 }
        let owner = subscribed()
        #expect(owner.values == [])
        clock.deliver()
        #expect(owner.values == [1])
    }

    @Test func unchangedValueIsNotDelivered() {
        event.raise { 1 }
        clock.deliver()
        let owner = subscribed()
        event.raise { nil }
        clock.deliver()
        #expect(owner.values == [1])
        #expect(event.newest == 1)
    }

    @Test func subscriberBeforeFrameGetsValueThatDidNotChange() {
        event.raise { 1 }
        clock.deliver()
        event.raise { nil }
        let owner = subscribed()
        clock.deliver()
        #expect(owner.values == [1])
    }

    @Test func valueToPresentAgainIsDeliveredThoughItDidNotChange() {
        event.raise { 1 }
        clock.deliver()
        let owner = subscribed()
        event.presented = { $0 * 10 }
        event.raise { nil }
        event.raiseAgain()
        clock.deliver()
        #expect(owner.values == [1, 10])
    }

    @Test func manyRaisesPerFrameBuildAndDeliverOnce() {
        let owner = subscribed()
        var built = 0
        for number in 0..<10_000 {
            event.raise {
                built += 1
                return number
            }
        }
        clock.deliver()
        #expect(built == 1)
        #expect(owner.values == [9_999])
    }

    @Test func frameIsRequestedOnce() {
        var asked = 0
        clock.onFrameNeeded = { asked += 1 }
        for number in 0..<100 { event.raise { number } }
        #expect(asked == 1)
        #expect(clock.isFrameNeeded)
        clock.deliver()
        #expect(!clock.isFrameNeeded)
        event.raise { 1 }
        #expect(asked == 2)
    }

    @Test func subscriberIsNotRetained() {
        var owner: Owner? = subscribed()
        weak let kept = owner
        #expect(event.subscriberCount == 1)
        owner = nil
        #expect(kept == nil)
        #expect(owner == nil)
        #expect(event.subscriberCount == 0)
        event.raise { 1 }
        clock.deliver()
    }

    @Test func unsubscribedOwnerGetsNothing() {
        let owner = subscribed()
        event.unsubscribe(owner)
        event.raise { 1 }
        clock.deliver()
        #expect(owner.values == [])
    }

    @Test func eventRaisedDuringDeliveryIsDelivered() {
        let owner = Owner()
        event.subscribe(owner) { [event] owner, value in
            owner.values.append(value)
            if value < 3 { event.raise { value + 1 } }
        }
        event.raise { 1 }
        clock.deliver()
        #expect(owner.values == [1, 2, 3])
    }

    @Test func eventCycleContinuesInNextFrame() {
        let owner = Owner()
        event.subscribe(owner) { [event] owner, value in
            owner.values.append(value)
            event.raise { value + 1 }
        }
        event.raise { 1 }
        var asked = 0
        clock.onFrameNeeded = { asked += 1 }
        clock.deliver()
        #expect(owner.values.count == 100)
        #expect(asked == 1)
    }

    @Test func twoEventsShareAFrame() {
        let other = Event<Int>(clock: clock)
        let owner = subscribed()
        other.subscribe(owner) { $0.values.append(-$1) }
        event.raise { 1 }
        other.raise { 2 }
        clock.deliver()
        #expect(owner.values == [1, -2])
    }

    @Test func pendingEventDoesNotDelayImmediateDelivery() {
        let other = Event<Int>(clock: clock)
        let owner = subscribed()
        other.subscribe(owner) { $0.values.append(-$1) }
        event.raise { 1 }
        clock.answer { other.raise { 2 } }
        #expect(owner.values == [-2])
        #expect(clock.isFrameNeeded)
        clock.deliver()
        #expect(owner.values == [-2, 1])
    }

    @Test func pendingEventRaisedAgainIsDeliveredOnce() {
        let owner = subscribed()
        var asked = 0
        clock.onFrameNeeded = { asked += 1 }
        event.raise { 1 }
        clock.answer {
            event.raise { 2 }
            event.raise { 3 }
        }
        #expect(owner.values == [3])
        clock.deliver()
        #expect(owner.values == [3])
        #expect(asked == 1)
    }

    @Test func eventsCausedByAnswerAreDeliveredWithIt() {
        let owner = Owner()
        event.subscribe(owner) { [event] owner, value in
            owner.values.append(value)
            if value < 3 { event.raise { value + 1 } }
        }
        clock.answer { event.raise { 1 } }
        #expect(owner.values == [1, 2, 3])
        #expect(!clock.isFrameNeeded)
    }

    @Test func eventCycleInAnswerContinuesInNextFrame() {
        let owner = Owner()
        event.subscribe(owner) { [event] owner, value in
            owner.values.append(value)
            event.raise { value + 1 }
        }
        var asked = 0
        clock.onFrameNeeded = { asked += 1 }
        clock.answer { event.raise { 1 } }
        #expect(owner.values.count == 100)
        #expect(asked == 1)
        #expect(clock.isFrameNeeded)
    }

    @Test func presentedValueReplacesRaisedValue() {
        let before = subscribed()
        event.presented = { $0 * 10 }
        event.raise { 1 }
        clock.deliver()
        #expect(before.values == [10])
        #expect(subscribed().values == [10])
        #expect(event.newest == 1)
    }

    @Test func changedPresentationIsDeliveredAgain() {
        let owner = subscribed()
        event.raiseAgain()
        clock.deliver()
        #expect(owner.values == [])
        event.raise { 1 }
        clock.deliver()
        event.presented = { $0 * 10 }
        event.raiseAgain()
        clock.deliver()
        #expect(owner.values == [1, 10])
    }
}
