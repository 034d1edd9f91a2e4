import HTTPTypes
import MatrixAPI

/// `GET download` (client-server API, "Content repository").
enum DownloadEndpoint {
    @Sendable static func get(_ call: Call) async throws -> FileAnswer {
        let media = try await media(of: call)
        let disposition = ContentDisposition.text(
            isInline: media.type.mayBeInline, name: call.parameters["fileName"] ?? media.name)
        return try await FileAnswer.of(media, disposition: disposition, to: call)
    }

    /// Returns the upload that the path names, and waits for a pending one. Uploads of other servers are not known
    /// here.
    static func media(of call: Call) async throws -> Media {
        let id = call.parameter("mediaID")
        guard call.parameter("serverName") == call.server.configuration.serverName else { throw unknown }
        let end = ContinuousClock.now + (try wait(call))
        var isOver = false
        while true {
            let owner: String
            switch try await state(id, call) {
            case nil: throw unknown
            case .uploaded(let media): return media
            case .pending(let reserver): owner = reserver
            }
            if isOver { throw notYet }
            let (notifier, listener) = (call.server.notifier, MediaStore.listener(of: owner))
            let version = notifier.version(of: listener)
            // It may have been uploaded before the version was read.
            if case .uploaded(let media) = try await state(id, call) { return media }
            let rest = end - .now
            if rest > .zero { await notifier.wait(for: listener, after: version, atMost: rest, of: call.client) }
            isOver = end <= .now || notifier.isClosed || call.client?.isGone == true
        }
    }

    private static func state(_ id: String, _ call: Call) async throws -> UploadStanding? {
        try await call.read { try MediaTable($0).state(of: id) }
    }

    private static func wait(_ call: Call) throws -> Duration {
        let limits = call.server.configuration.limits
        guard let milliseconds = try call.number("timeout_ms") else { return limits.usualFileWait }
        return min(.milliseconds(milliseconds), limits.longestFileWait)
    }

    private static let unknown = Refusal.notFound("There is no such file here")
    private static let notYet = Refusal(.gatewayTimeout, .notYetUploaded, "The file is still to come: try again later")
}
