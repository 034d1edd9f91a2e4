import Synchronization

/// When the devices were last there. It is exact in memory; on disk it is written now and then, so that asking costs no commit.
final class LastSeen: Sendable {
    private struct Sighting {
        var at: Int64
        var storedAt: Int64
    }

    /// How far what is on disk may be behind, in milliseconds.
    private static let tolerance: Int64 = 10 * 60 * 1000
    private let sightings = Mutex<[Caller: Sighting]>([:])

    /// - Returns: whether it is time to store it.
    func note(_ caller: Caller, now: Int64 = Timestamp.now) -> Bool {
        sightings.withLock { sightings in
            let storedAt = sightings[caller]?.storedAt
            let isDue = storedAt.map { abs(now - $0) >= LastSeen.tolerance } ?? true
            sightings[caller] = Sighting(at: now, storedAt: isDue ? now : storedAt ?? now)
            return isDue
        }
    }

    /// Its stream ended; what it asks for next is stored.
    func noteEnd(_ caller: Caller, now: Int64 = Timestamp.now) {
        sightings.withLock { $0[caller]?.at = now }
    }

    /// It is on disk by now.
    func noteStored(_ caller: Caller, now: Int64) {
        sightings.withLock { $0[caller] = Sighting(at: now, storedAt: now) }
    }

    /// Milliseconds since 1970; `nil` where the device was not there since the server started.
    func time(of caller: Caller) -> Int64? { sightings.withLock { $0[caller]?.at } }

    func remove(_ caller: Caller) { sightings.withLock { $0[caller] = nil } }

    func removeAll(of user: String) {
        sightings.withLock { sightings in sightings = sightings.filter { $0.key.userID != user } }
    }
}
