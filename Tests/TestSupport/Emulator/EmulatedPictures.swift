import Foundation

/// The stored pictures of a terminal with the kitty graphics protocol, and their placements.
struct EmulatedPictures: Hashable, Sendable {
    private struct Picture: Hashable {
        let width: Int
        var bytes: [UInt8] = []
    }

    private struct Placement: Hashable {
        let x: Int
        let y: Int
        let columns: Int
    }

    private struct Key: Hashable {
        let picture: Int
        let placement: Int
    }

    private var pictures: [Int: Picture] = [:]
    private var placements: [Key: Placement] = [:]
    /// The picture whose transmission continues.
    private var open: Int?
    private var text = ""

    var isEmpty: Bool { pictures.isEmpty && placements.isEmpty }

    /// - Parameter command: The text after `G`.
    /// - Returns: `false` if the text is no command.
    mutating func take(_ command: Substring, cursor: (x: Int, y: Int)) -> Bool {
        let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        var keys: [Substring: Substring] = [:]
        for field in parts[0].split(separator: ",") {
            let pair = field.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return false }
            keys[pair[0]] = pair[1]
        }
        func number(_ key: Substring) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
        if open != nil, keys["a"] == nil { return add(parts, isLast: keys["m"] == "0") }
        switch keys["a"] {
        case "t" where keys["f"] == "24" && open == nil:
            pictures[number("i")] = Picture(width: number("s"))
            open = number("i")
            return add(parts, isLast: keys["m"] == "0")
        case "p" where pictures[number("i")] != nil && keys["C"] == "1" && keys["r"] == "1" && open == nil:
            placements[Key(picture: number("i"), placement: number("p"))] = Placement(
                x: cursor.x, y: cursor.y, columns: number("c"))
            return true
        case "d" where open == nil:
            switch keys["d"] {
            case "A": (pictures, placements) = ([:], [:])
            case "i": return placements.removeValue(forKey: Key(picture: number("i"), placement: number("p"))) != nil
            case "I":
                placements = placements.filter { $0.key.picture != number("i") }
                return pictures.removeValue(forKey: number("i")) != nil
            default: return false
            }
            return true
        case "q": return true
        default: return false
        }
    }

    private mutating func add(_ parts: [Substring], isLast: Bool) -> Bool {
        guard let picture = open, parts.count == 2 else { return false }
        text += parts[1]
        guard isLast else { return true }
        open = nil
        defer { text = "" }
        guard let data = Data(base64Encoded: text), let width = pictures[picture]?.width, width > 0,
            data.count.isMultiple(of: 3 * width)
        else { return false }
        pictures[picture]?.bytes = Array(data)
        return true
    }

    /// Returns the pixel in the middle of a cell, if a picture covers it. Each placement is one cell high.
    func pixel(x: Int, y: Int, cellWidth: Int) -> EmulatedPixel? {
        for (key, placement) in placements
        where placement.y == y && (placement.x..<placement.x + placement.columns).contains(x) {
            guard let picture = pictures[key.picture] else { continue }
            let height = picture.bytes.count / 3 / picture.width
            let place = 3 * (height / 2 * picture.width + (x - placement.x) * cellWidth + cellWidth / 2)
            return EmulatedPixel(
                red: Int(picture.bytes[place]), green: Int(picture.bytes[place + 1]),
                blue: Int(picture.bytes[place + 2]))
        }
        return nil
    }
}
