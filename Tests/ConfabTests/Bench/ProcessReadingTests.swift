import Glibc
import Testing

@testable import ConfabBench

@Suite(.timeLimit(.minutes(5))) struct ProcessReadingTests {
    /// Linux never assigns a process identifier this large.
    private static let beyondAll: Int32 = 4_194_305

    /// A sum over the live threads would miss the time of threads that have ended.
    @Test func timeOfEndedThreadsIsCounted() async {
        let before = ProcessReading.processorTime(of: getpid())
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                let began = ProcessReading.processorTime(of: getpid())
                while ProcessReading.processorTime(of: getpid()) - began < 20 {}
                return nil
            }, nil)
        pthread_join(thread, nil)
        #expect(ProcessReading.processorTime(of: getpid()) - before >= 20)
    }

    @Test func missingProcessUsesNoResources() {
        #expect(ProcessReading.processorTime(of: Self.beyondAll) == 0)
        #expect(ProcessReading.memory(of: Self.beyondAll) == nil)
    }
}
