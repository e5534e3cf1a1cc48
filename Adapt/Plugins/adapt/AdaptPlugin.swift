import PackagePlugin

@main struct AdaptPlugin: CommandPlugin { func performCommand(context: PluginContext, arguments: [String]) throws {} }
