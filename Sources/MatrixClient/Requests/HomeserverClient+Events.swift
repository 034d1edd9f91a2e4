package import MatrixAPI
import NIOCore

/// Client-server API, "Sending events to a room" and "Syncing".
extension HomeserverClient {
    /// Sends an event. Repeated requests with the same transaction identifier of this device create only one event.
    ///
    /// - Parameter mayGo: called just before the content is sent. If it returns false,
    ///   ``MatrixClientError/heldBack`` is thrown.
    /// - Returns: the event's identifier.
    package func send(
        roomID: String, type: String, transactionID: String, content: JSONValue,
        mayGo: (@Sendable () async -> Bool)? = nil
    ) async throws(MatrixClientError) -> String {
        var request = MatrixRequest(.put, "v3", "rooms", roomID, "send", type, transactionID, body: content)
        request.mayGo = mayGo
        request.holds = 0
        return try await value(request) { $0["event_id"]?.identifier }
    }

    /// Removes an event's content.
    ///
    /// - Parameter mayGo: as for ``send(roomID:type:transactionID:content:mayGo:)``.
    /// - Returns: the identifier of the redaction.
    package func redact(
        roomID: String, eventID: String, transactionID: String, reason: String? = nil,
        mayGo: (@Sendable () async -> Bool)? = nil
    ) async throws(MatrixClientError) -> String {
        var request = MatrixRequest(
            .put, "v3", "rooms", roomID, "redact", eventID, transactionID, body: Self.body(reason))
        request.mayGo = mayGo
        request.holds = 0
        return try await value(request) { $0["event_id"]?.identifier }
    }

    /// Sets a state event, such as the room's name.
    ///
    /// - Returns: the event's identifier.
    package func setState(
        roomID: String, type: String, stateKey: String = "", content: JSONValue
    ) async throws(MatrixClientError) -> String {
        let request = MatrixRequest(.put, "v3", "rooms", roomID, "state", type, stateKey, body: content)
        return try await value(request) { $0["event_id"]?.identifier }
    }

    /// Returns a page of history, newest first.
    ///
    /// - Parameters:
    ///   - token: `prev_batch` or the last page's end; `nil` for the newest.
    ///   - limit: the maximum number of events on the page.
    ///   - isForward: whether to return the events after the token, oldest first.
    package func messages(
        roomID: String, from token: String?, limit: Int, isForward: Bool = false
    ) async throws(MatrixClientError) -> MessagesPage {
        var request = MatrixRequest(
            .get, "v3", "rooms", roomID, "messages",
            query: [
                "dir": isForward ? "f" : "b", "from": token, "limit": String(limit), "filter": Self.lazyMembers,
            ])
        request.bringsEvents = true
        return try await value(request, MessagesPage.init(json:))
    }

    /// Limits the members in the response to the senders of its events.
    private static let lazyMembers = #"{"lazy_load_members":true}"#

    /// Returns an event and up to `limit` events around it.
    package func context(
        roomID: String, eventID: String, limit: Int
    ) async throws(MatrixClientError) -> EventContext {
        var request = MatrixRequest(
            .get, "v3", "rooms", roomID, "context", eventID,
            query: ["limit": String(limit), "filter": Self.lazyMembers])
        request.bringsEvents = true
        return try await value(request, EventContext.init(json:))
    }

    /// Returns the events that relate to an event, newest first.
    ///
    /// - Parameters:
    ///   - type: the kind of relation, as in `m.replace`.
    ///   - token: the last page's end; `nil` for the newest.
    package func relations(
        roomID: String, eventID: String, type: String, from token: String?, limit: Int
    ) async throws(MatrixClientError) -> MessagesPage {
        var request = MatrixRequest(
            .get, "v1", "rooms", roomID, "relations", eventID, type,
            query: ["dir": "b", "from": token, "limit": String(limit)])
        request.bringsEvents = true
        return try await value(request) { MessagesPage(relations: $0) }
    }

