import Terminal
import ViewModels

/// Makes the lines of a message's text.
struct RichTextLayout {
    /// The column where the text begins.
    let start: Int
    /// The columns of the text, at least 1.
    let width: Int
    /// The style of text without formatting.
    let base: Style

    private struct Piece {
        let text: String
        let style: Style
        var link: Int?
    }

    /// The style of a character, and the number of the link that contains it.
    private struct Look: Equatable {
        let style: Style
        let link: Int?
    }

    /// - Parameter opening: words before the text. They are on its first line, unless the text begins with something
    ///   else, such as a quote or code.
    func lines(of text: RichText, opening: String = "") -> [ChatLine] {
        var lines: [ChatLine] = []
        var opening = opening
        if !opening.isEmpty, text.blocks.first?.kind != .text || text.blocks.first?.leads.isEmpty == false {
            lines += rows(of: [Piece(text: opening, style: base)], width: width).map { line($0, leads: []) }
            opening = ""
        }
        for block in text.blocks {
            let leads = fitting(block.leads)
            if block.isApart { lines.append(line([], leads: leads.following)) }
            lines += self.lines(of: block, links: text.links, leads: leads, opening: opening)
            opening = ""
        }
        return lines.isEmpty ? [ChatLine()] : lines
    }

    private func lines(of block: RichText.Block, links: [RichLink], leads: [Lead], opening: String) -> [ChatLine] {
        let room = width - leads.columns
        switch block.kind {
        case .rule:
            let rule = Piece(text: String(repeating: Marks.rule, count: room), style: Theme.rule)
            return [line([rule], leads: leads.opening)]
        case .code:
            return codeLines(of: block.runs.map(\.text.string).joined(), room: room, leads: leads)
        case .text:
            let words = opening.isEmpty ? [] : [Piece(text: opening, style: base)]
            return rows(of: words + pieces(of: block.runs, links: links), width: room).enumerated().map { place, row in
                line(row, leads: place == 0 ? leads.opening : leads.following)
            }
        }
    }

    /// Keeps the lines of code as they were written. A continuation mark shows where a line was wrapped.
    private func codeLines(of code: String, room: Int, leads: [Lead]) -> [ChatLine] {
        let hasMark = room > 3
        let inner = hasMark ? room - 2 : room
        var lines: [ChatLine] = []
        for text in code.split(separator: "\n", omittingEmptySubsequences: false) {
            for (place, part) in TextWrapping.cut(String(text), width: inner).enumerated() {
                let mark = hasMark ? (place == 0 ? "\(Marks.code) " : "\(Marks.code)\(Marks.goesOn)") : ""
                let row = [Piece(text: mark, style: Theme.rule), Piece(text: part, style: Theme.code(over: base))]
                lines.append(line(row, leads: lines.isEmpty ? leads.opening : leads.following))
            }
        }
        return lines
    }

    private func line(_ row: [Piece], leads: [String]) -> ChatLine {
        var line = ChatLine()
        var x = start
        for piece in leads.map({ Piece(text: $0, style: Theme.dim) }) + row where !piece.text.isEmpty {
            let columns = TextWidth.columns(piece.text)
            line.add(piece.text, at: x, style: piece.style, width: columns, link: piece.link)
            x += columns
        }
        return line
    }
}

extension RichTextLayout {
    /// The characters that mark code and struck text at their ends, in addition to text attributes.
    private static let signs: [(trait: RichText.Traits, sign: String)] = [(.struck, "~"), (.code, "`")]

    private func pieces(of runs: [RichText.Run], links: [RichLink]) -> [Piece] {
        var pieces: [Piece] = []
        for (place, run) in runs.enumerated() {
            let before = place > 0 ? runs[place - 1] : nil
            let after = place + 1 < runs.count ? runs[place + 1] : nil
            let style = Theme.richText(run.traits, isLink: run.link != nil, over: base)
            var text = run.text.string
            for (trait, sign) in Self.signs where run.traits.contains(trait) {
                if before?.traits.contains(trait) != true { text = sign + text }
                if after?.traits.contains(trait) != true { text += sign }
            }
            pieces.append(Piece(text: text, style: style, link: run.link))
            if let link = run.link, after?.link != link, isNumbered(link, among: links) {
                let elsewhere = links[link - 1].unlikeHost.string
                pieces.append(
                    elsewhere.isEmpty
                        ? Piece(text: "[\(link)]", style: Theme.linkNumber, link: link)
                        : Piece(text: "[\(link): \(elsewhere)]", style: Theme.linkNumber, link: link))
            }
        }
        return pieces
    }

