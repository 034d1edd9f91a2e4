import ViewModels

/// An element that is open while the text within it is read.
struct HTMLElement {
    /// The meaning of an element. Several tag names may have the same meaning.
    enum Kind {
        case paragraph, heading, quote, list, numberedList, item, preformatted, row, block
        case bold, italic, struck, code, link, span, raised, lowered, cell
        /// Neither the element nor its text is shown.
        case hidden

        /// - Returns: `nil` for a tag that Matrix doesn't allow, or that has no meaning in a terminal.
        init?(name: String) {
            guard let kind = Self.named[name] else { return nil }
            self = kind
        }

        private static let named: [String: Kind] = [
            "p": .paragraph, "h1": .heading, "h2": .heading, "h3": .heading, "h4": .heading, "h5": .heading,
            "h6": .heading, "blockquote": .quote, "ul": .list, "ol": .numberedList, "li": .item, "pre": .preformatted,
            "tr": .row, "div": .block, "table": .block, "caption": .block, "details": .block, "summary": .heading,
            "b": .bold, "strong": .bold, "th": .cell, "td": .cell, "i": .italic, "em": .italic, "u": .span,
            "s": .struck, "del": .struck, "strike": .struck, "code": .code, "tt": .code, "a": .link, "span": .span,
            "sup": .raised, "sub": .lowered, "mx-reply": .hidden, "script": .hidden, "style": .hidden,
            "title": .hidden, "template": .hidden,
        ]

        var isBlock: Bool {
            switch self {
            case .paragraph, .heading, .quote, .list, .numberedList, .item, .preformatted, .row, .block: true
            case .bold, .italic, .struck, .code, .link, .span, .raised, .lowered, .cell, .hidden: false
            }
        }

        var isList: Bool { self == .list || self == .numberedList }
    }

    /// The inherited formatting of the text within an element.
    struct Context {
        var traits: RichText.Traits = []
        var isPreformatted = false
        var isHidden = false
        /// The link that the text belongs to, as an index into the writer's links.
        var link: Int?
        /// The number of the next item in a numbered list.
        var next: Int?
        /// The mark in front of an item.
        var mark: DisplayText = "•"
    }

    let name: String
    let kind: Kind
    var context: Context
    /// Whether an earlier block of the item already shows its mark.
    var isMarkUsed = false

    var mark: DisplayText { context.mark }
}
