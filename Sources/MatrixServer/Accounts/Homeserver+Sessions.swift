import GRDB
import HTTPTypes
import MatrixAPI

extension Homeserver {
    /// Gives a device its tokens; earlier ones of the same device end.
    ///
    /// - Parameter refreshes: whether it can do with one that expires.
    func openSession(_ caller: Caller, displayName: String?, refreshes: Bool = false) async throws -> GivenTokens {
        let tokens =
            if refreshes, let lifetime = configuration.accessTokenLifetime { GivenTokens.lasting(lifetime) } else {
                GivenTokens.forEver()
            }
        let now = Timestamp.now
        let entry = tokens.entry(of: caller, now: now)
        let pair = tokens.pair(now: now)
        let most = configuration.limits.devices
        try await commits.commit { changes in
            guard try DevicesTable(changes.database).hasRoom(for: caller, most: most) else {
                throw Refusal.full("This account has too many devices: log one out")
            }
            // What a key signed and what a device signed is kept by their names alone.
            guard try !CrossSigningTable(changes.database).has(caller.deviceID, of: caller.userID) else {
                throw Refusal.forbidden("This device_id is the name of a key")
            }
            try DevicesTable(changes.database).put(
                caller, displayName: displayName, tokenHash: entry.hash, now: now)
            let refreshTokens = RefreshTokensTable(changes.database)
            try refreshTokens.delete(caller)
            if let pair { try refreshTokens.put(pair, of: caller) }
        }
        lastSeen.noteStored(caller, now: now)
        self.tokens.insert(entry)
        sessions.close(caller)
        return tokens
    }

    /// Gives the device of a refresh token its next tokens; the ones that it has count until these are first used.
    ///
    /// - Parameter asker: as whom reads are counted, since the token may be nobody's.
    /// - Returns: `nil` where the refresh token is not known, or was replaced by one that was used.
    func refreshSession(_ refreshToken: String, for asker: String) async throws -> GivenTokens? {
        let tokens = GivenTokens.lasting(configuration.accessTokenLifetime ?? Timestamp.day)
        let now = Timestamp.now
        let hash = AccessToken.hash(refreshToken)
        let pair = tokens.pair(now: now)
        // Anyone may ask, so the one writer is left alone until the token is known.
        let isKnown = try await read(for: asker) { try RefreshTokensTable($0).owner(refreshHash: hash) != nil }
        guard isKnown else { return nil }
        let owner = try await commits.commit { changes -> (caller: Caller, nextToken: [UInt8]?)? in
            let table = RefreshTokensTable(changes.database)
            guard let owner = try table.owner(refreshHash: hash), let pair else { return nil }
            if let used = owner.nextToken { try table.promote(used, of: owner.caller) }
            try table.putNext(pair, of: owner.caller)
            return owner
        }
        guard let owner else { return nil }
        if let used = owner.nextToken { self.tokens.promote(used, of: owner.caller) }
        self.tokens.insertNext(tokens.entry(of: owner.caller, now: now))
        return tokens
    }

    /// Who has the token.
    ///
    /// - Throws: where it does not count.
    func caller(token: String) async throws -> Caller {
        switch tokens.find(token) {
        case .valid(let caller, _): return caller
        case .next(let caller, let hash, _):
            try await promote(hash, of: caller)
            return caller
        case .expired:
            let error = MatrixError(.unknownToken, "This access token has expired", details: ["soft_logout": true])
            throw Refusal(.unauthorized, body: error.json)
        case .unknown: throw Refusal(.unauthorized, .unknownToken, "This access token is not valid (any more)")
        }
    }

    /// The device is there.
    func see(_ caller: Caller) async throws {
        let now = Timestamp.now
        guard lastSeen.note(caller, now: now) else { return }
        try await commits.commit { try DevicesTable($0.database).see(caller, at: now) }
    }

    /// When the device was last there: now, where it has a stream.
    ///
    /// - Returns: milliseconds since 1970; `nil` where it was not there since the server started.
    func lastSeen(_ caller: Caller) -> Int64? {
        sessions.isOpen(caller) ? Timestamp.now : lastSeen.time(of: caller)
    }

    /// The device uses its next tokens from now on. Memory goes first: a refresh in between must find them as the present ones.
    func promote(_ hash: [UInt8], of caller: Caller) async throws {
        tokens.promote(hash, of: caller)
        try await commits.commit { try RefreshTokensTable($0.database).promote(hash, of: caller) }
    }

    func closeSession(_ caller: Caller) async throws {
        let hadKeys = try await commits.commit { changes in
            try DevicesTable(changes.database).delete(caller)
            try RefreshTokensTable(changes.database).delete(caller)
            return try Homeserver.forgetKeys(of: caller.userID, caller.deviceID, changes)
        }
        tokens.remove(caller)
        lastSeen.remove(caller)
        sessions.close(caller)
        notifier.wake([caller.userID])
        if hadKeys { try await wakePeers(of: caller.userID) }
    }

    func closeAllSessions(of user: String) async throws {
        let hadKeys = try await commits.commit { changes in
            try DevicesTable(changes.database).deleteAll(of: user)
            try RefreshTokensTable(changes.database).deleteAll(of: user)
            return try Homeserver.forgetKeys(of: user, nil, changes)
        }
        tokens.removeAll(of: user)
        lastSeen.removeAll(of: user)
        sessions.closeAll(of: user)
        notifier.wake([user])
        if hadKeys { try await wakePeers(of: user) }
    }

    /// Nobody is to encrypt for a device that is gone, or with `nil` for any of the user's.
    ///
    /// - Returns: whether anybody could until now.
    private static func forgetKeys(of user: String, _ deviceID: String?, _ changes: Changes) throws -> Bool {
        try OneTimeKeysTable(changes.database).delete(of: user, deviceID)
        try DeviceMessagesTable(changes.database).delete(of: user, deviceID)
        let devices = try DeviceKeysTable(changes.database).delete(of: user, deviceID)
        for device in devices { try CrossSigningTable(changes.database).forgetSignatures(of: device, user) }
        guard !devices.isEmpty else { return false }
        try KeyChangesTable(changes.database).noteDevices(of: user)
        return true
    }
}
