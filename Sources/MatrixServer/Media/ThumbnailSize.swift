import MatrixAPI
import Pictures

/// The thumbnail size for a request. It is one of a few, so that few thumbnails are made of a picture
/// (client-server API, "Thumbnails").
struct ThumbnailSize: Hashable, Sendable {
    let width: Int
    let height: Int
    let method: PictureThumbnail.Method

    /// - Returns: `nil` if none is as large: the picture itself is at least not smaller.
    /// - Throws: An error if the request names no size.
    init?(_ call: Call) throws {
        var sides: [Int] = []
        for name in ["width", "height"] {
            guard let side = try call.number(name) else { throw Refusal.missing(name) }
            sides.append(max(1, side))
        }
        guard let method = PictureThumbnail.Method(rawValue: call.target["method"] ?? "scale") else {
            throw Refusal.invalid("method must be crop or scale")
        }
        self.init(width: sides[0], height: sides[1], method)
    }

    /// - Parameters:
    ///   - width: The requested width in pixels, as `height`.
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
