import Glibc
import NIOCore

/// A client's connection through the proxy, on one event loop: a request, its response, and the faults for either.
/// After an upgrade it forwards all data.
final class ProxyConnection {
    private enum Phase {
        case betweenRequests
        /// The server has not been sent the request yet.
        case holdingRequest(ProxyMessage)
        /// The server was sent the request, and owes this many responses.
        case awaitingAnswer(ProxyMessage, FaultScript.Cue?, answers: Int)
        /// A response is sent in pieces.
        case answering
        case upgraded
        case over
    }

    private let client: any Channel
    private let server: any Channel
    private let script: FaultScript
    private var phase = Phase.betweenRequests
    private var fromClient = ProxyMessageBuffer()
    private var fromServer = ProxyMessageBuffer()
    /// The part of a response that the client has not received yet.
    private var heldBack: ArraySlice<UInt8> = []
    private var pace: Scheduled<Void>?
    /// Whether nothing is forwarded any more, as after a change of the network.
    private var isFrozen = false

    init(client: any Channel, server: any Channel, script: FaultScript) {
        self.client = client
        self.server = server
        self.script = script
    }

    /// Stops forwarding until the end of the connection.
    func freeze() {
        isFrozen = true
        pace?.cancel()
        pace = nil
    }

    func clientSaid(_ bytes: ByteBuffer) {
        guard !isFrozen else { return }
        if case .upgraded = phase {
            server.writeAndFlush(bytes, promise: nil)
        } else {
            fromClient.append(bytes.readableBytesView)
            takeRequest()
        }
    }

    func serverSaid(_ bytes: ByteBuffer) {
        guard !isFrozen else { return }
        if case .upgraded = phase { return passOn(frames: bytes) }
        fromServer.append(bytes.readableBytesView)
        guard let answer = fromServer.next() else { return }
        took(answer)
    }

    func clientLeft() {
        finish()
        server.close(promise: nil)
    }

    func serverLeft() {
        guard !isFrozen else { return }
        // The held part of a response is still sent.
        if case .answering = phase { return }
        finish()
        client.close(promise: nil)
    }

    /// Sends a held request or response, and cancels a pending hold.
    func mend() {
        guard !isFrozen else { return }
        if case .holdingRequest(let request) = phase {
            phase = .awaitingAnswer(request, nil, answers: 1)
            return ask(request)
        }
        if case .awaitingAnswer(let request, let cue, let answers) = phase, cue?.fault.holdsBack == true {
            phase = .awaitingAnswer(request, nil, answers: answers)
        }
        guard case .answering = phase else { return }
        pace?.cancel()
        pace = nil
        tell(Array(heldBack))
        heldBack = []
        endAnswer()
    }

    func reset() {
        finish()
        let close = { [client, server] in
            client.close(promise: nil)
            server.close(promise: nil)
        }
        guard let socket = client as? any SocketOptionProvider else { return close() }
        // On the channel's own event loop the option is set at once.
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in close() }
    }
}

extension ProxyConnection {
    private func takeRequest() {
        guard case .betweenRequests = phase, let request = fromClient.next() else { return }
        let cue = script.cue(for: request)
        switch cue?.fault {
        case .loseRequest:
            note(cue)
            reset()
        case .holdRequest:
            phase = .holdingRequest(request)
            note(cue)
        case .answer(let status, let headers, let body):
            answer(ProxyMessage(status: status, headers: headers, body: body), cue)
        case .echo(let status):
            answer(ProxyMessage(status: status, repeating: request), cue)
        case .repeatAnswer:
            if let last = script.lastAnswer(to: request) { return answer(last, cue) }
            phase = .awaitingAnswer(request, nil, answers: 1)
            ask(request)
        case .repeatRequest:
            note(cue)
            phase = .awaitingAnswer(request, nil, answers: 2)
            ask(request)
        case nil, .loseAnswer, .hold, .reset, .truncate, .stall, .slow, .overtaken, .claim, .change:
            phase = .awaitingAnswer(request, cue, answers: 1)
            ask(request)
        }
    }

