/// A request for a picture that comes near the screen, with the required size.
package struct PictureWish: Hashable, Sendable {
    package let row: ChatRowID
    package let room: PictureRoom
    /// The number of the currently drawn picture, which is not as required.
    package let drawn: Int?

    package init(row: ChatRowID, room: PictureRoom, drawn: Int? = nil) {
        self.row = row
        self.room = room
        self.drawn = drawn
    }
}
