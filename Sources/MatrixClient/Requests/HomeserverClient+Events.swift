package import MatrixAPI
import NIOCore

/// Client-server API, "Sending events to a room" and "Syncing".
extension HomeserverClient {
    /// Sends an event once for all requests with the same transaction identifier of this device.
    ///
    /// - Parameter mayGo: asked as the last thing before the content goes out; where it says no,
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

    /// A page of history, newest first.
    ///
    /// - Parameters:
    ///   - token: `prev_batch` or the last page's end; `nil`: from the newest.
    ///   - limit: the most events of the page.
    ///   - isForward: what is after the token, oldest first.
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

    /// Of the members, those who speak in what is asked for.
    private static let lazyMembers = #"{"lazy_load_members":true}"#

    /// An event and up to `limit` events around it.
    package func context(
        roomID: String, eventID: String, limit: Int
    ) async throws(MatrixClientError) -> EventContext {
        var request = MatrixRequest(
            .get, "v3", "rooms", roomID, "context", eventID,
            query: ["limit": String(limit), "filter": Self.lazyMembers])
        request.bringsEvents = true
        return try await value(request, EventContext.init(json:))
    }

    /// What relates to an event, newest first.
    ///
    /// - Parameters:
    ///   - type: the kind of relation, as in `m.replace`.
    ///   - token: the last page's end; `nil`: from the newest.
    package func relations(
        roomID: String, eventID: String, type: String, from token: String?, limit: Int
    ) async throws(MatrixClientError) -> MessagesPage {
        var request = MatrixRequest(
            .get, "v1", "rooms", roomID, "relations", eventID, type,
            query: ["dir": "b", "from": token, "limit": String(limit)])
        request.bringsEvents = true
        return try await value(request) { MessagesPage(relations: $0) }
    }

    /// What happened since a token; waits for something to happen.
    ///
    /// - Parameters:
    ///   - token: the last answer's ``SyncResponse/nextBatch``; `nil`: everything, which may take minutes.
    ///   - filter: a stored filter's identifier, or a filter as JSON.
    ///   - timeoutMilliseconds: how long the server waits where nothing happened.
    ///   - answerCache: gets an answer that is long to get, before this returns.
    @concurrent
    package func sync(
        since token: String?, filter: String? = nil, timeoutMilliseconds: Int64, fullState: Bool = false,
        answerCache: AnswerCache? = nil
    ) async throws(MatrixClientError) -> SyncResponse {
        var request = MatrixRequest(
            .get, "v3", "sync",
            query: [
                "since": token, "filter": filter, "timeout": String(timeoutMilliseconds),
                "full_state": fullState ? "true" : nil,
            ])
        request.patience = token == nil ? 600 : timeoutMilliseconds / 1000 + 55
        // What came meanwhile may take a server long to collect, however small its patience is to be.
        request.holds = token != nil && timeoutMilliseconds > 0 ? timeoutMilliseconds : nil
        request.bodyLimit = 512 << 20
        let answer = try await answer(to: request)
        guard answer.status == 200 else { throw HomeserverClient.failure(of: answer) }
        var response: SyncResponse
        if let answerCache, AnswerCache.isFor(token, size: answer.body.readableBytes) {
            // It is on disk before it is read, for reading it gives up its bytes.
            let body = HomeserverClient.moved(answer.body)
            await answerCache.keep(body, token)
            if let read = body.withUnsafeBufferPointer({ SyncResponse(discarding: $0) }) {
                response = read
            } else {
                // A repair needed bytes that were given up, or nothing can be read.
                response = try await readKept(answerCache, token, answer, to: request)
            }
        } else {
            response = try read(answer, to: request)
        }
        note(response.brokenOffsets, in: request)
        response.isWhole = token == nil
        return response
    }

    /// Reads the copy on disk, without giving up bytes. Removes it where it can't be read.
    private func readKept(
        _ cache: AnswerCache, _ token: String?, _ answer: HTTPTransport.Answer, to request: MatrixRequest
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

    /// The bytes of an answer that nobody reads any more: their memory goes while the copy's comes.
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
