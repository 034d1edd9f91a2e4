import Foundation
import Synchronization

/// A desktop notification server, as `org.freedesktop.Notifications` on a bus. It records the notifications, and
/// ends when this object is deallocated.
package final class NoticeServer: Sendable {
    package struct Notice: Hashable, Sendable {
        package let number: UInt32
        /// The number of the replaced notification. 0 stands for none.
        package let replaced: UInt32
        package let program: String
        package let title: String
        package let text: String
    }

    private struct State {
        var shown: [Notice] = []
        var closed: [UInt32] = []
        var lastNumber: UInt32
        var lastSerial: UInt32 = 0
        var owns = false
    }

    private static let name = "org.freedesktop.Notifications"

    private let descriptor: Int32
    private let state: Mutex<State>
    private let capabilities: [String]

    /// - Parameters:
    ///   - firstNumber: The number of the first notification.
    ///   - takesMarkup: Whether texts are markup.
    package init(on bus: DesktopBus, firstNumber: UInt32 = 1, takesMarkup: Bool = true) async throws {
        capabilities = takesMarkup ? ["body", "body-markup"] : ["body"]
        state = Mutex(State(lastNumber: firstNumber - 1))
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bus.path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) } == 0
        }
        guard isConnected else {
            throw ScreenFailure.notStarted(program: "a notice server", reason: String(cString: strerror(errno)))
        }
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8))
        var answer = [UInt8](repeating: 0, count: 512)
        guard recv(descriptor, &answer, answer.count, 0) > 2, answer.starts(with: Array("OK".utf8)) else {
            throw ScreenFailure.notStarted(program: "a notice server", reason: String(decoding: answer, as: UTF8.self))
        }
        send(Array("BEGIN\r\n".utf8))
        ask("Hello", "") { _ in }
        ask("RequestName", "su") { body in
            body.text(Self.name)
            // Without flags, the request waits for a previous server that is about to release the name.
            body.number(0)
        }
        Thread.detachNewThread { [weak self, descriptor] in Self.serve(descriptor) { self } }
        while !state.withLock(\.owns) { try await Task.sleep(for: .milliseconds(5)) }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// All notifications that were requested, the newest last.
    package var shown: [Notice] { state.withLock(\.shown) }
    /// The numbers of the notifications that were closed.
    package var closed: [UInt32] { state.withLock(\.closed) }

    /// The notifications that are visible on the desktop.
    package var standing: [Notice] {
        state.withLock { state in
            var standing: [UInt32: Notice] = [:]
            for notice in state.shown { standing[notice.number] = notice }
            for number in state.closed { standing[number] = nil }
            return standing.values.sorted { $0.number < $1.number }
        }
    }

    package func waitFor(_ what: String, _ isThere: (NoticeServer) -> Bool) async throws {
        let patience = Patience()
        while !isThere(self) {
            guard await patience.pause() else {
                throw ScreenFailure.notEnded(screen: "no \(what): \(shown), closed \(closed)")
            }
        }
    }

    private static func serve(_ descriptor: Int32, _ server: () -> NoticeServer?) {
        var waiting: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { break }
            waiting += bytes[..<count]
            while let message = BusMessage(&waiting) { server()?.take(message) }
        }
        close(descriptor)
    }

    private func take(_ message: BusMessage) {
        guard message.kind == .call else {
            // The second answer is the one to the request for the name.
            if message.kind == .answer, case .number(2)? = message.fields[BusMessage.answeredSerial] {
                state.withLock { $0.owns = true }
            }
            return
        }
        var reader = BusReader(message.body)
        switch message.fields[BusMessage.member]?.text {
        case "GetCapabilities": answer(message, "as") { $0.texts(capabilities) }
        case "Notify":
            let program = reader.text()
            let replaced = reader.number()
            _ = reader.text()
            let (title, text) = (reader.text(), reader.text())
            let number = state.withLock { state in
                let isKnown = state.shown.contains { $0.number == replaced } && !state.closed.contains(replaced)
                if !isKnown { state.lastNumber += 1 }
                let number = isKnown ? replaced : state.lastNumber
                state.shown.append(
                    Notice(number: number, replaced: replaced, program: program, title: title, text: text))
                return number
            }
            answer(message, "u") { $0.number(number) }
        case "CloseNotification":
            let number = reader.number()
            state.withLock { $0.closed.append(number) }
            answer(message, "") { _ in }
        default: break
        }
    }

    private func ask(_ member: String, _ signature: String, _ fill: (inout BusWriter) -> Void) {
        var message = BusMessage(.call, serial: nextSerial)
        message.fields[BusMessage.path] = .text("/org/freedesktop/DBus", type: "o")
        message.fields[BusMessage.interface] = .text("org.freedesktop.DBus", type: "s")
        message.fields[BusMessage.member] = .text(member, type: "s")
        message.fields[BusMessage.destination] = .text("org.freedesktop.DBus", type: "s")
        send(message, signature, fill)
    }

    private func answer(_ call: BusMessage, _ signature: String, _ fill: (inout BusWriter) -> Void) {
        guard call.wantsAnswer else { return }
        var message = BusMessage(.answer, serial: nextSerial)
        message.fields[BusMessage.answeredSerial] = .number(call.serial)
        message.fields[BusMessage.destination] = call.fields[BusMessage.sender]
        send(message, signature, fill)
    }

    private var nextSerial: UInt32 {
        state.withLock { state in
            state.lastSerial += 1
            return state.lastSerial
        }
    }

    private func send(_ message: BusMessage, _ signature: String, _ fill: (inout BusWriter) -> Void) {
        var (message, body) = (message, BusWriter())
        fill(&body)
        message.body = body.bytes
        if !signature.isEmpty { message.fields[BusMessage.signature] = .text(signature, type: "g") }
        send(message.bytes)
    }

    private func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
