import GRDB
import Logging
import MatrixAPI
import NIOCore
import NIOWebSocket
import Synchronization

/// An open stream: it sends updates and receives small requests (protocol, "The stream").
///
/// ## Problem
///
/// A long poll costs a request and a round trip for each update. A stream sends an update as soon as it is committed.
/// The connection may break at any byte, and a client may stop reading. Neither may lose an event or fill the memory.
///
/// ## Parts
///
/// On the server:
///
/// - ``StreamHandshake`` admits a valid request with a valid token. Any other gets an ordinary HTTP response.
/// - This session composes the same response as a sync, sends it if it isn't empty, and waits for ``SyncNotifier``. Its
///   position is the token of the last update.
/// - ``StreamRequest`` answers `ping`, `typing`, `receipt` and `taken`.
/// - ``StreamRegistry`` has all sessions. It pings silent clients, and ends the streams of a revoked token. A session
///   itself ends when its token expires.
/// - ``UnreadGuard`` cuts a client that doesn't read.
///
/// On the client, in `MatrixClient`: `StreamConnector` opens the stream, and `StreamMessages` assembles frames.
/// `StreamHealth` detects a dead connection. `StreamHandler` reads only while `StreamConnection.nextUpdates` waits.
/// `SyncLoop` stores the updates like responses, then confirms to-device messages with `taken`. `SyncMachine` decides
/// between the stream and polls.
///
/// ## Invariants
///
/// - An update is composed after the last one was written out, so that no queue grows. A stalled client is cut:
///   `UnreadAnswerTests.unreadStreamIsClosed`.
/// - A commit between the read and the wait ends the wait: `SyncNotifierTests.notificationBeforeTheWaitEndsIt`.
/// - To-device messages stay until the client confirms them: `StreamTests.streamAcknowledgmentDeletesDeviceMessages`.
/// - A stream ends with its token: `StreamTests.streamClosesOnLogout`.
/// - Frames of two messages never mix: `LongAnswerTests.longStreamUpdateIsOneMessageInSeveralFrames`.
/// - An update that is being stored doesn't count as silence:
///   `StreamHealthTests.silenceIsNotCountedWhileAnUpdateIsApplied`.
/// - Without a stream, the client polls and tries again later:
///   `SyncMachineStreamTests.failedHandshakeFallsBackToPollingAndRetriesLater`.
///
/// ## After a crash
///
/// - The connection breaks: the client discards the incomplete update. It syncs from the last token on its disk, and
///   then opens a stream: `StreamConnectionTests.connectionClosedInsideAFrameIsLost`.
/// - The client ends before an update is stored: the same update comes again, since the token is the older one.
/// - The client ends after it is stored, before `taken`: its next request confirms with its token.
/// - The server ends: it has stored nothing about the stream. The client returns with its token:
///   `SyncLoopTests.serverRestartLosesAndDuplicatesNothing`.
///
/// ## Why nothing simpler
///
/// Polls alone would suffice, and they are the fallback, but they need a request for each update. A stream in one
/// direction couldn't confirm to-device messages. Events are not sent over the stream, as a transaction identifier is
/// scoped to one endpoint.
final class StreamSession: Sendable {
    private struct State {
        var lastHeard = ContinuousClock.now
        var isClosing = false
        var partialText: [UInt8]?
    }

    let token: StreamToken
    /// A client that sent something within this time is not pinged.
    private static let shortSilence: Duration = .seconds(15)
    private static let longestSilence: Duration = .seconds(60)
    private static let largestMessage = 64 * 1024

    private let channel: any Channel
    private let connection: Connection
    private let target: Target
    private let server: Homeserver
    private let state = Mutex(State())
    private let messages = StreamMessageLock()

    init(
        _ channel: any Channel, _ connection: Connection, _ token: StreamToken, _ target: Target, _ server: Homeserver
    ) {
        self.channel = channel
        self.connection = connection
        self.token = token
        self.target = target
        self.server = server
    }

    var caller: Caller { token.caller }

    /// Serves the stream until either side ends it.
    func run(_ stream: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async {
        server.sessions.insert(self)
        let end = endWithToken()
        let updates = Task { await sendUpdates() }
        // The token may have expired while the stream opened, before the stream was registered.
        if !server.tokens.isValid(caller) { close(.tokenEnded) }
        if server.notifier.isClosed { close(.goingAway) }
        do {
            try await stream.executeThenClose { inbound, _ in
                for try await frame in inbound {
                    state.withLock { $0.lastHeard = .now }
                    await receive(frame)
                }
            }
        } catch {
            server.logger.debug("A stream broke off", metadata: ["error": "\(LogText.of(error))"])
        }
        updates.cancel()
        end?.cancel()
        server.sessions.remove(self)
        server.lastSeen.noteEnd(caller)
    }

    /// Sends a close frame and ends the connection. Data that arrives after this is ignored.
    func close(_ end: StreamClosure) {
        let isFirst = state.withLock { state in
            defer { state.isClosing = true }
            return !state.isClosing
        }
        guard isFirst else { return }
        var data = channel.allocator.buffer(capacity: 2)
        data.write(webSocketErrorCode: end.code)
        let channel = channel
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)).whenComplete { _ in
            channel.close(promise: nil)
        }
        // A client that doesn't read would keep the close frame from being sent.
        let connection = connection
        channel.eventLoop.scheduleTask(in: .seconds(1)) { connection.cut() }
    }

    /// Ends the stream when the token that opened it expires.
    private func endWithToken() -> Scheduled<Void>? {
        token.expiresAt.map { end in
            channel.eventLoop.scheduleTask(in: .milliseconds(max(end - Timestamp.now, 0))) { self.close(.tokenEnded) }
        }
    }

    /// Pings a client that is silent, and ends the stream of a client that has been silent for long.
    func check(now: ContinuousClock.Instant) {
        let silence = state.withLock { $0.lastHeard }.duration(to: now)
        if silence >= StreamSession.longestSilence { return close(.goingAway) }
        let channel = channel
        guard silence >= StreamSession.shortSilence, channel.isWritable else { return }
        channel.writeAndFlush(
            WebSocketFrame(fin: true, opcode: .ping, data: channel.allocator.buffer(capacity: 0)), promise: nil)
    }
}

