import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Pictures

/// A smaller picture that goes with a large one, for whoever needs no more (client-server API, "m.image", `thumbnail_url`,
/// `thumbnail_file`).
struct SentThumbnail: Sendable {
    let client: HomeserverClient
    let process: PictureProcess

    /// A picture of fewer bytes needs none.
    static let smallestOriginal: Int64 = 400_000
    /// The most that it is wide and high, in pixels.
    private static let side = (width: 800, height: 600)

    /// Makes it and brings it to the server. A picture that none can be made of goes without.
    ///
    /// - Parameter path: of the picture.
    /// - Returns: the line's content with what it says of the thumbnail; `nil` where there is none.
    func added(to line: OutboxLine, path: String, isSealed: Bool) async -> JSONValue? {
        guard line.kind == .picture, let file = line.file, file.size >= Self.smallestOriginal,
            var content = try? JSONValue(parsing: line.content)
        else { return nil }
        guard
            let thumbnail = try? await process.thumbnail(
                of: .file(path), width: Self.side.width, height: Self.side.height, method: .scale),
            // One that saves next to nothing is one file too many.
            Int64(thumbnail.bytes.count) <= file.size / 2
        else { return nil }
        var info = content["info"] ?? .emptyObject
        // An earlier try may have been of the other kind.
        info["thumbnail_url"] = nil
        info["thumbnail_file"] = nil
        do throws(MatrixClientError) {
            if isSealed {
                var sealer = FileSealer()
                let address = try await upload(sealer.seal(thumbnail.bytes), type: MIMEType.unknown)
                info["thumbnail_file"] = sealer.finish().json(address: address)
            } else {
                info["thumbnail_url"] = .string(try await upload(thumbnail.bytes, type: thumbnail.kind.rawValue))
            }
        } catch {
            return nil
        }
        info["thumbnail_info"] = [
            "mimetype": .string(thumbnail.kind.rawValue), "size": .integer(Int64(thumbnail.bytes.count)),
            "w": .integer(Int64(thumbnail.size.width)), "h": .integer(Int64(thumbnail.size.height)),
        ]
        content["info"] = info
        return content
    }

    private func upload(_ bytes: [UInt8], type: String) async throws(MatrixClientError) -> String {
        try await client.upload(length: Int64(bytes.count), type: type, name: nil) { offset in
            Array(bytes.dropFirst(Int(offset)))
        }
    }
}