    /// Answers instead of the server.
    private func answer(_ answer: ProxyMessage, _ cue: FaultScript.Cue?) {
        note(cue)
        tell(answer.bytes)
        script.answered()
        takeRequest()
    }

    /// Counts a fault. The client may notice a fault at once, so that it is counted before it takes effect.
    private func note(_ cue: FaultScript.Cue?) {
        if let cue { script.note(cue.rule) }
    }

    private func took(_ answer: ProxyMessage) {
        guard case .awaitingAnswer(let request, let cue, let answers) = phase else { return }
        guard answers == 1 else {
            phase = .awaitingAnswer(request, cue, answers: answers - 1)
            return ask(request)
        }
        if answer.status == 101 {
            phase = .upgraded
            tell(answer.bytes)
            script.answered()
            server.writeAndFlush(ByteBuffer(bytes: fromClient.takeRest()), promise: nil)
            return passOn(frames: ByteBuffer(bytes: fromServer.takeRest()))
        }
        script.keep(answer, to: request)
        phase = .answering
        if case .overtaken = cue?.fault {
            heldBack = answer.bytes[...]
            return waitToBeOvertaken(cue)
        }
        note(cue)
        answerClient(answer, cue)
    }

    private func answerClient(_ answer: ProxyMessage, _ cue: FaultScript.Cue?) {
        switch cue?.fault {
        case .loseAnswer: reset()
        case .hold: heldBack = answer.bytes[...]
        case .reset(let count):
            tell(answer.head + answer.body.prefix(count))
            // The reset would overtake data in the client's socket.
            pace = client.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(100)) { self.reset() }
        case .truncate(let count):
            tell(answer.head + answer.body.prefix(count))
            client.close(promise: nil)
        case .stall(let count):
            tell(answer.head + answer.body.prefix(count))
            heldBack = answer.body.dropFirst(count)
        case .slow(let bytesPerSecond):
            tell(answer.head)
            heldBack = answer.body[...]
            dribble(bytesPerSecond)
        case .claim(let bytes):
            var changed = answer
            changed.claimedLength = bytes
            tell(changed.bytes)
        case .change(let change):
            var changed = answer
            changed.body = change(answer.body)
            tell(changed.bytes)
            endAnswer()
        case nil, .overtaken, .loseRequest, .holdRequest, .answer, .echo, .repeatRequest, .repeatAnswer:
            tell(answer.bytes)
            endAnswer()
        }
    }

    private func waitToBeOvertaken(_ cue: FaultScript.Cue?) {
        let connection = NIOLoopBound(self, eventLoop: client.eventLoop)
        script.wait { [script] in
            connection.eventLoop.execute {
                guard case .answering = connection.value.phase, connection.value.pace != nil else { return }
                if let cue { script.note(cue.rule) }
                connection.value.mend()
            }
        }
        pace = client.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(200)) { self.mend() }
    }

    private func dribble(_ bytesPerSecond: Int) {
        let step = TimeAmount.nanoseconds(1_000_000_000 / Int64(max(1, bytesPerSecond)))
        pace = client.eventLoop.assumeIsolated().scheduleTask(in: step) {
            self.tell(Array(self.heldBack.prefix(1)))
            self.heldBack = self.heldBack.dropFirst()
            if self.heldBack.isEmpty { self.mend() } else { self.dribble(bytesPerSecond) }
        }
    }

    private func endAnswer() {
        script.answered()
        guard server.isActive else {
            finish()
            return client.close(promise: nil)
        }
        phase = .betweenRequests
        takeRequest()
    }

    private func passOn(frames bytes: ByteBuffer) {
        guard bytes.readableBytes > 0 else { return }
        guard script.takeFrameCut() else { return client.writeAndFlush(bytes, promise: nil) }
        tell(Array(bytes.readableBytesView.prefix(max(1, bytes.readableBytes / 2))))
        client.close(promise: nil)
    }

    private func ask(_ request: ProxyMessage) {
        server.writeAndFlush(ByteBuffer(bytes: request.bytes), promise: nil)
    }

    private func tell(_ bytes: [UInt8]) {
        client.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    }

    private func finish() {
        pace?.cancel()
        pace = nil
        phase = .over
    }
}
