/// A value that changes, with its subscribers. It is a state, not a stream, so that only the newest value counts.
///
/// Owners are referenced weakly; a subscription ends with its owner. An effect that must be seen each time it happens
/// (a bell, a notice) doesn't belong here.
@MainActor
package final class Event<Args> {
    private struct Subscription {
        weak var owner: AnyObject?
        let deliver: (AnyObject, Args) -> Void
    }

    private let clock: FrameClock
    private var subscriptions: [Subscription] = []
    /// The value as raised; `nil` before the first was built.
    package private(set) var newest: Args?
    /// Returns the value for subscribers in place of the original; `nil` if they get the original.
    package var presented: ((Args) -> Args)?
    private var pending: (() -> Args?)?
    /// Whether the newest value is delivered again with the next frame.
    private var presentsAgain = false

    package init(clock: FrameClock) {
        self.clock = clock
    }

    /// The number of living owners with a subscription.
    package var subscriberCount: Int { subscriptions.count { $0.owner != nil } }

    /// Calls `handler` with the newest value at once, and after each frame in which the value was raised. If a value
    /// is pending, the first call is with the next frame.
    package func subscribe<Owner: AnyObject>(_ owner: Owner, _ handler: @escaping (Owner, Args) -> Void) {
        subscriptions.removeAll { $0.owner == nil }
        subscriptions.append(
            Subscription(owner: owner) { anyOwner, value in
                guard let owner = anyOwner as? Owner else { return }
                handler(owner, value)
            })
        if isPending {
            // The pending value may turn out to be the one as it was.
            presentsAgain = true
        } else if let newest {
            handler(owner, presented?(newest) ?? newest)
        }
    }

    package func unsubscribe(_ owner: AnyObject) {
        subscriptions.removeAll { $0.owner == nil || $0.owner === owner }
    }

    /// Whether anything waits for the next frame.
    private var isPending: Bool { pending != nil || presentsAgain }

    /// Whether the response to a user's action is being delivered.
    package var isAnswering: Bool { clock.isAnswering }

    /// Marks the value as changed. `build` creates the new one when the next frame is due, unless a later raise
    /// replaces it. It returns `nil` if the value is as it was after all, and nothing is delivered.
    package func raise(_ build: @escaping () -> Args?) {
        let isFirst = !isPending
        pending = build
        schedule(isFirst: isFirst)
    }

    /// Delivers the newest value again, because ``presented`` now returns something else for it.
    package func raiseAgain() {
        guard newest != nil else { return }
        let isFirst = !isPending
        presentsAgain = true
        schedule(isFirst: isFirst)
    }

    private func schedule(isFirst: Bool) {
        // A value already pending for the next frame becomes part of the response to a key.
        if isFirst || clock.isAnswering { clock.enqueue { [weak self] in self?.deliver() } }
    }

    private func deliver() {
        let (build, again) = (pending, presentsAgain)
        (pending, presentsAgain) = (nil, false)
        guard let value = build?() ?? (again ? newest : nil) else { return }
        newest = value
        let presented = presented?(value) ?? value
        subscriptions.removeAll { $0.owner == nil }
        for subscription in subscriptions {
            guard let owner = subscription.owner else { continue }
            subscription.deliver(owner, presented)
        }
    }
}
