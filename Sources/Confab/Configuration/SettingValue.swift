import TOMLKit
import ViewModels

/// A value of a TOML file.
indirect enum SettingValue: Hashable {
    case flag(Bool)
    case number(Int)
    case text(String)
    case list([SettingValue])
    case table([String: SettingValue])
    /// A floating-point number, a date or a time. No setting has such a value.
    case other(String)

    /// - Throws: ``SettingsSyntaxError``.
    static func table(parsing text: String) throws(SettingsSyntaxError) -> [String: SettingValue] {
        do {
            return members(of: try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            throw SettingsSyntaxError(
                line: error.source.begin.line, column: error.source.begin.column, flaw: .other(error.description))
        } catch {
            throw SettingsSyntaxError(line: 1, column: 1, flaw: .other("\(error)"))
        }
    }

    /// The value in the syntax of the file, shortened.
    var shown: String {
        let text: String =
            switch self {
            case .flag(let flag): String(flag)
            case .number(let number): String(number)
            case .text(let text): "“\(text)”"
            case .list(let list): "[\(list.map(\.shown).joined(separator: ", "))]"
            case .table: .words("configuration.a-table")
            case .other(let text): text
            }
        return text.count > 40 ? text.prefix(39) + "…" : text
    }

    var words: [String]? {
        guard case .list(let list) = self else { return nil }
        var words: [String] = []
        for value in list {
            guard case .text(let word) = value else { return nil }
            words.append(word)
        }
        return words
    }

    private init(_ value: some TOMLValueConvertible) {
        let value = value.tomlValue
        self =
            switch value.type {
            case .bool: .flag(value.bool ?? false)
            case .int: .number(value.int ?? 0)
            case .string: .text(value.string ?? "")
            case .array: .list(value.array?.map { SettingValue($0.tomlValue) } ?? [])
            case .table: .table(value.table.map(SettingValue.members) ?? [:])
            case .double, .date, .time, .dateTime: .other(value.debugDescription)
            }
    }

    private static func members(of table: TOMLTable) -> [String: SettingValue] {
        var members: [String: SettingValue] = [:]
        for key in table.keys {
            if let value = table[key] { members[key] = SettingValue(value.tomlValue) }
        }
        return members
    }
}
