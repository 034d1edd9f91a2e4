/// A picture that comes near the screen, and what it has to be drawn in.
package struct PictureWish: Hashable, Sendable {
    package let row: ChatRowID
    package let room: PictureRoom
    /// The number of the one that it has by now, which is not as it has to be.
    package let drawn: Int?

    package init(row: ChatRowID, room: PictureRoom, drawn: Int? = nil) {
        self.row = row
        self.room = room
        self.drawn = drawn
    }
}
