package import Engine
package import MatrixAPI
package import MatrixClient
import Messenger
import ViewModels

/// The result of fetching a message's file.
package enum FetchedFile: Hashable, Sendable {
    /// The complete, verified file at a path in the profile. It may be evicted from the cache later.
    case cached(path: String)
    /// The error message, which may contain untrusted text.
    case missing(reason: String)
}

/// Gets verified files of messages, from the cache or the server.
package struct MessageFileFetcher: Sendable {
    private let client: HomeserverClient
    private let places: MediaDirectories
    private let settings: MediaSettings

    package init(client: HomeserverClient, places: MediaDirectories, settings: MediaSettings) {
        self.client = client
        self.places = places
        self.settings = settings
    }

    /// - Parameter content: the content of the message's event.
    package func fetch(_ content: JSONValue) async -> FetchedFile {
        guard let file = AttachedFile(content: content) else {
            return .missing(reason: .words("media.names-no-file"))
        }
        let fetch = MediaFetch(client: client, places: places, settings: settings)
        do throws(MediaError) {
            return .cached(path: try await fetch.fetch(file) { _ in }.path)
        } catch {
            return .missing(reason: error.text)
        }
    }
}

/// The directory beside an export that has the files of its messages. All file names in it are safe.
package struct ExportFilesDirectory {
    /// The name of the directory, relative to the export.
    package static let name = ExportedFolder.mediaDirectory

    private let directory: String
    private var count = 0

    /// - Parameter directory: the path of the existing directory.
    package init(directory: String) {
        self.directory = directory
    }

    /// Copies a file into the directory.
    ///
    /// - Parameters:
    ///   - path: the path of the cached file.
    ///   - message: the message with the file.
    package mutating func save(_ path: String, of message: ExportedMessage) -> SavedFile {
        let kind = OpenableFileKind(rawValue: path.split(separator: ".").last.map(String.init) ?? "")
        count += 1
        let safe = SafeFileName(message.file?.name ?? "", kind: kind).text
        // A number in front keeps the order, and makes equal names unique.
        let number = String(repeating: "0", count: max(0, 4 - String(count).count)) + String(count)
        do throws(MediaError) {
            let saved = try SaveDestination(directory: directory, name: number + "-" + safe).save(path)
            return .saved(
                path: Self.name + "/" + (saved.split(separator: "/").last.map(String.init) ?? ""),
                kind: kind?.rawValue)
        } catch {
            return .missing(reason: error.text)
        }
    }
}

/// A search result, as JSON for programs and as text for people.
package struct FoundMessage: Hashable, Sendable {
    let chatName: String
    let record: MessageRecord

    /// The message as JSON with its chat's name, as described in confab-cli(7).
    package var json: JSONValue {
        var json = record.json
        json["chat_name"] = .string(chatName)
        return json
    }

    /// The text, with the chat's name in front, as grep does with file names.
    package var lines: [String] {
        let chat = DisplayText(sanitizing: chatName).string
        return record.lines.enumerated().map { $0.offset == 0 ? chat + ": " + $0.element : $0.element }
    }
}

/// The result of saving a file beside an export.
package enum SavedFile: Hashable, Sendable {
    /// The path is relative to the export.
    ///
    /// - kind: the kind by its bytes, as in ``OpenableFileKind``; `nil` if no program may open it.
    case saved(path: String, kind: String?)
    /// The error message, which may contain untrusted text.
    case missing(reason: String)
}

extension SendStatus {
    /// The error message in one line, with the remedy; `nil` if there is no error. It may contain untrusted text.
    package var problem: String? {
        switch self {
        case .saved, .sent: nil
        case .delayed(let error): .words("script.is-kept-because", ["reason": error.message])
        case .refused(let reason):
            .words(
                "script.refused", ["reason": reason.text.hasSuffix(".") ? String(reason.text.dropLast()) : reason.text])
        case .withdrawn: .words("script.withdrawn")
        case .notKept(let reason): .words("script.not-kept", ["reason": reason.text])
        case .noFile(let problem): problem.text
        case .tooLong(let excess): .words("script.too-long", count: excess)
        }
    }
}
