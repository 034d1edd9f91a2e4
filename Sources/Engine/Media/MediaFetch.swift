package import MatrixAPI
package import MatrixClient
import MatrixCrypto
import Synchronization

/// Gets the file of a message from the cache or the server, verifies it, and opens or saves it.
package struct MediaFetch: Sendable {
    package let client: HomeserverClient
    package let places: MediaDirectories
    package var settings: MediaSettings

    package init(client: HomeserverClient, places: MediaDirectories, settings: MediaSettings) {
        self.client = client
        self.places = places
        self.settings = settings
    }

    /// - Parameter progress: called with each new percentage; never called if the size is unknown.
    func run(_ wish: MediaRequest, progress: @escaping @Sendable (Int?) -> Void) async -> MediaEvent {
        do throws(MediaError) {
            let kept = try await fetch(wish.file, progress: progress)
            switch wish.purpose {
            case .opening:
                guard kept.kind != nil else { throw .notShown }
                return .fetched(wish, path: kept.path)
            case .saving(let typed):
                let name = SafeFileName(wish.file.name, kind: kept.kind).text
                let target = SaveDestination(typed: typed, name: name, places: places)
                let path = try await BlockingWork.run { () throws(MediaError) in try target.save(kept.path) }
                return .saved(eventID: wish.eventID, path: places.shortened(path))
            }
        } catch {
            if case .server(.cancelled) = error { return .failed(eventID: wish.eventID, nil) }
            return .failed(eventID: wish.eventID, error)
        }
    }

    /// Returns the file once it is complete and verified.
    ///
    /// - Parameter thumbnail: the thumbnail to request from the server instead of the file.
    package func fetch(
        _ file: AttachedFile, thumbnail: MediaThumbnail? = nil, progress: @escaping @Sendable (Int?) -> Void
    ) async throws(MediaError) -> CachedFile {
        if ImportedFiles.have(file.address) {
            let files = ImportedFiles(path: places.imported)
            let kept = try await BlockingWork.run { () throws(MediaError) in try files.find(file.address) }
            guard let kept, file.encryption == nil else { throw .notImported }
            return kept
        }
        let cache = MediaCache(path: places.kept, limit: settings.keptBytes)
        let key = MediaCache.key(of: file, thumbnail: thumbnail)
        let size = thumbnail == nil ? file.size : nil
        if let kept = try await BlockingWork.run({ () throws(MediaError) in try cache.find(key) }) { return kept }
        let turn = places.kept + "/" + key
        guard await FetchSerializer.shared.begin(turn) else { throw .server(.cancelled) }
        do throws(MediaError) {
            let kept = try await fetch(file, size, thumbnail, key: key, into: cache, progress: progress)
            await FetchSerializer.shared.end(turn)
            return kept
        } catch {
            await FetchSerializer.shared.end(turn)
            throw error
        }
    }

    /// Fetches a file, unless another fetch has completed it while this one waited for its turn.
    private func fetch(
        _ file: AttachedFile, _ size: Int64?, _ thumbnail: MediaThumbnail?, key: String, into cache: MediaCache,
        progress: @escaping @Sendable (Int?) -> Void
    ) async throws(MediaError) -> CachedFile {
        if let kept = try await BlockingWork.run({ () throws(MediaError) in try cache.find(key) }) { return kept }
        let limit = settings.largestBytes
        let encryption = try file.encryption.map { json throws(MediaError) in
            do { return try EncryptedFile(json: json) } catch { throw .unknownEncryption }
        }
        let part = try await BlockingWork.run { () throws(MediaError) in try cache.part(key) }
        do throws(MediaError) {
            try await load(file, size, thumbnail, into: part, limit: limit, progress: progress)
            let kept = try await BlockingWork.run { () throws(MediaError) in
                try cache.finish(part, key: key, encryption: encryption)
            }
            part.end()
            return kept
        } catch {
            part.end()
            throw error
        }
    }

    /// Returns the file if it is in the cache.
    package func find(_ file: AttachedFile) async throws(MediaError) -> CachedFile? {
        let cache = MediaCache(path: places.kept, limit: settings.keptBytes)
        return try await BlockingWork.run { () throws(MediaError) in try cache.find(MediaCache.key(of: file)) }
    }

    private func load(
        _ file: AttachedFile, _ size: Int64?, _ thumbnail: MediaThumbnail?, into part: PartialFile, limit: Int64,
        progress: @escaping @Sendable (Int?) -> Void
    ) async throws(MediaError) {
        let meter = ProgressMeter(expected: size, tell: progress)
        let sink = MediaSink { answer in
            await part.attempt { part throws(MediaError) in
                // This check comes first, so that a wrong response doesn't overwrite the partial file.
                guard file.mayBe(answer) else { throw .server(.notMatrix(status: 200)) }
                try part.begin(answer)
                meter.begin(at: part.count, of: answer.total)
            }
        } take: { bytes in
            await part.attempt { part throws(MediaError) in
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

/// Lets only one fetch of a file run at a time, so that a second one finds the first one's result in the cache.
///
/// Two messages may have the same file and request it at the same time. Only one fetch can own the partial file.
/// Without turns the second fetch fails, and its picture is not drawn.
actor FetchSerializer {
    static let shared = FetchSerializer()

    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The callers that wait for each running fetch, in order of arrival.
    private var waiters: [String: [Waiter]] = [:]
    private var count = 0

    /// Waits until no other fetch of the same file runs.
    ///
    /// - Returns: `false` if the task was canceled meanwhile. Then ``end(_:)`` must not be called.
    func begin(_ file: String) async -> Bool {
        guard !Task.isCancelled else { return false }
        guard waiters[file] != nil else {
            waiters[file] = []
            return true
        }
        count += 1
        let id = count
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                waiters[file, default: []].append(Waiter(id: id, continuation: continuation))
            }
        } onCancel: {
            Task { await self.cancel(id, of: file) }
        }
    }

    func end(_ file: String) {
        guard var waiting = waiters[file], !waiting.isEmpty else {
            waiters[file] = nil
            return
        }
        let next = waiting.removeFirst()
        waiters[file] = waiting
        next.continuation.resume(returning: true)
    }

    private func cancel(_ id: Int, of file: String) {
        guard let index = waiters[file]?.firstIndex(where: { $0.id == id }) else { return }
        waiters[file]?.remove(at: index).continuation.resume(returning: false)
    }
}

/// Reports the progress of a download, each percent once.
final class ProgressMeter: Sendable {
    private let expected: Int64?
    private let tell: @Sendable (Int?) -> Void
    private let state = Mutex<(whole: Int64?, told: Int?)>((nil, nil))

    /// - Parameter expected: the expected size in bytes, in case the response states none.
    init(expected: Int64?, tell: @escaping @Sendable (Int?) -> Void) {
        self.expected = expected
        self.tell = tell
    }

    func begin(at count: Int64, of total: Int64?) {
        state.withLock { $0 = (total ?? expected, nil) }
        arrived(count)
    }

    func arrived(_ count: Int64) {
        let percent = state.withLock { state -> Int? in
            guard let whole = state.whole, whole > 0 else { return nil }
            let percent = Int(Double(max(0, min(count, whole))) / Double(whole) * 100)
            guard percent != state.told else { return nil }
            state.told = percent
            return percent
        }
        if let percent { tell(percent) }
    }
}

extension AttachedFile {
    /// Whether the response may be the file. A captive portal answers every request with its own HTML page. The
    /// stated size is only compared for such a page, since senders may state a wrong size.
    func mayBe(_ answer: MediaPart) -> Bool {
        guard answer.isPage else { return true }
        if let size, size == answer.total { return true }
        let (type, name) = (type?.lowercased() ?? "", name.lowercased())
        return MediaPart.pageTypes.contains { type.hasPrefix($0) }
            || [".html", ".htm", ".xhtml"].contains { name.hasSuffix($0) }
    }
}
