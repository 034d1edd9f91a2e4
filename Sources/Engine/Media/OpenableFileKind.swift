/// The kinds of files that may be opened in the user's program. The kind is detected from the first bytes, never from
/// the sender's name or type. All other files, such as scripts, web pages, programs and launchers, can only be saved.
package enum OpenableFileKind: String, CaseIterable, Hashable, Sendable {
    case png, jpg, gif, webp, bmp, tiff, avif, heic, pdf, mp4, mkv, avi, mp3, ogg, flac, wav, m4a, odt, ods, odp, txt

    /// The number of bytes that are examined.
    static let length = 4096

    /// - Parameters:
    ///   - start: the first ``length`` bytes, or the whole file if it is shorter.
    init?(_ start: [UInt8]) {
        let kind =
            Self.signatures.first { start.starts(with: $0.bytes) }?.kind ?? Self.container(start)
            ?? Self.text(start)
        guard let kind else { return nil }
        self = kind
    }

    private static let signatures: [(bytes: [UInt8], kind: OpenableFileKind)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), ([0xFF, 0xD8, 0xFF], .jpg),
        (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif), (Array("%PDF-".utf8), .pdf),
        ([0x49, 0x49, 0x2A, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2A], .tiff), ([0x1A, 0x45, 0xDF, 0xA3], .mkv),
        (Array("ID3".utf8), .mp3), ([0xFF, 0xFB], .mp3), ([0xFF, 0xF3], .mp3), ([0xFF, 0xF2], .mp3),
        (Array("OggS".utf8), .ogg), (Array("fLaC".utf8), .flac),
    ]

    /// Returns the kind of a format that has its signature at another offset.
    private static func container(_ start: [UInt8]) -> OpenableFileKind? {
        func word(at place: Int, _ text: String) -> Bool { start.dropFirst(place).starts(with: Array(text.utf8)) }
        if word(at: 0, "RIFF") {
            return word(at: 8, "WEBP") ? .webp : word(at: 8, "WAVE") ? .wav : word(at: 8, "AVI ") ? .avi : nil
        }
        if word(at: 4, "ftyp") {
            if word(at: 8, "avif") { return .avif }
            if word(at: 8, "heic") || word(at: 8, "mif1") { return .heic }
            return word(at: 8, "M4A") ? .m4a : .mp4
        }
        if word(at: 0, "BM"), start.count > 18, start[6..<10].allSatisfy({ $0 == 0 }) { return .bmp }
        // The first entry of an OpenDocument file is its type, uncompressed (part 2 of the standard, section 3.3).
        guard word(at: 0, "PK\u{3}\u{4}") else { return nil }
        let prefix = "mimetypeapplication/vnd.oasis.opendocument."
        if word(at: 30, prefix + "textPK") { return .odt }
        if word(at: 30, prefix + "spreadsheetPK") { return .ods }
        return word(at: 30, prefix + "presentationPK") ? .odp : nil
    }

    /// Detects plain text: no control bytes, and no beginning that a system would run or show as a web page.
    private static func text(_ start: [UInt8]) -> OpenableFileKind? {
        guard !start.isEmpty, start.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }),
            let text = String(validating: start.dropLast(cut(start)), as: UTF8.self)
        else { return nil }
        let first = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return first.hasPrefix("#!") || first.hasPrefix("<") || first.hasPrefix("[") || first.hasPrefix("%!")
            ? nil : .txt
    }

    /// Returns the number of bytes of a truncated character at the end.
    private static func cut(_ start: [UInt8]) -> Int {
        guard start.count == length else { return 0 }
        let tail = start.suffix(4).reversed().prefix { $0 & 0xC0 == 0x80 }.count
        return start.dropLast(tail).last.map { $0 >= 0xC0 } ?? false ? tail + 1 : 0
    }
}
