import Conversations
import MatrixAPI
import MatrixClient
import Pictures
import Storage

/// Makes one request of a line of the outbox.
struct OutboxCarrier: Sendable {
    let client: HomeserverClient
    let outbox: OutboxStore
    /// `nil` where nothing is encrypted here: no line leaves for an encrypted chat.
    var encryption: EncryptionEndpoint?
    /// Of this session.
    var deviceID = ""
    /// Whether others are told how far one has read; the account's other devices are told at any rate.
    var sharesReading = true
    var uploadLimit = UploadLimit()
    /// Lines that nobody wants to be sent any more.
    var withdrawals = Withdrawals()
    /// Makes smaller pictures of large ones that are sent; `nil` for a program that makes none.
    var pictures: PictureProcess?
    /// Keeps pictures that leave, which else would be fetched back to be drawn; `nil` for a program that shows none.
    var media: MediaCache?

    /// Sends the line as it stands on disk at this moment. It is on disk that it may have left before it does.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - mayLeave: whether the server is still heard. Asked again as the last thing before the words go out.
    ///   - progress: as ``FileCarrier/carry(_:progress:)`` has it.
    ///   - left: told whether the line may have reached the server.
    func carry(
        _ id: String, now: Int64, mayLeave: @escaping @Sendable () async -> Bool = { true },
        progress: @escaping @Sendable (Int64?) async -> Void = { _ in },
        left: @Sendable (Bool) async -> Void
    ) async -> OutboxMachine.Outcome {
        let line: OutboxLine
        do throws(StorageError) {
            if let sealed = try await outbox.sealedLine(id: id), let hindrance = await seal(sealed) { return hindrance }
            var departure = try await outbox.leave(id: id, deviceID: deviceID, now: now)
            if departure == .needsUpload {
                let files = FileCarrier(
                    client: client, outbox: outbox, limit: uploadLimit, withdrawals: withdrawals,
                    pictures: pictures)
                if let hindrance = await files.carry(id, progress: progress) { return hindrance }
                departure = try await outbox.leave(id: id, deviceID: deviceID, now: now)
            }
            if departure == .wouldGoInClear, let sealable = try await sealable(id) {
                if let hindrance = await seal(sealable) { return hindrance }
                departure = try await outbox.leave(id: id, deviceID: deviceID, now: now)
            }
            switch departure {
            case .leaves(let kept): line = kept
            case .isGone: return .withdrawn
            case .wouldGoInClear: return .refused(reason: try await reasonToKeep(id))
            case .chatIsUnknown: return .chatUnknown
            case .chatIsLeft: return .refused(reason: .chatIsLeft)
            // It was told meanwhile that the chat is encrypted: the file goes up once more.
            case .needsUpload: return .heldBack
            case .mayBeThere: return .refused(reason: .mayBeThere)
            }
        } catch {
            return .failedForNow(.everything, retryAfter: nil)
        }
        await keepPicture(of: line)
        await left(true)
        let mayGo: @Sendable () async -> Bool = { [outbox] in
            guard await mayLeave() else { return false }
            // Where the disk can't be read nobody knows what was heard, and the next try says what is wrong with it.
            return (try? await outbox.mayStillLeave(line)) ?? false
        }
        do throws(Failure) {
            return .sent(eventID: try await send(line, mayGo))
        } catch let failure {
            let error: MatrixClientError
            switch failure {
            case .unsendable(let reason): return .refused(reason: reason)
            case .client(let met): error = met
            }
            // A server that knows no session took nothing.
            let tookNothing = error.isWithoutConnection || error.outcome.isLockedOut || error == .heldBack
            if tookNothing, !line.mayHaveLeft, (try? await outbox.didNotLeave(id: id)) != nil {
                await left(false)
            }
            return error.outcome
        }
    }

    private func keepPicture(of line: OutboxLine) async {
        guard let media, line.kind == .picture, let file = line.attachedFile, let path = outbox.files.path(of: line.id)
        else { return }
        // It is there at the server all the same.
        try? await BlockingWork.run { () throws(MediaProblem) in try media.take(path, key: MediaCache.key(of: file)) }
    }

    /// Tells the furthest that the account has read in a chat, as it is on disk by now.
    func carryReceipt(chatID: String) async -> OutboxMachine.Outcome {
        do {
            guard let receipt = try await outbox.receipt(chatID: chatID) else { return .withdrawn }
            do throws(MatrixClientError) {
                try await client.setMainRead(
                    roomID: chatID, eventID: receipt.eventID, isPrivate: !sharesReading)
            } catch {
                let outcome = error.outcome
                // Nobody can do anything about one that is refused: the chat was left, or its message is gone.
                guard case .refused = outcome else { return outcome }
            }
            try await outbox.receiptWasTold(receipt)
            return .told
        } catch {
            return .failedForNow(.chat, retryAfter: nil)
        }
    }

    /// What to do with a line that its chat has overtaken.
    private func reasonToKeep(_ id: String) async throws(StorageError) -> LineRefusal {
        let line = try await outbox.line(id: id)
        if case .redaction = line?.purpose { return .reasonWouldGoInClear }
        return line?.mayHaveLeft == true ? .mayBeThereInClear : .wouldGoInClear
    }

