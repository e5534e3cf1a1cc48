import ArgumentParser
import CommandSupport
import PerfCommands
import TileContent
import TileEngine
import TileGraphics
import ViewContent

/// `program film`.
struct ProgramFilmCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "film", abstract: "Render a film of an animated content.",
            discussion: """
                Time advances like a screen with 60 frames per second, independent of the machine, so the film is the same on \
                every machine. The program's timers and delayed blocks of the main queue use this time, too.
                """)
    }

    @Argument(help: "The content; optional if the program has only one.")
    var name: String?

    @OptionGroup var arguments: FilmArguments

    func run() async throws {
        do {
            try FilmRecorder.check(arguments)
            try PerfOutput.check()
            ProgramTime.ofProcess = .virtual
            let document = try await Program.document(named: name)
            guard let source = document.source as? any MovingTileSource else {
                throw Complaint("\(document.path): nothing to film: the content is not animated", .data)
            }
            let recorder = FilmRecorder(arguments)
            try record(source, by: recorder)
            try recorder.finish()
        } catch let complaint as Complaint {
            throw complaint.reported()
        } catch let complaint as PerfComplaint {
            throw Complaint(complaint.message, .inputOutput).reported()
        }
    }

    private func record(_ source: any MovingTileSource, by recorder: FilmRecorder) throws {
        let area = try arguments.area(of: source.contentSize)
        let pool = BitmapPool()
        // Of a screen: a multiple of the film's.
        let steps = max(1, Int((60 / Double(arguments.rate)).rounded(.up)))
        let rate = Double(arguments.rate * steps)
        let end = arguments.to ?? arguments.from + FilmArguments.longestOfItself
        var step = 0
        source.pass(0)
        while recorder.nextTime < end {
            let time = Double(step) / rate
            if time >= recorder.nextTime - 1e-9 {
                do {
                    try recorder.add(source.raster(area, in: RasterContext(pool: pool)))
                } catch let complaint as Complaint {
                    throw complaint
                } catch {
                    throw Complaint("\(error)", .data)
                }
                // What has come to rest is seen once.
                if arguments.to == nil, !source.isMoving { break }
            }
            step += 1
            source.pass(Double(step) / rate - time)
        }
    }
}
