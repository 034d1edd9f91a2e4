import Conversations
import MatrixAPI
import MatrixClient
import Pictures
import Storage

/// Uploads the file of a line before the line itself is sent.
struct FileCarrier: Sendable {
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
    func carry(_ id: String, progress: @escaping @Sendable (Int64?) async -> Void) async -> OutboxMachine.Outcome? {
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
        do throws(UploadSource.Hindrance) {
            let opened = try outbox.files.path(of: line.id).flatMap { path throws(UploadSource.Hindrance) in
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
        return try await outbox.keep(upload, content: content?.serializedText, ofLine: line.id) ? nil : .withdrawn
    }

    private func withThumbnail(_ line: OutboxLine, isSealed: Bool) async -> JSONValue? {
        guard let pictures, let path = outbox.files.path(of: line.id) else { return nil }
        return await SentThumbnail(client: client, process: pictures).added(to: line, path: path, isSealed: isSealed)
    }
}
