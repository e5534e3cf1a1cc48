import Testing
import TileGeometry

@testable import TileGraphics

@Suite("The memory that a picture holds")
struct PictureMemoryTests {
    private func star(_ points: Int) -> Path {
        var builder = PathBuilder()
        builder.move(x: 0, y: 0)
        for point in 1..<points { builder.line(x: Double(point * 7 % points), y: Double(point)) }
        builder.close()
        return builder.build()
    }

    private func picture(_ count: Int, _ path: (Int) -> Path) -> Picture {
        var recorder = PictureRecorder()
        for number in 0..<count { recorder.fill(path(number), with: .color(.black)) }
        return recorder.finish()
    }

    @Test("grows with the operations and with their outlines")
    func grows() {
        #expect(Picture.empty.byteCount < 1000)
        let small = picture(10) { _ in star(5) }.byteCount
        let many = picture(1000) { _ in star(5) }.byteCount
        let long = picture(10) { _ in star(500) }.byteCount
        #expect((95...115).contains(Double(many) / Double(small)))
        // 16 bytes a point, and the boxes over them.
        #expect(long - small >= 10 * 495 * 16 && long - small < 10 * 495 * 40)
    }

    @Test("counts what is shared once: outlines, groups, patterns")
    func shared() {
        let path = star(1000)
        let one = picture(1) { _ in path }.byteCount
        #expect(picture(20) { _ in path }.byteCount < 2 * one)

        let inner = picture(100) { _ in star(50) }
        let group = PictureGroup(content: inner, opacity: 0.5)
        let pattern = PatternPaint(
            content: inner, contentTransform: .identity, cellWidth: 5, cellHeight: 5, transform: .identity)
        var recorder = PictureRecorder()
        for _ in 0..<20 { recorder.draw(group) }
        for _ in 0..<20 { recorder.fill(star(4), with: .pattern(pattern)) }
        let all = recorder.finish().byteCount
        #expect(all > inner.byteCount && all < inner.byteCount + 64 << 10)
    }

    @Test("has an image's pixels in it")
    func image() {
        var recorder = PictureRecorder()
        let bitmap = Bitmap(width: 256, height: 256)
        for _ in 0..<5 {
            recorder.draw(PictureImage(bitmap, target: Box(x: 0, y: 0, width: 10, height: 10)))
        }
        #expect((256 * 1024..<260 * 1024).contains(recorder.finish().byteCount))
    }
}
