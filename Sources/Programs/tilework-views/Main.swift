import CLinking
import ViewCommands

/// The commands of `tilework` that need views: `perf`, `film`, and all commands for nibs and storyboards. `tilework`
/// starts this program.
@main
struct Main {
    static func main() { TileworkViewsCommand.runProgram() }
}