extension StreamSession {
    /// Sends a single update at a time: the next is composed when the last was written out.
    private func sendUpdates() async {
        do {
            if let hash = token.nextHash { try await server.promote(hash, of: caller) }
            let filter = try await FilterArgument.sync(target["filter"], of: caller.userID, server)
            var request = SyncRequest(
                caller: caller, since: target["since"].flatMap(SyncToken.init), filter: filter,
                wantsFullState: target["full_state"] == "true")
            try await server.forgetTaken(by: caller, upTo: request.since)
            while !Task.isCancelled, !server.notifier.isClosed {
                let version = server.notifier.version(of: caller.userID)
                let (answer, composed) = try await server.compose(request)
                if !answer.isEmpty { try await send(composed) }
                request.since = answer.next
                request.wantsFullState = false
                // No notification would wake the loop for the remaining data.
                if answer.hasMore { continue }
                await server.notifier.wait(for: caller.userID, after: version)
            }
        } catch is EndpointError {
            close(.malformed)
        } catch {
            close(.failed)
        }
    }

    /// Sends an update. A long one is a single message of several frames, each read when the kernel has the last
    /// (RFC 6455, section 5.4).
    private func send(_ update: ComposedResponse) async throws {
        switch update.content {
        case .bytes(let bytes):
            try await channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: bytes)).get()
        case .file(let file):
            await messages.begin()
            defer { messages.end() }
            var rest = 0..<file.length
            while !rest.isEmpty {
                let piece = try await file.stored.piece(of: rest)
                let isFirst = rest.lowerBound == 0
                rest = rest.lowerBound + Int64(piece.readableBytes)..<rest.upperBound
                let frame = WebSocketFrame(fin: rest.isEmpty, opcode: isFirst ? .text : .continuation, data: piece)
                try await channel.writeAndFlush(frame).get()
            }
        }
        // The update counts against its budget until it is sent.
        withExtendedLifetime(update) {}
    }

    private func receive(_ frame: WebSocketFrame) async {
        guard !state.withLock({ $0.isClosing }) else { return }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(.protocolError) }
        switch frame.opcode {
        case .ping:
            await reply(.pong, frame.unmaskedData)
        case .pong: return
        case .connectionClose: close(.normal)
        case .text, .continuation: await receiveText(frame)
        default: close(.protocolError)
        }
    }

    private func receiveText(_ frame: WebSocketFrame) async {
        let begun = state.withLock { $0.partialText }
        guard (begun == nil) == (frame.opcode == .text) else { return close(.protocolError) }
        let bytes = (begun ?? []) + Array(frame.unmaskedData.readableBytesView)
        guard bytes.count <= StreamSession.largestMessage else { return close(.tooLarge) }
        state.withLock { $0.partialText = frame.fin ? nil : bytes }
        guard frame.fin else { return }
        guard let json = try? JSONValue(parsing: bytes, maximumDepth: 64), let id = json["id"],
            let method = json["method"]?.string
        else { return close(.malformed) }
        var answer = await StreamRequest(method, json["params"] ?? .emptyObject, caller, server).answer()
        answer["id"] = id
        await reply(.text, ByteBuffer(bytes: answer.serialized))
    }

    /// Sends a reply and waits until it is written. A client that sends requests and doesn't read is not read from
    /// either, so that no queue grows.
    private func reply(_ opcode: WebSocketOpcode, _ data: ByteBuffer) async {
        // A control frame may be sent between the frames of a message, another message may not.
        if opcode == .text { await messages.begin() }
        defer { if opcode == .text { messages.end() } }
        // A write that fails ends the connection, which ends the loop that reads.
        try? await channel.writeAndFlush(WebSocketFrame(fin: true, opcode: opcode, data: data)).get()
    }
}

/// The reason for which the server ends a stream (RFC 6455, section 7.4; protocol, "The stream").
enum StreamClosure: Sendable {
    case normal, goingAway, protocolError, malformed, tooLarge, readerStalled, failed, tokenEnded

    var code: WebSocketErrorCode {
        switch self {
        case .normal: .normalClosure
        case .goingAway: .goingAway
        case .protocolError: .protocolError
        case .malformed: .dataInconsistentWithMessage
        case .tooLarge: .messageTooLarge
        case .readerStalled: .unknown(1013)
        case .failed: .unexpectedServerError
        case .tokenEnded: .unknown(4001)
        }
    }
}

/// Serializes the messages of a stream, since a message may have several frames.
final class StreamMessageLock: Sendable {
    private struct State {
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Returns when no other message is being sent. ``end()`` has to follow.
    func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isHeld else {
                    state.isHeld = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func end() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isHeld = false
                return CheckedContinuation<Void, Never>?.none
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
