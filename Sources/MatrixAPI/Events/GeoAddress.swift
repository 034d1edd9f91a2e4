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
