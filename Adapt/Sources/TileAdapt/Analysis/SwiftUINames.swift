/// Names of SwiftUI that identify a declaration as one of SwiftUI's.
enum SwiftUINames {
    static let all: Set<String> = Set(
        """
        #Preview Alignment Angle AnyTransition AnyView App AppStorage Binding BindingValue Button ButtonStyle Circle Color
        ContentView Divider EdgeInsets EmptyView Environment EnvironmentKey EnvironmentObject EnvironmentValues FetchRequest
        FocusState ForEach Form GeometryProxy GeometryReader GestureState Group HStack Image LazyHStack LazyVGrid LazyVStack List
        LocalizedStringKey NavigationLink NavigationView ObservableObject ObservedObject Path PreferenceKey PreviewProvider
        Previews Published Rectangle RoundedRectangle ScaledMetric Scene ScenePhase ScrollView ScrollViewReader Section Shape
        Spacer State StateObject SwiftUI Text TextEditor TextField Toggle ToolbarItem Transaction
        UIHostingConfiguration UIHostingController UIViewControllerRepresentable UIViewRepresentable VStack
        UIViewControllerRepresentableContext UIViewRepresentableContext View ViewBuilder ViewModifier WindowGroup ZStack
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
