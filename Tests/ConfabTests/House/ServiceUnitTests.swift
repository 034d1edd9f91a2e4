import Testing

/// Tests the systemd unit of the server.
@Suite(.timeLimit(.minutes(5))) struct ServiceUnitTests {
    @Test func serverUnitLimitsItsMemory() throws {
        let unit = try Repository.text("Resources/packaging/systemd/system/confab.service")
        let limits = unit.split(separator: "\n").filter { $0.hasPrefix("MemoryMax=") }
        // `infinity`, or a part of the machine's memory, would be no limit that is known here.
        #expect(limits.count == 1 && limits.allSatisfy { $0.wholeMatch(of: #/MemoryMax=[1-9]\d*[MG]/#) != nil })
    }

    /// On the command line, other users could see the token in the process list.
    @Test func serverUnitPassesTheTokenAsACredential() throws {
        let unit = try Repository.text("Resources/packaging/systemd/system/confab.service")
        let settings = unit.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(settings.contains("LoadCredential=registration-token:/etc/confab/registration-token"))
        #expect(settings.filter { $0.contains("registration-token") }.allSatisfy { $0.contains("Credential=") })
    }
}
