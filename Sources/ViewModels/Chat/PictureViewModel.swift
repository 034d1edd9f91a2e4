/// The picture of a message, drawn under its line.
package struct PictureViewModel: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// It is not here yet, and is fetched where it comes near the screen.
        case awaited
        case drawn(DrawnPicture)
        /// As in `no picture: its bytes are broken`; empty where there is none and nothing to say of it.
        case failed(DisplayText)
    }

    /// `nil` as long as nobody knows how large it is.
    package let shape: PictureShape?
    /// The most lines that it takes.
    package let mostRows: Int
    package let content: Content

    package init(shape: PictureShape?, mostRows: Int, content: Content) {
        self.shape = shape
        self.mostRows = mostRows
        self.content = content
    }

    /// Of what is drawn of it; `nil` where nothing is.
    package var number: Int? {
        if case .drawn(let picture) = content { picture.number } else { nil }
    }

    /// The room that it takes, of so many columns; no rows where that is not known.
    package func room(columns: Int) -> PictureRoom {
        guard let shape else { return PictureRoom(columns: columns, rows: 0) }
        return shape.room(within: PictureRoom(columns: columns, rows: mostRows))
    }

    /// What it has to be drawn in; `nil` where it is, or can't be.
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
