import Foundation
import TestSupport
import Testing

@Suite("Commands with few file descriptors")
struct DescriptorShortageCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A drawing with several fonts, each of which is a file.
    private static let drawing = """
        <svg xmlns='http://www.w3.org/2000/svg' width='256' height='256'>\
        <text x='9' y='40' font-size='20' font-family='DejaVu Sans'>Sans</text>\
        <text x='9' y='80' font-size='20' font-family='DejaVu Serif' font-weight='bold'>Serif</text>\
        <text x='9' y='120' font-size='20' font-family='DejaVu Sans Mono'>Mono</text>\
        <text x='9 30 50' y='160' font-size='20' font-family='DejaVu Sans' font-weight='bold'>Abc</text></svg>
        """

    /// A drawing with a part that only librsvg draws, in a process that is reached over sockets.
    private static let drawingForLibrsvg = """
        <svg xmlns='http://www.w3.org/2000/svg' width='256' height='256'>\
        <filter id='f'><feOffset in='BackgroundImage'/><feFlood flood-color='red'/></filter>\
        <rect width='60' height='60' fill='red' filter='url(#f)'/><text x='9' y='120' font-size='20'>Text</text></svg>
        """

    @Test(
        "a drawing is built as it should be, or not at all, however few files may be open",
        arguments: [Self.drawing, Self.drawingForLibrsvg])
    func drawings(_ drawing: String) throws {
        try folder.write("plan.svg", drawing)
        let tile = "0/0/0.png"
        let whole = try CommandLineRun.run(["build", "plan.svg", "-o", "whole", "-q"], in: folder.path)
        #expect(whole.code == 0, "\(whole.errors)")
        let expected = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole/\(tile)")))
        var codes: Set<Int32> = []
        for limit in 5...32 {
            let run = try CommandLineRun.shell(
                "ulimit -n \(limit); exec \"$TILEWORK\" build plan.svg -o out\(limit) -q", in: folder.path)
            #expect(run.signal == 0, "\(limit) files: \(run.errors)")
            codes.insert(run.code)
            let built = try? Data(contentsOf: URL(fileURLWithPath: folder.file("out\(limit)/\(tile)")))
            if run.code == 0 {
                #expect(built == expected, "\(limit) files")
            } else {
                #expect(!run.errors.isEmpty, "\(limit) files")
            }
        }
        #expect(codes.contains(0) && codes.count > 1)
    }
}
