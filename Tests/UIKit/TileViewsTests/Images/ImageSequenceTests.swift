import Testing

@testable import TileViews

@Suite("A sequence of images on a program's clock")
struct ImageSequenceTests {
    private func index(
        after seconds: Double, count: Int = 4, duration: Double = 2, repeats: Int = 0, start: Double = 100
    ) -> Int? {
        var sequence = ImageSequence()
        sequence.start()
        sequence.advance(to: start)
        sequence.advance(to: start + seconds)
        return sequence.index(count: count, duration: duration, repeats: repeats)
    }

    @Test("each image is due for its part of the duration, and then the first again")
    func parts() {
        #expect((0..<10).map { index(after: Double($0) * 0.5) } == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1])
        #expect(index(after: 0.49) == 0)
        #expect(index(after: 1.99) == 3)
    }

    @Test("without a duration each image has a thirtieth of a second")
    func standardDuration() {
        #expect((0..<8).map { index(after: Double($0) / 30, duration: 0) } == [0, 1, 2, 3, 0, 1, 2, 3])
    }

    @Test(
        "multiples of an image's time are the next image's, wherever the clock stands",
        arguments: [0, 1e6, 0.1, 1e9 / 3])
    func exactMultiples(start: Double) {
        // 7 images in a third of a second: neither is a binary fraction.
        for step in 0..<50 {
            let due = index(after: Double(step) / 21 + 1e-4, count: 7, duration: 1.0 / 3, start: start)
            #expect(due == step % 7)
        }
    }

    @Test("after its repeats nothing is due")
    func repeats() {
        #expect(index(after: 3.99, repeats: 2) == 3)
        #expect(index(after: 4, repeats: 2) == nil)
        #expect(index(after: 1e9, repeats: 0) != nil)
    }

    @Test("a clock that goes back begins anew")
    func backwards() {
        var sequence = ImageSequence()
        sequence.start()
        sequence.advance(to: 10)
        sequence.advance(to: 11)
        #expect(sequence.elapsed == 1)
        sequence.advance(to: 5)
        #expect(sequence.elapsed == 0)
        sequence.advance(to: 6.5)
        #expect(sequence.elapsed == 1.5)
    }
}
