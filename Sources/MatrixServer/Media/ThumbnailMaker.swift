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
    private let maxWaiting: Int
    private let logger: Logger
    private var free: [PictureProcess]
    private var waiting: [CheckedContinuation<PictureProcess, Never>] = []

    /// - Parameter configuration: The configuration with the decoding program; without a program no thumbnails are
    ///   made.
    init(_ configuration: ServerConfiguration, _ logger: Logger) {
        program = configuration.pictureProgram
        folder = ThumbnailFolder(in: configuration.dataDirectory, limit: configuration.limits.thumbnailBytes)
        maxWaiting = configuration.limits.thumbnailsWaiting
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
        // An earlier request may have had it made while this one waited.
        if let known = try await folder.find(hash, size) { return known }
        do throws(PictureDecodingError) {
            let made = try await process.thumbnail(
                of: .file(path), width: size.width, height: size.height, method: size.method)
            try? await store(made, of: hash, at: path, size)
        } catch {
            switch error {
            case .missing, .otherKind: return nil
            case .broken, .crashed, .memory, .time: try await folder.storeFailure(hash, isTooLarge: false)
            case .tooManyBytes, .tooManyPixels: try await folder.storeFailure(hash, isTooLarge: true)
            case .system, .cancelled:
                logger.error("No picture can be decoded", metadata: ["error": "\(error)"])
                throw EndpointError(
                    .serviceUnavailable, .unknown, "The server can't make thumbnails now: try again later")
            }
        }
        return try await folder.find(hash, size)
    }

    private func store(
        _ made: PictureThumbnail, of hash: String, at path: String, _ size: ThumbnailSize
    ) async throws {
        // A picture that is no larger is sent unchanged, unless it moves.
        let isSmall = made.original.width <= size.width && made.original.height <= size.height
        if isSmall, try await StillPicture.isStill(path) {
            try await folder.keepSame(hash, size)
        } else {
            try await folder.store(made, of: hash, size)
        }
    }

    private func begin() async throws -> PictureProcess {
        if let process = free.popLast() { return process }
        guard waiting.count < maxWaiting else { throw EndpointError.limited(milliseconds: 2_000) }
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

/// The thumbnail size for a request. It is one of a few, so that few thumbnails are made of a picture
/// (client-server API, "Thumbnails").
struct ThumbnailSize: Hashable, Sendable {
    let width: Int
    let height: Int
    let method: PictureThumbnail.Method

    /// - Returns: `nil` if the requested size exceeds all of them.
    /// - Throws: An error if the request names no size.
    init?(_ call: Call) throws {
        var sides: [Int] = []
        for name in ["width", "height"] {
            guard let side = try call.number(name) else { throw EndpointError.missing(name) }
            sides.append(max(1, side))
        }
        guard let method = PictureThumbnail.Method(rawValue: call.target["method"] ?? "scale") else {
            throw EndpointError.invalid("method must be crop or scale")
        }
        self.init(width: sides[0], height: sides[1], method)
    }

    /// - Parameters:
    ///   - width: The requested width in pixels.
    ///   - height: The requested height in pixels.
    init?(width: Int, height: Int, _ method: PictureThumbnail.Method) {
        switch method {
        case .scale:
            guard let box = Self.boxes.first(where: { $0.width >= width && $0.height >= height }) else { return nil }
            (self.width, self.height) = box
        case .crop:
            // The thumbnail has the requested aspect ratio.
            let longer = max(width, height)
            guard let side = Self.sides.first(where: { $0 >= longer }) else { return nil }
            self.width = max(1, side * width / longer)
            self.height = max(1, side * height / longer)
        }
        self.method = method
    }

    var name: String { "\(width)x\(height)-\(method.rawValue)" }

    /// The sizes for scaling. The first three are the specification's.
    private static let boxes: [(width: Int, height: Int)] = [(320, 240), (640, 480), (800, 600), (1_600, 1_200)]
    /// The longer sides for cropping. The first two are the specification's.
    private static let sides = [32, 96, 320, 640]
}
