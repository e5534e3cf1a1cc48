import CLinking
import TileCommands

/// The command line `tilework`.
@main
struct Main {
    static func main() { TileworkCommand.runProgram() }
}
