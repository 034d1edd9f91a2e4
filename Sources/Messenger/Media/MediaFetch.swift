import MatrixAPI
import MatrixClient
import MatrixCrypto

/// Brings one file of a message to this machine: from the server, or from what is kept; checks it, and puts it where it is wanted.
struct MediaFetch: Sendable {
    let client: HomeserverClient
    let places: MediaPlaces
    var settings: MediaSettings

    /// - Parameter progress: is told each percent once.
    func run(_ wish: MediaWish, progress: @escaping @Sendable (Int?) -> Void) async -> MediaEvent {
        do throws(MediaProblem) {
            let kept = try await keep(wish.file, progress: progress)
            switch wish.purpose {
            case .opening:
                guard kept.kind != nil else { throw .notShown }
                return .fetched(wish, path: kept.path)
            case .saving(let typed):
                let name = SafeFileName(wish.file.name, kind: kept.kind).text
                let target = SavePlace(typed: typed, name: name, places: places)
                let path = try await BlockingWork.run { () throws(MediaProblem) in try target.save(kept.path) }
                return .saved(eventID: wish.eventID, path: places.shortened(path))
            }
        } catch {
            if case .server(.cancelled) = error { return .failed(eventID: wish.eventID, nil) }
            return .failed(eventID: wish.eventID, error)
        }
    }

    /// Returns once the file is here as it was sent, checked.
    ///
    /// - Parameter thumbnail: asks the server for a smaller picture of it instead.
    func keep(
        _ file: AttachedFile, thumbnail: MediaThumbnail? = nil, progress: @escaping @Sendable (Int?) -> Void
    ) async throws(MediaProblem) -> KeptFile {
        if ImportedFiles.have(file.address) {
            let files = ImportedFiles(path: places.imported)
            let kept = try await BlockingWork.run { () throws(MediaProblem) in try files.find(file.address) }
            guard let kept, file.encryption == nil else { throw .notImported }
            return kept
        }
        let cache = MediaCache(path: places.kept, limit: settings.keptBytes)
        let key = MediaCache.key(of: file, thumbnail: thumbnail)
        let size = thumbnail == nil ? file.size : nil
        if let kept = try await BlockingWork.run({ () throws(MediaProblem) in try cache.find(key) }) { return kept }
        let turn = places.kept + "/" + key
        guard await FetchTurns.shared.begin(turn) else { throw .server(.cancelled) }
        do throws(MediaProblem) {
            let kept = try await fetch(file, size, thumbnail, key: key, into: cache, progress: progress)
            await FetchTurns.shared.end(turn)
            return kept
        } catch {
            await FetchTurns.shared.end(turn)
            throw error
        }
    }

    /// Fetches a file, unless another fetch has brought it while this one waited for its turn.
    private func fetch(
        _ file: AttachedFile, _ size: Int64?, _ thumbnail: MediaThumbnail?, key: String, into cache: MediaCache,
        progress: @escaping @Sendable (Int?) -> Void
    ) async throws(MediaProblem) -> KeptFile {
        if let kept = try await BlockingWork.run({ () throws(MediaProblem) in try cache.find(key) }) { return kept }
        let limit = settings.largestBytes
        let encryption = try file.encryption.map { json throws(MediaProblem) in
            do { return try EncryptedFile(json: json) } catch { throw .unknownEncryption }
        }
        let part = try await BlockingWork.run { () throws(MediaProblem) in try cache.part(key) }
        do throws(MediaProblem) {
            try await load(file, size, thumbnail, into: part, limit: limit, progress: progress)
            let kept = try await BlockingWork.run { () throws(MediaProblem) in
                try cache.finish(part, key: key, encryption: encryption)
            }
            part.end()
            return kept
        } catch {
            part.end()
            throw error
        }
    }

    /// What is here already.
    func find(_ file: AttachedFile) async throws(MediaProblem) -> KeptFile? {
        let cache = MediaCache(path: places.kept, limit: settings.keptBytes)
        return try await BlockingWork.run { () throws(MediaProblem) in try cache.find(MediaCache.key(of: file)) }
    }

    private func load(
        _ file: AttachedFile, _ size: Int64?, _ thumbnail: MediaThumbnail?, into part: PartialFile, limit: Int64,
        progress: @escaping @Sendable (Int?) -> Void
    ) async throws(MediaProblem) {
        let meter = ProgressMeter(expected: size, tell: progress)
        let sink = MediaSink { answer in
            await part.attempt { part throws(MediaProblem) in
                // Before what came so far would give way to it.
                guard file.mayBe(answer) else { throw .server(.notMatrix(status: 200)) }
                try part.begin(answer)
                meter.begin(at: part.count, of: answer.total)
            }
        } take: { bytes in
            await part.attempt { part throws(MediaProblem) in
                try part.write(bytes)
                meter.arrived(part.count)
            }
        }
        do throws(MatrixClientError) {
            try await client.download(
                file.address, from: part.count, tag: part.tag, limit: limit, thumbnail: thumbnail, into: sink)
        } catch {
            if let problem = part.failure { throw problem }
            guard error == .unreachable(.tooLargeAnswer) else { throw .server(error) }
            BlockingWork.later { part.remove() }
            throw .tooLarge(limit: limit)
        }
    }
}
