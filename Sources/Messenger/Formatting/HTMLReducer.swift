import Engine
import ViewModels

/// Reduces the HTML of a message to what a terminal can show (client-server API, "m.room.message msgtypes").
///
/// The text of unknown elements is kept. Scripts and reply fallbacks are dropped. Elements nested deeper than
/// ``deepest`` count as unknown.
struct HTMLReducer {
    static let deepest = 100

    /// Whether hidden text (spoilers) is shown.
    private let showsHidden: Bool
    private var open: [HTMLElement] = []
    /// The number of open elements beyond the maximum depth.
    private var tooDeep = 0
    private var writer = RichTextWriter()

    private init(showsHidden: Bool) { self.showsHidden = showsHidden }

    /// - Parameter showsHidden: whether spoilers are open.
    /// - Returns: `nil` if no readable text is left.
    static func reduced(_ html: String, showsHidden: Bool = false) -> RichText? {
        var reducer = HTMLReducer(showsHidden: showsHidden)
        var tokenizer = HTMLTokenizer(html)
        while let token = tokenizer.next() {
            switch token {
            case .text(let text): reducer.add(text)
            case .start(let tag): reducer.begin(tag)
            case .end(let name): reducer.end(name)
            }
        }
        reducer.flush()
        return reducer.writer.finished()
    }

    private var context: HTMLElement.Context { open.last?.context ?? HTMLElement.Context() }

    private mutating func add(_ text: String) {
        let context = context
        guard !context.isHidden else { return }
        if context.isPreformatted {
            writer.addPreformatted(text, context)
        } else {
            writer.add(text, context)
        }
    }

    private mutating func begin(_ tag: HTMLTag) {
        switch tag.name {
        case "br":
            if !context.isHidden { writer.addBreak(context) }
        case "hr":
            flush()
            if !context.isHidden {
                writer.addRule(leads: leads)
                marksAreUsed()
            }
        case "img":
            if let text = tag.attributes["alt"] { add(text) }
        default:
            guard let kind = HTMLElement.Kind(name: tag.name) else { return }
            closeWhatEnds(before: kind)
            guard open.count < Self.deepest else {
                tooDeep += 1
                return
            }
            if kind.isBlock { flush() }
            let outer = context
            open.append(HTMLElement(name: tag.name, kind: kind, context: context(for: kind, tag: tag)))
            addWords(of: kind, tag: tag, outer: outer)
        }
    }

    /// Adds the characters that show an element's meaning, such as `^` for superscript.
    private mutating func addWords(of kind: HTMLElement.Kind, tag: HTMLTag, outer: HTMLElement.Context) {
        guard !outer.isHidden else { return }
        switch kind {
        case .raised: writer.add("^", context)
        case .lowered: writer.add("_", context)
        case .cell where writer.hasText: writer.add(" │ ", outer)
        case .span where context.isHidden: writer.addSpoiler(reason: tag.attributes["data-mx-spoiler"] ?? "", outer)
        default: break
        }
    }

    /// Closes a paragraph or item that the next one ends implicitly.
    private mutating func closeWhatEnds(before kind: HTMLElement.Kind) {
        guard tooDeep == 0 else { return }
        if kind == .item {
            let list = open.lastIndex { $0.kind.isList } ?? -1
            if let item = open.lastIndex(where: { $0.kind == .item }), item > list { close(from: item) }
        } else if kind.isBlock, let last = open.last, last.kind == .paragraph {
            close(from: open.count - 1)
        }
    }

    private mutating func end(_ name: String) {
        guard HTMLElement.Kind(name: name) != nil else { return }
        guard tooDeep == 0 else {
            tooDeep -= 1
            return
        }
        guard let place = open.lastIndex(where: { $0.name == name }) else { return }
        close(from: place)
    }

    private mutating func close(from place: Int) {
        if open[place...].contains(where: { $0.kind.isBlock }) { flush() }
        open.removeSubrange(place...)
    }

    private mutating func flush() {
        let isParagraph = open.last { $0.kind.isBlock }?.kind == .paragraph
        guard writer.endBlock(leads: leads, isParagraph: isParagraph) else { return }
        marksAreUsed()
    }
}

extension HTMLReducer {
    /// The maximum depth of the displayed nesting. Deeper quotes and lists look like these.
    private static let maxLeads = 8

    private var leads: [RichText.Lead] {
        var leads: [RichText.Lead] = []
        for element in open where leads.count < Self.maxLeads {
            switch element.kind {
            case .quote: leads.append(.quote)
            case .item: leads.append(element.isMarkUsed ? .beneath(element.mark) : .item(element.mark))
            default: break
            }
        }
        return leads
    }

    private mutating func marksAreUsed() {
        for place in open.indices { open[place].isMarkUsed = true }
    }

    private mutating func context(for kind: HTMLElement.Kind, tag: HTMLTag) -> HTMLElement.Context {
        var context = context
        context.mark = "•"
        switch kind {
        case .cell where tag.name == "th": context.traits.insert(.bold)
        case .bold, .heading: context.traits.insert(.bold)
        case .italic: context.traits.insert(.italic)
        case .struck: context.traits.insert(.struck)
        case .code where !context.isPreformatted: context.traits.insert(.code)
        case .preformatted: context.isPreformatted = true
        case .hidden: context.isHidden = true
        case .span where tag.attributes["data-mx-spoiler"] != nil:
            if showsHidden { context.traits.insert(.spoiler) } else { context.isHidden = true }
        case .link: addLink(tag.attributes["href"] ?? "", to: &context)
        case .numberedList: context.next = tag.attributes["start"].flatMap { Int32($0) }.map { Int($0) } ?? 1
        case .list: context.next = nil
        case .item: context.mark = nextMark()
        default: break
        }
        return context
    }

    private mutating func nextMark() -> DisplayText {
        guard let list = open.lastIndex(where: { $0.kind.isList }), let number = open[list].context.next else {
            return "•"
        }
        open[list].context.next = number + 1
        return DisplayText(sanitizing: "\(number).")
    }

    private mutating func addLink(_ target: String, to context: inout HTMLElement.Context) {
        if MatrixLink.isPerson(target) {
            context.traits.insert(.mention)
        } else if let address = WebAddress(target), !context.isHidden {
            context.link = writer.addLink(address)
        }
    }
}
