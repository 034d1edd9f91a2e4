import MatrixAPI
import Testing
import ViewModels

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct DeviceRowTests {
    /// Milliseconds since 1970.
    private static let now: Int64 = 1_700_000_000_000
    private static let day: Int64 = 86_400_000

    private static func device(_ id: String, _ name: String? = nil, seen: Int64? = nil) throws -> AccountDevice {
        var json: JSONValue = ["device_id": .string(id)]
        if let name { json["display_name"] = .string(name) }
        if let seen { json["last_seen_ts"] = .integer(seen) }
        return try #require(AccountDevice(json: json))
    }

    @Test func devicesAreSortedByLastSeenAfterOwn() throws {
        let devices = [
            try Self.device("NEVER"), try Self.device("OLD", seen: Self.now - 30 * Self.day),
            try Self.device("NEW", seen: Self.now - 1), try Self.device("THIS", seen: 1),
        ]
        let rows = DeviceRow.rows(of: devices, ownID: "THIS", now: Self.now)
        #expect(rows.map(\.id) == ["THIS", "NEW", "OLD", "NEVER"])
        #expect(rows.map(\.isThis) == [true, false, false, false])
    }

    @Test func deviceTableAlignsColumnsAndMarksOwnDevice() throws {
        let devices = [
            try Self.device("AB", "Confab on host"), try Self.device("CDEF", "phone", seen: Self.now - 40 * Self.day),
        ]
        let lines = DeviceRow.table(DeviceRow.rows(of: devices, ownID: "AB", now: Self.now))
        #expect(lines.first == "*  AB    Confab on host")
        #expect(lines.last?.hasPrefix("   CDEF  phone           last seen 2023-10-0") == true)
    }

    @Test func blankDeviceNameIsEmpty() throws {
        let rows = DeviceRow.rows(of: [try Self.device("AB", " \u{2800} ")], ownID: "", now: Self.now)
        #expect(rows.map(\.name) == [.empty])
    }

    @Test func deviceNameIsSanitized() throws {
        let device = try Self.device("AB", "tidy\n\u{1B}[2Jname")
        let line = DeviceRow.table(DeviceRow.rows(of: [device], ownID: "", now: Self.now)).joined()
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
