import HTTPTypes
import Logging
import MatrixAPI
import Pictures

/// Makes thumbnails in at most two separate processes, and caches them. The server itself never decodes an
/// untrusted picture.
actor ThumbnailMaker {
    private static let processes = 2

    private let program: String?
    private let folder: ThumbnailFolder
    private let mostWaiting: Int
    private let logger: Logger
    private var free: [PictureProcess]
    private var waiting: [CheckedContinuation<PictureProcess, Never>] = []

    /// - Parameter configuration: The configuration with the decoding program; without a program no thumbnails are
    ///   made.
    init(_ configuration: ServerConfiguration, _ logger: Logger) {
        program = configuration.pictureProgram
        folder = ThumbnailFolder(in: configuration.dataDirectory, limit: configuration.limits.thumbnailBytes)
        mostWaiting = configuration.limits.thumbnailsWaiting
        self.logger = logger
        free =
            configuration.pictureProgram.map { program in
                (0..<Self.processes).map { _ in PictureProcess(program: program) }
            } ?? []
    }

    /// - Parameter path: The path of the picture.
    /// - Returns: `nil` if nothing here can decode it.
    func find(_ hash: String, at path: String, _ size: ThumbnailSize) async throws -> ThumbnailFolder.Finding? {
        guard program != nil else { return nil }
        if let known = try await folder.find(hash, size) { return known }
        let process = try await begin()
        defer { end(process) }
        // An earlier request may have had it made.
        if let known = try await folder.find(hash, size) { return known }
        do throws(PictureProblem) {
            let made = try await process.thumbnail(
                of: .file(path), width: size.width, height: size.height, method: size.method)
            try? await keep(made, of: hash, at: path, size)
        } catch {
            switch error {
            case .missing, .otherKind: return nil
            case .broken, .crashed, .memory, .time: try await folder.keepNone(hash, isTooLarge: false)
            case .tooManyBytes, .tooManyPixels: try await folder.keepNone(hash, isTooLarge: true)
            case .system, .cancelled:
                logger.error("No picture can be decoded", metadata: ["error": "\(error)"])
                throw Refusal(.serviceUnavailable, .unknown, "The server can't make thumbnails now: try again later")
            }
        }
        return try await folder.find(hash, size)
    }

    private func keep(
        _ made: PictureThumbnail, of hash: String, at path: String, _ size: ThumbnailSize
    ) async throws {
        // A picture that is no larger is sent unchanged, unless it moves.
        let isSmall = made.original.width <= size.width && made.original.height <= size.height
        if isSmall, try await StillPicture.isStill(path) {
            try await folder.keepSame(hash, size)
        } else {
            try await folder.keep(made, of: hash, size)
        }
    }

    private func begin() async throws -> PictureProcess {
        if let process = free.popLast() { return process }
        guard waiting.count < mostWaiting else { throw Refusal.limited(milliseconds: 2_000) }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func end(_ process: PictureProcess) {
        guard !waiting.isEmpty else {
            free.append(process)
            return
        }
        waiting.removeFirst().resume(returning: process)
    }
}
