import Conversations
import MatrixAPI
import MatrixClient
import Pictures
import Storage

/// Sends a single item of the outbox with one request. The chapter about the outbox is at ``OutboxMachine``.
struct OutboxSender: Sendable {
    let client: HomeserverClient
    let outbox: OutboxStore
    /// The encryption; `nil` if there is none, so that no line is sent to an encrypted chat.
    var encryption: EncryptionEndpoint?
    /// The device ID of the session.
    var deviceID = ""
    /// Whether read receipts are public. The account's other devices get them in any case.
    var sharesReading = true
    var uploadLimit = UploadLimit()
    /// The lines that were withdrawn.
    var withdrawals = Withdrawals()
    /// Makes thumbnails of large pictures; `nil` in a program that makes none.
    var pictures: PictureProcess?
    /// The cache for sent pictures, which would otherwise be downloaded again; `nil` in a program that shows none.
    var media: MediaCache?

    /// Sends the current version of a line on disk. Before the request, the disk records that the line may have been
    /// sent.
    ///
    /// - Parameters:
    ///   - now: the time in milliseconds since 1970.
    ///   - mayLeave: whether the sync is live. It is checked again right before the request is written.
    ///   - progress: the upload progress, as in ``FileUploader/upload(_:progress:)``.
    ///   - left: called with whether the line may have reached the server.
    func send(
        _ id: String, now: Int64, mayLeave: @escaping @Sendable () async -> Bool = { true },
        progress: @escaping @Sendable (Int64?) async -> Void = { _ in },
        left: @Sendable (Bool) async -> Void
    ) async -> OutboxMachine.Outcome {
        let line: OutboxLine
        do throws(StorageError) {
            if let sealed = try await outbox.sealedLine(id: id), let hindrance = await seal(sealed) { return hindrance }
            var departure = try await outbox.leave(id: id, deviceID: deviceID, now: now)
            if departure == .needsUpload {
                let files = FileUploader(
                    client: client, outbox: outbox, limit: uploadLimit, withdrawals: withdrawals,
                    pictures: pictures)
                if let hindrance = await files.upload(id, progress: progress) { return hindrance }
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
            // The chat became encrypted meanwhile, so the file has to be uploaded again.
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
            // If the disk can't be read, the state is unknown. The next try will report the disk error.
            return (try? await outbox.mayStillLeave(line)) ?? false
        }
        do throws(SendError) {
            return .sent(eventID: try await send(line, mayGo))
        } catch let failure {
            let error: MatrixClientError
            switch failure {
            case .unsendable(let reason): return .refused(reason: reason)
            case .client(let met): error = met
            }
            // A server that doesn't know the session has accepted nothing.
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
        // A failure is harmless: the picture can be downloaded from the server.
        try? await BlockingWork.run { () throws(MediaError) in try media.add(path, key: MediaCache.key(of: file)) }
    }

    /// Sends the read receipt of a chat, at its latest position on disk.
    func carryReceipt(chatID: String) async -> OutboxMachine.Outcome {
        do {
            guard let receipt = try await outbox.receipt(chatID: chatID) else { return .withdrawn }
            do throws(MatrixClientError) {
                try await client.setMainRead(
                    roomID: chatID, eventID: receipt.eventID, isPrivate: !sharesReading)
            } catch {
                let outcome = error.outcome
                // A refused receipt can't be fixed: the chat was left, or its message is gone.
                guard case .refused = outcome else { return outcome }
            }
            try await outbox.receiptWasTold(receipt)
            return .accepted
        } catch {
            return .failedForNow(.chat, retryAfter: nil)
        }
    }

    /// Returns the refusal of a line whose chat has become encrypted.
    private func reasonToKeep(_ id: String) async throws(StorageError) -> OutboxLineFailureReason {
        let line = try await outbox.line(id: id)
        if case .redaction = line?.purpose { return .reasonWouldGoInClear }
        return line?.mayHaveLeft == true ? .mayBeThereInClear : .wouldGoInClear
    }

    /// Returns the line if it can be sent after encrypting it. A line that may have been sent unencrypted is not sent
    /// again.
    private func sealable(_ id: String) async throws(StorageError) -> OutboxLine? {
        guard encryption != nil, let line = try await outbox.line(id: id), !line.mayHaveLeft else { return nil }
        if case .redaction = line.purpose { return nil }
        return line
    }

    /// - Returns: the outcome if the line could not be encrypted.
    private func seal(_ line: OutboxLine) async -> OutboxMachine.Outcome? {
        guard let encryption else { return nil }
        // The chat became encrypted, so the file is uploaded again in encrypted form.
        if let file = line.file, file.upload?.isSealed != true { return .heldBack }
        do throws(SendError) {
            var plain = line
            plain.sealed = nil
            let content = try content(of: plain)
            do throws(LineEncryptionError) {
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
    ) async throws(SendError) -> String {
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
    ) async throws(SendError) -> String {
        do throws(MatrixClientError) {
            let type = line.sealed == nil ? line.type : "m.room.encrypted"
            return try await client.send(
                roomID: line.chatID, type: type, transactionID: line.id, content: content, mayGo: mayGo)
        } catch {
            throw .client(error)
        }
    }

    /// Returns the content to send: with the ID of its target event, or encrypted.
    private func content(of line: OutboxLine) throws(SendError) -> JSONValue {
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

    /// Lines of a chat are sent in order. The previous line has its event ID by now, unless it was refused.
    private func eventID(of target: OutboxLine.Target) throws(SendError) -> String {
        guard case .event(let eventID) = target else { throw .unsendable(.targetNotSent) }
        return eventID
    }

    /// The reason why a line was not sent.
    private enum SendError: Error {
        case client(MatrixClientError)
        case unsendable(OutboxLineFailureReason)
    }
}

extension MatrixClientError {
    /// The outcome for a line that could not be encrypted. If the server answers but has problems with keys,
    /// unencrypted chats aren't delayed.
    fileprivate var outcomeOfSealing: OutboxMachine.Outcome {
        guard isTransient, case .matrix(let error, _, let wait) = self, error.code != .userLocked else {
            return outcome
        }
        return .failedForNow(.chat, retryAfter: wait)
    }

    /// The outcome for a line whose request failed with this error.
    package var outcome: OutboxMachine.Outcome {
        switch self {
        case .loggedOut: return .lockedOut(retryAfter: nil)
        case .heldBack: return .heldBack
        // The connection was replaced by a working one, so the sync is not in doubt.
        case .unreachable(.replacedConnection): return .failedForNow(.chat, retryAfter: nil)
        case .unreachable: return .unanswered
        // The program ends. The next start finds the item unchanged.
        case .cancelled: return .failedForNow(.everything, retryAfter: nil)
        case .matrix(let error, _, _) where error.endsSession: return .lockedOut(retryAfter: nil)
        // The account may be unlocked again. Until then every line would be refused.
        case .matrix(let error, _, let wait) where error.code == .userLocked: return .lockedOut(retryAfter: wait)
        case .matrix(_, let status, let wait) where status == 500: return .failedForNow(.chat, retryAfter: wait)
        case _ where isTransient: return .failedForNow(.everything, retryAfter: retryAfterMilliseconds)
        case .matrix(let error, let status, _):
            return .refused(
                reason: .server(
                    code: error.code.rawValue, said: error.message, status: status, contact: error.contact))
        case .notMatrix(let status): return .refused(reason: .notMatrix(status: status))
        // Errors of logins and of addresses, which don't occur for lines.
        default: return .refused(reason: .said("\(self)"))
        }
    }
}

extension OutboxMachine.Outcome {
    fileprivate var isLockedOut: Bool { if case .lockedOut = self { true } else { false } }
}
