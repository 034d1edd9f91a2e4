/// What became of the keys in a file.
package struct RoomKeyImport: Hashable, Sendable {
    package private(set) var new = 0
    /// Those that read earlier messages than the ones that were here.
    package private(set) var better = 0
    package private(set) var known = 0
    /// Those that lead to other messages than the ones that are here, which stay.
    package private(set) var contradicting = 0
    package private(set) var malformed: Int

    init(malformed: Int) {
        self.malformed = malformed
    }

    mutating func count(_ gain: RoomKeyGain) {
        switch gain {
        case .new: new += 1
        case .better: better += 1
        case .known: known += 1
        case .contradicting: contradicting += 1
        case .malformed: malformed += 1
        }
    }
}
