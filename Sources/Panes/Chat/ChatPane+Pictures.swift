import ViewModels

extension ChatPane {
    /// Returns the pictures to load, on screen or next to it, visible ones first.
    ///
    /// - Parameter seen: the rows on screen.
    func lackOfPictures(in model: ChatViewModel, seen: Range<Int>) -> [PictureWish] {
        guard let columns else { return [] }
        func wishes(_ rows: some Sequence<ChatRowViewModel>, most: Int = .max) -> [PictureWish] {
            var wishes: [PictureWish] = []
            for row in rows where wishes.count < most {
                guard case .message(let message) = row.content,
                    let picture = message.picture, let room = picture.lack(columns: columns.textWidth)
                else { continue }
                wishes.append(PictureWish(row: row.id, room: room, drawn: picture.number))
            }
            return wishes
        }
        let before = model.rows[..<seen.lowerBound].suffix(viewHeight).reversed()
        let after = model.rows[seen.upperBound...].prefix(viewHeight)
        return wishes(model.rows[seen]) + wishes(before, most: Self.mostBeside) + wishes(after, most: Self.mostBeside)
    }

    /// The number of pictures to load on each side of the view, so that they are ready when the user scrolls on.
    private static let mostBeside = 2
}
