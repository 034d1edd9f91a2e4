import Synchronization

/// The time at which each device was last seen. Memory is exact; the database is updated only occasionally, so that
/// a request costs no commit.
final class LastSeen: Sendable {
    private struct Sighting {
        var at: Int64
        var storedAt: Int64
    }

    /// The maximum age of the stored time, in milliseconds.
    private static let tolerance: Int64 = 10 * 60 * 1000
    private let sightings = Mutex<[Caller: Sighting]>([:])

    /// Records that the device was seen.
    ///
    /// - Returns: Whether the time should be stored now.
    func record(_ caller: Caller, now: Int64 = Timestamp.now) -> Bool {
        sightings.withLock { sightings in
            let storedAt = sightings[caller]?.storedAt
            let isDue = storedAt.map { abs(now - $0) >= LastSeen.tolerance } ?? true
            sightings[caller] = Sighting(at: now, storedAt: isDue ? now : storedAt ?? now)
            return isDue
        }
    }

    /// Records that the device's stream ended. The time is stored with the device's next request.
    func noteEnd(_ caller: Caller, now: Int64 = Timestamp.now) {
        sightings.withLock { $0[caller]?.at = now }
    }

    /// Records that the time was stored.
    func noteStored(_ caller: Caller, now: Int64) {
        sightings.withLock { $0[caller] = Sighting(at: now, storedAt: now) }
    }

    /// Returns milliseconds since 1970, or `nil` if the device was not seen since the server started.
    func time(of caller: Caller) -> Int64? { sightings.withLock { $0[caller]?.at } }

    func remove(_ caller: Caller) { sightings.withLock { $0[caller] = nil } }

    func removeAll(of user: String) {
        sightings.withLock { sightings in sightings = sightings.filter { $0.key.userID != user } }
    }
}
