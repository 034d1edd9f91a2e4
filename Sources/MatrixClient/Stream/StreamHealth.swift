/// Whether the other side of a stream still lives, by its clock-free rules: a ping every 30 s, lost after 60 s of silence.
///
/// Silence counts only while something is awaited: unread bytes in the kernel while an update is being applied are none.
struct StreamHealth: Sendable {
    enum Verdict: Hashable, Sendable { case fine, ping, lost }

    static let pingSeconds: Int64 = 30
    static let silenceSeconds: Int64 = 60

    private var lastHeard: Int64
    private var lastPing: Int64
    private var isAwaiting = false

    /// - Parameter now: seconds of a clock that never goes back.
    init(now: Int64) {
        lastHeard = now
        lastPing = now
    }

    mutating func heard(now: Int64) { lastHeard = now }

    mutating func awaits(_ isAwaiting: Bool, now: Int64) {
        if isAwaiting && !self.isAwaiting { lastHeard = now }
        self.isAwaiting = isAwaiting
    }

    /// To be asked every few seconds.
    mutating func check(now: Int64) -> Verdict {
        if isAwaiting, now - lastHeard >= StreamHealth.silenceSeconds { return .lost }
        guard now - lastPing >= StreamHealth.pingSeconds else { return .fine }
        lastPing = now
        return .ping
    }
}
