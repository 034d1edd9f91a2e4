/// A picture that comes near the screen, and what it has to be drawn in.
package struct PictureWish: Hashable, Sendable {
    package let row: ChatRowID
    package let room: PictureRoom

    package init(row: ChatRowID, room: PictureRoom) {
        self.row = row
        self.room = room
    }
}
