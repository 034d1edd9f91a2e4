package import MatrixAPI
package import MatrixClient
import ViewModels

/// Gets verified files of messages, from the cache or the server.
package struct FileKeeping: Sendable {
    private let client: HomeserverClient
    private let places: MediaPlaces
    private let settings: MediaSettings

    package init(client: HomeserverClient, places: MediaPlaces, settings: MediaSettings) {
        self.client = client
        self.places = places
        self.settings = settings
    }

    /// - Parameter content: the content of the message's event.
    package func keep(_ content: JSONValue) async -> FetchedFile {
        guard let file = AttachedFile(content: content) else {
            return .missing(reason: .words("media.names-no-file"))
        }
        let fetch = MediaFetch(client: client, places: places, settings: settings)
        do throws(MediaProblem) {
            return .kept(path: try await fetch.keep(file) { _ in }.path)
        } catch {
            return .missing(reason: error.text)
        }
    }
}
