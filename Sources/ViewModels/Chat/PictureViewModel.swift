/// The picture of a message, drawn below its line.
package struct PictureViewModel: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Not loaded yet. It is fetched when it comes near the screen.
        case awaited
        case drawn(DrawnPicture)
        /// The error, as in `no picture: its bytes are broken`; empty if there is no picture and nothing to say.
        case failed(DisplayText)
    }

    /// `nil` as long as the size is unknown.
    package let shape: PictureShape?
    /// The maximum height in rows.
    package let mostRows: Int
    package let content: Content

    package init(shape: PictureShape?, mostRows: Int, content: Content) {
        self.shape = shape
        self.mostRows = mostRows
        self.content = content
    }

    /// The number of the drawn picture; `nil` if there is none.
    package var number: Int? {
        if case .drawn(let picture) = content { picture.number } else { nil }
    }

    /// Returns the size at a number of columns; without rows if the shape is unknown.
    package func room(columns: Int) -> PictureRoom {
        guard let shape else { return PictureRoom(columns: columns, rows: 0) }
        return shape.room(within: PictureRoom(columns: columns, rows: mostRows))
    }

    /// Returns the size to load the picture at; `nil` if it is loaded or can't be.
    package func lack(columns: Int) -> PictureRoom? {
        let room = room(columns: columns)
        let wanted = room.rows > 0 ? room : PictureRoom(columns: columns, rows: mostRows)
        switch content {
        case .awaited: return wanted
        case .drawn(let picture) where picture.isOutdated: return wanted
        case .drawn(let picture): return picture.asked == wanted || picture.size == wanted ? nil : wanted
        case .failed: return nil
        }
    }
}
