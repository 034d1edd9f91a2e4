import ViewModels

/// A plain rendering of a formatted text: a line for each block, with its prefixes first and the style of its parts
/// in brackets.
enum RichWords {
    static func lines(_ text: RichText) -> [String] {
        text.blocks.map { block in
            let apart = block.isApart ? "/ " : ""
            let leads = block.leads.map(word).joined()
            return switch block.kind {
            case .rule: apart + leads + "----"
            case .code: apart + leads + "code:" + block.runs.map(\.text.string).joined()
            case .text: apart + leads + block.runs.map(word).joined()
            }
        }
    }

    private static func word(_ lead: RichText.Lead) -> String {
        switch lead {
        case .quote: "> "
        case .item(let mark): mark.string + " "
        case .beneath(let mark): String(mark.string.map { _ in "·" }) + " "
        }
    }

    private static func word(_ run: RichText.Run) -> String {
        let names: [(RichText.Traits, String)] = [
            (.bold, "b"), (.italic, "i"), (.struck, "s"), (.code, "c"), (.mention, "m"), (.spoiler, "h"),
        ]
        let traits = names.filter { run.traits.contains($0.0) }.map(\.1).joined()
        let link = run.link.map { "\($0)" } ?? ""
        return traits + link == "" ? run.text.string : "\(traits)\(link)(\(run.text.string))"
    }
}
