/// The file of a message (client-server API, "m.image", "m.file", "Sending encrypted attachments"). All of it is
/// unverified data from the sender.
package struct AttachedFile: Hashable, Sendable {
    package let address: MediaAddress
    /// The member `file` if the file on the server is encrypted; it contains the data for decryption.
    package let encryption: JSONValue?
    /// The name. It may be empty and may contain anything, so it must not be used as a path.
    package let name: String
    /// The size in bytes, if it is given.
    package let size: Int64?
    /// The type as in `image/png`, if it is given.
    package let type: String?

    /// - Parameter content: The content of an `m.room.message` or `m.sticker`.
    /// - Returns: `nil` if it names no file that could be fetched.
    package init?(content: JSONValue) {
        let file = content["file"]
        guard let address = (file ?? content)["url"]?.string.flatMap({ MediaAddress($0) }) else { return nil }
        self.address = address
        encryption = file
        name = content["filename"]?.string ?? content["body"]?.string ?? ""
        // Some clients send 0 if they don't know it.
        size = content["info"]?["size"]?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
        type = content["info"]?["mimetype"]?.string
    }
}

/// A place on Earth in a message (RFC 5870, `geo:`; client-server API, "m.location").
package struct GeoAddress: Hashable, Sendable {
    /// The value in degrees as received: digits, a sign, a point.
    package let latitude: String
    package let longitude: String

    /// - Returns: `nil` if it is no place, or if it uses a different coordinate system than GPS.
    package init?(_ address: String) {
        guard address.prefix(4).lowercased() == "geo:" else { return nil }
        let parts = address.dropFirst(4).split(separator: ";", omittingEmptySubsequences: false)
        guard let first = parts.first, !parts.dropFirst().contains(where: GeoAddress.namesOtherSystem) else {
            return nil
        }
        let numbers = first.split(separator: ",", omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), GeoAddress.isNumber(numbers[0], upTo: 90),
            GeoAddress.isNumber(numbers[1], upTo: 180)
        else { return nil }
        latitude = String(numbers[0])
        longitude = String(numbers[1])
    }

    /// Reads the place from a message (`m.location`, MSC3488 and the specification's first form).
    package init?(content: JSONValue) {
        let blocks = [content["m.location"], content["org.matrix.msc3488.location"]]
        let texts = blocks.map { $0?["uri"]?.string } + [content["geo_uri"]?.string]
        guard let address = texts.compactMap({ $0.flatMap(GeoAddress.init) }).first else { return nil }
        self = address
    }

    /// The address as in `geo:51.5,-0.12`.
    package var text: String { "geo:\(latitude),\(longitude)" }

    private static func namesOtherSystem(_ parameter: Substring) -> Bool {
        let parameter = parameter.lowercased()
        return parameter.hasPrefix("crs=") && parameter != "crs=wgs84"
    }

    private static let longest = 24

    private static func isNumber(_ text: Substring, upTo most: Double) -> Bool {
        guard text.utf8.count <= longest, text.allSatisfy({ "-.0123456789".contains($0) }), let number = Double(text)
        else { return false }
        return abs(number) <= most
    }
}