    /// The line, where all that keeps it here is that it is not sealed yet. What may have left in clear is not said once more.
    private func sealable(_ id: String) async throws(StorageError) -> OutboxLine? {
        guard encryption != nil, let line = try await outbox.line(id: id), !line.mayHaveLeft else { return nil }
        if case .redaction = line.purpose { return nil }
        return line
    }

    /// - Returns: what became of it where it could not be sealed.
    private func seal(_ line: OutboxLine) async -> OutboxMachine.Outcome? {
        guard let encryption else { return nil }
        // The chat became encrypted since: its file goes up once more, so that the server can't read it.
        if let file = line.file, file.upload?.isSealed != true { return .heldBack }
        do throws(Failure) {
            var plain = line
            plain.sealed = nil
            let content = try content(of: plain)
            do throws(SealingProblem) {
                try await encryption.seal(lineID: line.id, chatID: line.chatID, type: line.type, content: content)
                return nil
            } catch {
                switch error {
                case .client(let error): return error.outcomeOfSealing
                case .storage: return .failedForNow(.everything, retryAfter: nil)
                case .identityChanged(let userIDs): return .refused(reason: .identityChanged(userIDs: userIDs))
                case .encryptionMissing: return .refused(reason: .encryptionMissing)
                case .withoutKeys: return .refused(reason: .withoutKeys)
                }
            }
        } catch let failure {
            guard case .unsendable(let reason) = failure else { return nil }
            return .refused(reason: reason)
        }
    }

    private func send(
        _ line: OutboxLine, _ mayGo: @escaping @Sendable () async -> Bool
    ) async throws(Failure) -> String {
        switch line.purpose {
        case .message, .edit, .reaction, .pollAnswer, .pollEnd:
            return try await send(line, try content(of: line), mayGo)
        case .redaction(let target, let reason):
            let eventID = try eventID(of: target)
            do throws(MatrixClientError) {
                return try await client.redact(
                    roomID: line.chatID, eventID: eventID, transactionID: line.id, reason: reason, mayGo: mayGo)
            } catch {
                throw .client(error)
            }
        }
    }

    private func send(
        _ line: OutboxLine, _ content: JSONValue, _ mayGo: @escaping @Sendable () async -> Bool
    ) async throws(Failure) -> String {
        do throws(MatrixClientError) {
            let type = line.sealed == nil ? line.type : "m.room.encrypted"
            return try await client.send(
                roomID: line.chatID, type: type, transactionID: line.id, content: content, mayGo: mayGo)
        } catch {
            throw .client(error)
        }
    }

    /// As it goes out: with the event that it is about, or sealed with that.
    private func content(of line: OutboxLine) throws(Failure) -> JSONValue {
        guard var content = try? JSONValue(parsing: line.sealed ?? line.content) else {
            throw .unsendable(.unreadable)
        }
        if line.sealed == nil, let file = line.file {
            guard let whole = file.upload?.added(to: content) else { throw .unsendable(.fileIsGone) }
            content = whole
        }
        guard line.sealed == nil, let target = line.purpose.target else { return content }
        var relation = content["m.relates_to"] ?? .emptyObject
        relation["event_id"] = .string(try eventID(of: target))
        content["m.relates_to"] = relation
        return content
    }

    /// Lines of a chat go in order, so that the line before has its event by now, if it ever gets one.
    private func eventID(of target: OutboxLine.Target) throws(Failure) -> String {
        guard case .event(let eventID) = target else { throw .unsendable(.targetNotSent) }
        return eventID
    }

    /// Why a line did not go.
    private enum Failure: Error {
        case client(MatrixClientError)
        case unsendable(LineRefusal)
    }
}

extension MatrixClientError {
    /// What it means for a line that could not be sealed: what a server that is there has against keys holds up no chat in clear.
    fileprivate var outcomeOfSealing: OutboxMachine.Outcome {
        guard isTransient, case .matrix(let error, _, let wait) = self, error.code != .userLocked else {
            return outcome
        }
        return .failedForNow(.chat, retryAfter: wait)
    }

    /// What it means for a line that met it.
    var outcome: OutboxMachine.Outcome {
        switch self {
        case .loggedOut: return .lockedOut(retryAfter: nil)
        case .heldBack: return .heldBack
        // Another connection works, and the server is heard by it: there is nothing to doubt.
        case .unreachable(.replacedConnection): return .failedForNow(.chat, retryAfter: nil)
        case .unreachable: return .unanswered
        // The program ends: whoever starts it again finds the item where it was.
        case .cancelled: return .failedForNow(.everything, retryAfter: nil)
        case .matrix(let error, _, _) where error.endsSession: return .lockedOut(retryAfter: nil)
        // Somebody may open it again; until then each line would be refused.
        case .matrix(let error, _, let wait) where error.code == .userLocked: return .lockedOut(retryAfter: wait)
        case .matrix(_, let status, let wait) where status == 500: return .failedForNow(.chat, retryAfter: wait)
        case _ where isTransient: return .failedForNow(.everything, retryAfter: retryAfterMilliseconds)
        case .matrix(let error, let status, _):
            return .refused(
                reason: .server(
                    code: error.code.rawValue, said: error.message, status: status, contact: error.contact))
        case .notMatrix(let status): return .refused(reason: .notMatrix(status: status))
        // Of a login and of addresses: no line meets them.
        default: return .refused(reason: .said("\(self)"))
        }
    }
}

extension OutboxMachine.Outcome {
    fileprivate var isLockedOut: Bool { if case .lockedOut = self { true } else { false } }
}
