import GRDB
import HTTPTypes
import MatrixAPI

extension Homeserver {
    /// Gives a device new tokens. The device's earlier tokens end.
    ///
    /// - Parameter refreshes: Whether the client supports access tokens that expire.
    func openSession(_ caller: Caller, displayName: String?, refreshes: Bool = false) async throws -> IssuedTokens {
        let tokens =
            if refreshes, let lifetime = configuration.accessTokenLifetime { IssuedTokens.lasting(lifetime) } else {
                IssuedTokens.forEver()
            }
        let now = Timestamp.now
        let entry = tokens.entry(of: caller, now: now)
        let pair = tokens.pair(now: now)
        let most = configuration.limits.devices
        try await commits.commit { changes in
            guard try DevicesTable(changes.database).hasCapacity(for: caller, most: most) else {
                throw EndpointError.full("This account has too many devices: log one out")
            }
            // Signatures of keys and of devices are stored under their names only, so the names must not collide.
            guard try !CrossSigningTable(changes.database).has(caller.deviceID, of: caller.userID) else {
                throw EndpointError.forbidden("This device_id is the name of a key")
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

    /// Gives the device of a refresh token its next tokens. The device's present tokens stay valid until the next
    /// ones are first used. So a client whose response was lost may send the same request again.
    ///
    /// - Parameter asker: The name under which the database reads are counted, since the token may belong to no
    ///   account.
    /// - Returns: `nil` if the refresh token is unknown, or was replaced by a token that was used.
    /// - Throws: 429 if devices of the account refreshed their tokens too often lately.
    func refreshSession(_ refreshToken: String, for asker: String) async throws -> IssuedTokens? {
        let tokens = IssuedTokens.lasting(configuration.accessTokenLifetime ?? Timestamp.day)
        let now = Timestamp.now
        let hash = AccessToken.hash(refreshToken)
        let pair = tokens.pair(now: now)
        // Anyone may send this request, so the single writer is not used until the token is known.
        let known = try await read(for: asker) { try RefreshTokensTable($0).owner(refreshHash: hash)?.caller }
        guard let known else { return nil }
        // The tokens replace earlier ones, so a full disk doesn't lock anybody out.
        try countWrite(.refreshes, bytes: refreshToken.utf8.count, needsDisk: false, of: known.userID)
        let share = PendingChange.Share(user: known.userID, weight: refreshToken.utf8.count)
        let owner = try await commits.commit(share: share) { changes -> (caller: Caller, nextToken: [UInt8]?)? in
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

    /// Returns the device that has the token.
    ///
    /// - Throws: ``EndpointError`` with the response to the client if the token has expired or is not valid.
    func caller(token: String) async throws -> Caller {
        switch tokens.find(token) {
        case .valid(let caller, _): return caller
        case .next(let caller, let hash, _):
            try await promote(hash, of: caller)
            return caller
        case .expired:
            let error = MatrixError(.unknownToken, "This access token has expired", details: ["soft_logout": true])
            throw EndpointError(.unauthorized, body: error.json)
        case .unknown: throw EndpointError(.unauthorized, .unknownToken, "This access token is not valid (any more)")
        }
    }

    /// Records that the device was seen now.
    func see(_ caller: Caller) async throws {
        let now = Timestamp.now
        guard lastSeen.record(caller, now: now) else { return }
        try await commits.commit { try DevicesTable($0.database).see(caller, at: now) }
    }

    /// Returns the time at which the device was last seen: now if it has an open stream.
    ///
    /// - Returns: Milliseconds since 1970; `nil` if the device was not seen since the server started.
    func lastSeen(_ caller: Caller) -> Int64? {
        sessions.isOpen(caller) ? Timestamp.now : lastSeen.time(of: caller)
    }

    /// Makes the device's next tokens its present ones. Memory changes first: a refresh in between must find them
    /// as the present ones.
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

    /// Deletes a device's keys, or all of the user's with `nil`, so that other clients stop encrypting for a device
    /// that is gone.
    ///
    /// - Returns: Whether there were device keys until now.
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

/// The tokens that a device authenticates with (client-server API, "Refreshing access tokens").
struct IssuedTokens: Sendable {
    let accessToken: String
    /// The refresh token and the access token's lifetime in milliseconds; `nil` if the access token doesn't expire.
    let refresh: (token: String, lifetime: Int64)?

    static func forEver() -> IssuedTokens { IssuedTokens(accessToken: AccessToken.make(), refresh: nil) }

    static func lasting(_ lifetime: Int64) -> IssuedTokens {
        IssuedTokens(accessToken: AccessToken.make(), refresh: (AccessToken.make(), lifetime))
    }

    func put(into json: inout JSONValue) {
        json["access_token"] = .string(accessToken)
        guard let refresh else { return }
        json["refresh_token"] = .string(refresh.token)
        json["expires_in_ms"] = .integer(refresh.lifetime)
    }

    func entry(of caller: Caller, now: Int64) -> TokenRegistry.Entry {
        TokenRegistry.Entry(
            hash: AccessToken.hash(accessToken), caller: caller, expiresAt: refresh.map { now + $0.lifetime })
    }

    /// Returns `nil` for a token that doesn't expire.
    func pair(now: Int64) -> RefreshTokensTable.Pair? {
        refresh.map { refresh in
            RefreshTokensTable.Pair(
                tokenHash: AccessToken.hash(accessToken), refreshHash: AccessToken.hash(refresh.token),
                expiresAt: now + refresh.lifetime)
        }
    }
}

extension Homeserver {
    /// Whether the password is correct for the attempted account. A wrong password counts against the attempt, and
    /// its response is delayed.
    func accepts(_ password: String, _ attempt: LoginAttempt) async throws -> Bool {
        try await logins.check(attempt) {
            let stored = try await read(for: "\(attempt.peer)") { try AccountsTable($0).password(of: attempt.account) }
            return try await passwords.matches(password, stored, attempt)
        }
    }
}
