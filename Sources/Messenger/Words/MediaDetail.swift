package import Conversations
package import MatrixAPI
import ViewModels

/// The details of a file or a place in a message, beside its name.
package struct MediaDetail: Hashable, Sendable {
    /// The duration in seconds.
    var duration: Int64?
    /// The size in bytes.
    var size: Int64?
    package var place: GeoAddress?
    /// The file name, if the body is a caption (client-server API, "Media captions").
    var fileName: String?
    /// Whether it is a voice message (MSC3245).
    var isVoice = false

    /// - Parameter content: the content of an `m.room.message`.
    init(content: JSONValue) {
        let info = content["info"]
        let voice = [content["m.voice"], content["org.matrix.msc3245.voice"]].compactMap { $0 }.first
        let milliseconds =
            info?["duration"]?.wholeNumber ?? content["m.audio_details"]?["duration"]?.wholeNumber
            ?? content["org.matrix.msc1767.audio"]?["duration"]?.wholeNumber
        duration = milliseconds.flatMap { $0 > 0 ? ($0 - 1) / 1_000 + 1 : nil }
        size = info?["size"]?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
        place = GeoAddress(content: content)
        fileName = content["filename"]?.string.flatMap { $0.isEmpty || $0 == content["body"]?.string ? nil : $0 }
        isVoice = voice != nil && content["msgtype"]?.string == "m.audio"
    }

    /// - Returns: `nil` if the message is of another kind or has no details.
    package init?(_ message: Message) {
        guard message.kind.hasMediaDetail, !message.isEdited,
            let content = (try? JSONValue(parsing: message.source))?["content"]
        else { return nil }
        self.init(content: content)
    }

    init?(_ line: OutboxLine) {
        guard line.kind.hasMediaDetail, let content = try? JSONValue(parsing: line.content) else { return nil }
        self.init(content: content)
    }

    /// The duration, as in `0:12` or `1:02:03`.
    var clock: String? {
        guard let duration else { return nil }
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, seconds) = (duration / 3_600, duration / 60 % 60, duration % 60)
        return hours > 0
            ? "\(hours):\(digits(minutes)):\(digits(seconds))" : "\(minutes):\(digits(seconds))"
    }

    /// The size, as in `640 bytes`, `12 kB`, `3.4 MB`.
    var amount: String? { size.map(Self.amount) }

    package static func amount(of size: Int64) -> String {
        guard size >= 1_000 else { return .words("media.bytes", count: Int(size)) }
        var tenths = size / 100
        var unit = 0
        while tenths >= 10_000, unit < 2 {
            tenths /= 1_000
            unit += 1
        }
        let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
        return switch unit {
        case 0: .words("media.kilobytes", ["number": number])
        case 1: .words("media.megabytes", ["number": number])
        default: .words("media.gigabytes", ["number": number])
        }
    }
}

extension Message.Kind {
    fileprivate var hasMediaDetail: Bool { [.picture, .video, .sound, .file, .place].contains(self) }

    /// Returns the text of a message with its details.
    ///
    /// - Parameter text: the text without details.
    /// - Parameter name: the name of the file or the place; untrusted text.
    func text(_ text: String, name: String, with detail: MediaDetail?) -> String {
        guard let detail else { return text }
        if self == .place {
            guard let place = detail.place else { return text }
            // Some clients put the address into the name if a place has none.
            return name.isEmpty || name.contains(place.text)
                ? .words("message.place", ["name": place.text])
                : .words("message.place-at", ["name": name, "address": place.text])
        }
        if detail.isVoice {
            return detail.clock.map { .words("message.voice-that-lasts", ["duration": $0]) } ?? .words("message.voice")
        }
        let named = detail.fileName.map { self.text(of: $0, eventType: nil) } ?? text
        let whole = ([named] + [detail.clock, detail.amount].compactMap { $0 }).joined(separator: ", ")
        return detail.fileName == nil ? whole : whole + ": " + name
    }
}
