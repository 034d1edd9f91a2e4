import Conversations
package import MatrixAPI
import Messenger
package import ViewModels

/// A device of the account in the output of a command.
package struct DeviceRow: Hashable, Sendable {
    package let id: String
    /// The name; empty if the device has none.
    package let name: DisplayText
    /// The time of the last activity in milliseconds since 1970; `nil` if the server doesn't report it.
    package let lastSeen: Int64?
    package let isThis: Bool
    /// Whether the account's identity has signed it; `nil` if this device doesn't know that identity.
    package let isVerified: Bool?
    /// The time of the last activity as text.
    private let seen: String

    /// Returns the rows: this device first, then by last activity, the newest first.
    ///
    /// - Parameters:
    ///   - ownID: the device that makes the request.
    ///   - verified: the devices that the account's identity has signed; `nil` if unknown.
    ///   - now: milliseconds since 1970.
    package static func rows(
        of devices: [AccountDevice], ownID: String, verified: Set<String>? = nil, now: Int64
    ) -> [DeviceRow] {
        AccountDevice.inOrder(devices, ownID: ownID).map { device in
            DeviceRow(
                device, isThis: device.id.utf8.elementsEqual(ownID.utf8),
                isVerified: verified.map { $0.contains(device.id) }, now: now)
        }
    }

    /// Returns one line per device, in aligned columns.
    package static func table(_ rows: [DeviceRow]) -> [String] {
        let cells = rows.map { [$0.shownID, $0.name.string, $0.seen, $0.verified] }
        let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return zip(rows, cells).map { row, cells in
            let columns = zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let line = ([row.isThis ? "*" : " "] + columns + [cells[3]]).joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private init(_ device: AccountDevice, isThis: Bool, isVerified: Bool?, now: Int64) {
        (id, lastSeen, self.isThis, self.isVerified) = (device.id, device.lastSeen, isThis, isVerified)
        name = DisplayText(sanitizing: VisibleName.first(device.name) ?? "")
        let times = TimeText(now: now, usesTwelveHours: TimeText.localeUsesTwelveHours, dates: .iso)
        seen = device.lastSeen.map { .words("devices.last-seen", ["time": times.moment($0)]) } ?? ""
    }

    private var verified: String {
        isVerified.map { $0 ? .words("devices.verified") : .words("devices.not-verified") } ?? ""
    }

    private var shownID: String { DisplayText(sanitizing: id).string }
}
