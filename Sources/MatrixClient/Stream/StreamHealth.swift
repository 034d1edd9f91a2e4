/// Decides whether the other side of a stream is alive, without a clock of its own. It sends a ping every 30 s, and
/// counts the stream as lost after 60 s of silence.
///
/// After the machine slept, the connection counts as lost as well, since nothing reports that such a
/// connection is dead.
///
/// Silence only counts while a message is awaited. While an update is being applied, bytes in the kernel remain unread.
struct StreamHealth: Sendable {
    enum Verdict: Hashable, Sendable { case fine, ping, lost }

    static let pingSeconds: Int64 = 30
    static let silenceSeconds: Int64 = 60
    /// The sleep in seconds after which the connection may be dead.
    static let sleepSeconds: Int64 = 10

    private var lastHeard: Int64
    private var lastPing: Int64
    private var isAwaiting = false
    private var lastSlept: Int64

    /// - Parameters:
    ///   - now: the seconds of a monotonic clock that stops while the machine sleeps.
    ///   - slept: the seconds that the machine has slept since it started.
    init(now: Int64, slept: Int64 = 0) {
        lastHeard = now
        lastPing = now
        lastSlept = slept
    }

    mutating func heard(now: Int64) { lastHeard = now }

    mutating func awaits(_ isAwaiting: Bool, now: Int64) {
        if isAwaiting && !self.isAwaiting { lastHeard = now }
        self.isAwaiting = isAwaiting
    }

    /// Call this every few seconds.
    mutating func check(now: Int64, slept: Int64 = 0) -> Verdict {
        if slept - lastSlept >= StreamHealth.sleepSeconds { return .lost }
        lastSlept = slept
        if isAwaiting, now - lastHeard >= StreamHealth.silenceSeconds { return .lost }
        guard now - lastPing >= StreamHealth.pingSeconds else { return .fine }
        lastPing = now
        return .ping
    }
}
