/// The requested size of a thumbnail, in pixels.
package struct MediaThumbnail: Hashable, Sendable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var description: String { "\(width)x\(height)" }
}
