import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Pictures

/// The thumbnail of a large picture, for clients that don't need the original (client-server API, "m.image",
/// `thumbnail_url`, `thumbnail_file`).
struct SentThumbnail: Sendable {
    let client: HomeserverClient
    let process: PictureProcess

    /// The smallest size of a picture that gets a thumbnail, in bytes.
    static let smallestOriginal: Int64 = 400_000
    /// The maximum width and height, in pixels.
    private static let side = (width: 800, height: 600)

    /// Makes the thumbnail and uploads it. A picture that can't be scaled is sent without a thumbnail.
    ///
    /// - Parameter path: the path of the picture.
    /// - Returns: the line's content with the fields of the thumbnail; `nil` if there is no thumbnail.
    func added(to line: OutboxLine, path: String, isSealed: Bool) async -> JSONValue? {
        guard line.kind == .picture, let file = line.file, file.size >= Self.smallestOriginal,
            var content = try? JSONValue(parsing: line.content)
        else { return nil }
        guard
            let thumbnail = try? await process.thumbnail(
                of: .file(path), width: Self.side.width, height: Self.side.height, method: .scale),
            // A thumbnail that saves little isn't worth a second file.
            Int64(thumbnail.bytes.count) <= file.size / 2
        else { return nil }
        var info = content["info"] ?? .emptyObject
        // An earlier try may have set the other field.
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
