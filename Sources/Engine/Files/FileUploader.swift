import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Pictures
import Storage
import Synchronization

/// Uploads the file of a line before the line itself is sent.
struct FileUploader: Sendable {
    let client: HomeserverClient
    let outbox: OutboxStore
    let limit: UploadLimit
    let withdrawals: Withdrawals
    /// Makes thumbnails of large pictures; `nil` in a program that makes none.
    var pictures: PictureProcess?

    /// Uploads the file and stores its address on disk before returning. A crash costs one more upload, but never
    /// sends the message twice.
    ///
    /// - Parameter progress: called with the number of bytes sent; with `nil` when the upload stopped and has to
    ///   start again.
    /// - Returns: the outcome of the line if it can't be sent; `nil` if it can.
    func upload(_ id: String, progress: @escaping @Sendable (Int64?) async -> Void) async -> OutboxMachine.Outcome? {
        do throws(StorageError) {
            return switch try await outbox.upload(ofLine: id) {
            case .nothing: nil
            case .inClear(let line): try await upload(line, isSealed: false, progress)
            case .sealed(let line): try await upload(line, isSealed: true, progress)
            }
        } catch {
            return .failedForNow(.everything, retryAfter: nil)
        }
    }

    private func upload(
        _ line: OutboxLine, isSealed: Bool, _ progress: @escaping @Sendable (Int64?) async -> Void
    ) async throws(StorageError) -> OutboxMachine.Outcome? {
        guard let file = line.file else { return nil }
        let source: UploadSource
        do throws(UploadSource.TemporaryError) {
            let opened = try outbox.files.path(of: line.id).flatMap { path throws(UploadSource.TemporaryError) in
                try UploadSource(path: path, size: file.size, isSealed: isSealed) { [withdrawals] in
                    withdrawals.contains(line.id)
                }
            }
            guard let opened else { return .refused(reason: .fileIsGone) }
            source = opened
        } catch {
            return .failedForNow(.everything, retryAfter: nil)
        }
        let address: String
        do throws(MatrixClientError) {
            if let most = try await limit.find(client), file.size > most {
                return .refused(reason: .fileTooLarge(size: file.size, limit: most))
            }
            let details = UploadDetails(line)
            address = try await client.upload(
                length: file.size, type: isSealed ? MIMEType.unknown : details.type,
                name: isSealed ? nil : details.name
            ) { offset in
                let piece = try await source.read(at: offset)
                let sent = offset + Int64(piece.count)
                if source.isNews(sent) { await progress(sent) }
                return piece
            }
        } catch {
            await progress(nil)
            if withdrawals.contains(line.id) { return .withdrawn }
            return source.isBroken ? .refused(reason: .fileIsGone) : error.outcome
        }
        let upload: OutboxFile.Upload =
            isSealed ? .sealed(source.sealedJSON(address: address)) : .inClear(address: address)
        let content = await withThumbnail(line, isSealed: isSealed)
        return try await outbox.save(upload, content: content?.serializedText, ofLine: line.id) ? nil : .withdrawn
    }

    private func withThumbnail(_ line: OutboxLine, isSealed: Bool) async -> JSONValue? {
        guard let pictures, let path = outbox.files.path(of: line.id) else { return nil }
        return await SentThumbnail(client: client, process: pictures).added(to: line, path: path, isSealed: isSealed)
    }
}

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
                var sealer = FileEncryptor()
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

/// The media type and name that are sent with an unencrypted file, taken from the line's content.
struct UploadDetails {
    let type: String
    let name: String?

    init(_ line: OutboxLine) {
        let content = try? JSONValue(parsing: line.content)
        type = content?["info"]?["mimetype"]?.string ?? MIMEType.unknown
        name = content?["filename"]?.string
    }
}

/// The lines that were withdrawn while the program runs. Their uploads stop at the next piece.
final class Withdrawals: Sendable {
    private let ids = Mutex<Set<String>>([])

    func add(_ lineIDs: [String]) {
        ids.withLock { $0.formUnion(lineIDs) }
    }

    func contains(_ lineID: String) -> Bool { ids.withLock { $0.contains(lineID) } }
}

/// The server's upload limit in bytes, which is requested once and then cached.
final class UploadLimit: Sendable {
    private enum State {
        case unknown
        /// The server's answer; `nil` if it states no limit.
        case known(Int64?)
    }

    private let state = Mutex(State.unknown)

    /// The limit; `nil` if it hasn't been requested yet or the server states none.
    var known: Int64? {
        state.withLock { state in
            if case .known(let limit) = state { limit } else { nil }
        }
    }

    func find(_ client: HomeserverClient) async throws(MatrixClientError) -> Int64? {
        if case .known(let limit) = state.withLock({ $0 }) { return limit }
        let limit = try await client.uploadLimit()
        state.withLock { $0 = .known(limit) }
        return limit
    }
}