    private func isNumbered(_ number: Int, among links: [RichLink]) -> Bool {
        links.indices.contains(number - 1) && links[number - 1].isNumbered
    }

    /// Wraps the pieces as one text.
    private func rows(of pieces: [Piece], width: Int) -> [[Piece]] {
        let text = pieces.map(\.text).joined()
        let lines = TextWrapping.aligned(text, width: width)
        if pieces.count == 1, lines.allSatisfy({ $0.indent == 0 }) {
            return lines.map { [Piece(text: $0.drawn, style: pieces[0].style, link: pieces[0].link)] }
        }
        let all = looks(of: pieces, in: text)
        return lines.map { line in
            let looks = all[line.range]
            if let order = line.order { return row(of: order, looks: looks, indent: line.indent) }
            let characters = Array(line.text)
            // A grapheme wider than a row continues in rows that have no character of their own.
            let places = characters.indices.map { max(0, min(line.range.lowerBound + $0, line.range.upperBound - 1)) }
            var row: [Piece] = []
            var first = 0
            for place in characters.indices {
                let look = all[places[place]]
                guard place + 1 == characters.count || all[places[place + 1]] != look else { continue }
                row.append(Piece(text: String(characters[first...place]), style: look.style, link: look.link))
                first = place + 1
            }
            return row
        }
    }

    /// Joins adjacent cells with the same style into one piece, in display order.
    private func row(of order: RowOrder, looks: ArraySlice<Look>, indent: Int) -> [Piece] {
        var row = indent > 0 ? [Piece(text: String(repeating: " ", count: indent), style: base)] : []
        var text = ""
        for (number, cell) in order.cells.enumerated() {
            let look = looks[looks.startIndex + cell.place]
            text += cell.text
            let next = number + 1 < order.cells.count ? order.cells[number + 1] : nil
            if let next, looks[looks.startIndex + next.place] == look { continue }
            row.append(Piece(text: RowOrder.marked(text), style: look.style, link: look.link))
            text = ""
        }
        return row
    }

    /// Returns the style of each character. A character formed by two pieces has the style of the first.
    private func looks(of pieces: [Piece], in text: String) -> [Look] {
        var looks: [Look] = []
        var piece = 0
        var end = pieces.first?.text.utf8.count ?? 0
        var offset = 0
        for character in text {
            while offset >= end, piece + 1 < pieces.count {
                piece += 1
                end += pieces[piece].text.utf8.count
            }
            looks.append(Look(style: pieces[piece].style, link: pieces[piece].link))
            offset += character.utf8.count
        }
        return looks
    }
}

extension RichTextLayout {
    /// The text before a block's first line and before its other lines; both have the same width.
    fileprivate struct Lead {
        let first: String
        let following: String
        let columns: Int
    }

    /// Returns as many leads as leave half of the columns to the text. Deeper ones are left out.
    private func fitting(_ leads: [RichText.Lead]) -> [Lead] {
        var result: [Lead] = []
        for lead in leads {
            let next = text(of: lead)
            guard result.columns + next.columns <= width / 2 else { break }
            result.append(next)
        }
        return result
    }

    private func text(of lead: RichText.Lead) -> Lead {
        switch lead {
        case .quote:
            return Lead(first: "\(Marks.wall) ", following: "\(Marks.wall) ", columns: 2)
        case .item(let mark):
            let columns = TextWidth.columns(mark.string) + 1
            return Lead(
                first: "\(mark.string) ", following: String(repeating: " ", count: columns), columns: columns)
        case .beneath(let mark):
            let columns = TextWidth.columns(mark.string) + 1
            let blanks = String(repeating: " ", count: columns)
            return Lead(first: blanks, following: blanks, columns: columns)
        }
    }
}

extension [RichTextLayout.Lead] {
    fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }
    fileprivate var opening: [String] { map(\.first) }
    fileprivate var following: [String] { map(\.following) }
}
