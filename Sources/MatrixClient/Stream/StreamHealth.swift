/// Whether the other side of a stream still lives, by its clock-free rules: a ping every 30 s, lost after 60 s of silence.
///
/// After the machine slept the connection is lost as well: nothing says when such a connection is dead.
///
/// Silence counts only while something is awaited: unread bytes in the kernel while an update is being applied are none.
struct StreamHealth: Sendable {
    enum Verdict: Hashable, Sendable { case fine, ping, lost }

    static let pingSeconds: Int64 = 30
    static let silenceSeconds: Int64 = 60
    /// A sleep of so many seconds may have outlived the connection.
    static let sleepSeconds: Int64 = 10

    private var lastHeard: Int64
    private var lastPing: Int64
    private var isAwaiting = false
    private var lastSlept: Int64

    /// - Parameters:
    ///   - now: seconds of a clock that never goes back, and stands while the machine sleeps.
    ///   - slept: how many seconds the machine slept since it started.
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

    /// To be asked every few seconds.
    mutating func check(now: Int64, slept: Int64 = 0) -> Verdict {
        if slept - lastSlept >= StreamHealth.sleepSeconds { return .lost }
        lastSlept = slept
        if isAwaiting, now - lastHeard >= StreamHealth.silenceSeconds { return .lost }
        guard now - lastPing >= StreamHealth.pingSeconds else { return .fine }
        lastPing = now
        return .ping
    }
}
