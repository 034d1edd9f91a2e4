/// A value that changes and those who want to know: state, not a stream, so that only the newest value counts.
///
/// Owners are kept weakly; a subscription ends with its owner. What must be seen each time it happens (a bell, a notice) is
/// an effect and doesn't belong here.
@MainActor
package final class Event<Args> {
    private struct Subscription {
        weak var owner: AnyObject?
        let deliver: (AnyObject, Args) -> Void
    }

    private let clock: FrameClock
    private var subscriptions: [Subscription] = []
    /// As it was raised; `nil` before the first was built.
    package private(set) var newest: Args?
    /// What subscribers get in place of a value; `nil` where it is the value itself.
    package var presented: ((Args) -> Args)?
    private var pending: (() -> Args)?

    package init(clock: FrameClock) {
        self.clock = clock
    }

    /// How many living owners are subscribed.
    package var subscriberCount: Int { subscriptions.count { $0.owner != nil } }

    /// Calls `handler` with the newest value at once (where it is being made, with the next frame), and after each frame in
    /// which it was raised.
    package func subscribe<Owner: AnyObject>(_ owner: Owner, _ handler: @escaping (Owner, Args) -> Void) {
        subscriptions.removeAll { $0.owner == nil }
        subscriptions.append(
            Subscription(owner: owner) { anyOwner, value in
                guard let owner = anyOwner as? Owner else { return }
                handler(owner, value)
            })
        if pending == nil, let newest { handler(owner, presented?(newest) ?? newest) }
    }

    package func unsubscribe(_ owner: AnyObject) {
        subscriptions.removeAll { $0.owner == nil || $0.owner === owner }
    }

    /// Says that the value changed. `build` makes the new one when the next frame is due, unless a later raise replaces it.
    package func raise(_ build: @escaping () -> Args) {
        let isFirst = pending == nil
        pending = build
        // What waits for the next frame already is part of the answer now.
        if isFirst || clock.isAnswering { clock.enqueue { [weak self] in self?.deliver() } }
    }

    /// What subscribers get in place of the newest value is other, though the value is not.
    package func raiseAgain() {
        if pending == nil, let newest { raise { newest } }
    }

    private func deliver() {
        guard let build = pending else { return }
        pending = nil
        let value = build()
        newest = value
        let presented = presented?(value) ?? value
        subscriptions.removeAll { $0.owner == nil }
        for subscription in subscriptions {
            guard let owner = subscription.owner else { continue }
            subscription.deliver(owner, presented)
        }
    }
}