    /// Returns the changes since a token, and waits if there are none.
    ///
    /// - Parameters:
    ///   - token: the last response's ``SyncResponse/nextBatch``; `nil` for everything, which may take minutes.
    ///   - filter: a stored filter's identifier, or a filter as JSON.
    ///   - timeoutMilliseconds: the time that the server waits if there are no changes.
    ///   - answerCache: stores a large response before this returns.
    @concurrent
    package func sync(
        since token: String?, filter: String? = nil, timeoutMilliseconds: Int64, fullState: Bool = false,
        answerCache: SyncResponseCache? = nil
    ) async throws(MatrixClientError) -> SyncResponse {
        var request = MatrixRequest(
            .get, "v3", "sync",
            query: [
                "since": token, "filter": filter, "timeout": String(timeoutMilliseconds),
                "full_state": fullState ? "true" : nil,
            ])
        request.patience = token == nil ? 600 : timeoutMilliseconds / 1000 + 55
        // A server may need long to collect many changes even if the timeout is 0.
        request.holds = token != nil && timeoutMilliseconds > 0 ? timeoutMilliseconds : nil
        request.bodyLimit = 512 << 20
        let answer = try await answer(to: request)
        guard answer.status == 200 else { throw HomeserverClient.failure(of: answer) }
        var response: SyncResponse
        let size = answer.body.readableBytes
        if let answerCache, SyncResponseCache.isFor(token, size: size), size <= SyncResponseCache.mostBytesInMemory {
            async let saving: Void = answerCache.keep(Array(answer.body.readableBytesView), token)
            do throws(MatrixClientError) {
                response = try read(answer, to: request)
                await saving
            } catch {
                await saving
                answerCache.clear()
                throw error
            }
        } else if let answerCache, SyncResponseCache.isFor(token, size: size) {
            // The response is saved first, because parsing frees its bytes.
            let body = HomeserverClient.moved(answer.body)
            await answerCache.keep(body, token)
            if let read = body.withUnsafeBufferPointer({ SyncResponse(discarding: $0) }) {
                response = read
            } else {
                // Repairing malformed JSON needs the freed bytes, or the response can't be parsed at all.
                response = try await readKept(answerCache, token, answer, to: request)
            }
        } else {
            response = try read(answer, to: request)
        }
        logBroken(response.brokenOffsets, in: request)
        response.isWhole = token == nil
        return response
    }

    /// Parses the copy on disk without freeing bytes. Deletes it if it can't be parsed.
    private func readKept(
        _ cache: SyncResponseCache, _ token: String?, _ answer: HTTPTransport.Answer, to request: MatrixRequest
    ) async throws(MatrixClientError) -> SyncResponse {
        guard let kept = await cache.kept(token) else { throw .notMatrix(status: 200) }
        let copy = HTTPTransport.Answer(
            status: answer.status, headers: answer.headers, body: ByteBuffer(bytes: kept), secrets: answer.secrets)
        do throws(MatrixClientError) {
            return try read(copy, to: request)
        } catch {
            cache.clear()
            throw error
        }
    }

    private func read(
        _ answer: HTTPTransport.Answer, to request: MatrixRequest
    ) throws(MatrixClientError) -> SyncResponse {
        if let response = SyncResponse(body: answer.body.readableBytesView) { return response }
        var broken: [Int] = []
        do throws(JSONError) {
            _ = try JSONValue(parsingEvents: answer.body.readableBytesView, broken: &broken)
        } catch {
            throw failure(error, of: answer, to: request)
        }
        throw .notMatrix(status: 200)
    }

    /// Moves the bytes of a response out of its buffer. The pages of the buffer are freed as the copy grows.
    private static func moved(_ buffer: ByteBuffer) -> [UInt8] {
        buffer.withUnsafeReadableBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
                while count < bytes.count {
                    let piece = UnsafeRawBufferPointer(
                        rebasing: bytes[count..<min(count + MemoryPages.step, bytes.count)])
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[count...])
                        .copyMemory(from: piece)
                    MemoryPages.discard(piece)
                    count += piece.count
                }
            }
        }
    }
}
