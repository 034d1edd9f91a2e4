import Testing

@testable import ConfabBench

@Suite(.timeLimit(.minutes(5))) struct FileMeasurementTests {
    /// A call has a line of its own for its instruction, and the callee's object is no change of the object.
    @Test func onlyAddressesOfTheProgramAreCounted() {
        let dump = """
            positions: instr
            events: Ir

            ob=/usr/lib/libc.so.6
            fn=malloc
            0x1f940 3

            ob=/tmp/cf-abcdef/program
            fn=main
            0x17adc90 1
            0x17adc91 1
            cob=/usr/lib/libc.so.6
            cfn=malloc
            calls=1 0x1f940
            0x17adc95 3

            ob=???
            fn=0x4a00
            0x4a00 1
            """
        #expect(CountedProgram.addresses(in: dump) == ["0x17adc90", "0x17adc91", "0x17adc95"])
    }

    @Test func onlyFilesOfTheProjectAreNamed() {
        let output = """
            /home/ana/confab/Sources/Confab/Program/FramePacer.swift:31
            /home/ana/confab/Sources/CNcurses/screen.c:12 (discriminator 2)
            /home/ana/confab/.build/checkouts/swift-nio/Sources/NIOCore/Channel.swift:5
            /home/ana/confab/Sources/Confab/Program/FramePacer.swift:40
            /home/ana/confab/<compiler-generated>:?
            ??:0
            """
        #expect(LineTables.files(in: output) == ["Confab/Program/FramePacer.swift", "CNcurses/screen.c"])
    }

    @Test func strippedProgramNamesNoFile() {
        #expect(LineTables.files(in: "??:0\n??:?\n") == [])
    }
}
