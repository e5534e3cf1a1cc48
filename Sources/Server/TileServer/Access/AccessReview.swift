import TileSupport

/// A check for patterns of an access policy that probably don't do what their author meant.
package struct AccessReview {
    package enum Finding: Hashable, Sendable, CustomStringConvertible {
        /// A pattern in `private` matches no content, so the content that it should protect is public.
        case privateMatchesNothing(pattern: String, nearest: String?)
        /// A token's contents are all public.
        case grantOfPublic(pattern: String)
        /// There are tokens or a key, but nothing is private.
        case nothingIsPrivate
        /// A token's pattern matches no content.
        case grantMatchesNothing(pattern: String, nearest: String?)
        /// A token's pattern could mean several contents, so it grants none of them.
        case grantIsAmbiguous(pattern: String, ids: [String])

        /// Whether the finding may expose content that was meant to be private.
        package var isExposure: Bool {
            switch self {
            case .privateMatchesNothing, .grantOfPublic, .nothingIsPrivate: true
            case .grantMatchesNothing, .grantIsAmbiguous: false
            }
        }

        package var description: String {
            func meant(_ nearest: String?) -> String { nearest.map { "; did you mean “\($0)”?" } ?? "" }
            return switch self {
            case .privateMatchesNothing(let pattern, let nearest):
                "“\(pattern)” in “private” matches no content\(meant(nearest))"
            case .grantOfPublic(let pattern):
                "a token grants “\(pattern)”, but nothing that this matches is private: add it to “private”"
            case .nothingIsPrivate:
                "there are tokens or a key, but nothing is private: list the private contents in “private”"
            case .grantMatchesNothing(let pattern, let nearest):
                "“\(pattern)” of a token matches no content\(meant(nearest))"
            case .grantIsAmbiguous(let pattern, let ids):
                "“\(pattern)” of a token could mean several contents and grants none: use "
                    + ids.prefix(10).joined(separator: ", ")
            }
        }
    }

    /// The findings, in the order of the policy's patterns.
    package let findings: [Finding]

    /// Reviews a policy against a list of offers.
    ///
    /// - Complexity: O(n · m) for n patterns and m offers.
    package init(_ policy: AccessPolicy, of offers: [OfferedContent]) {
        var findings: [Finding] = []
        let privateOffers = offers.filter(policy.isPrivate)
        func nearest(_ scope: AccessPolicy.Scope) -> String? {
            let names = offers.flatMap { [$0.id] + ($0.names.map { [$0.path] } ?? []) }
            return Spelling.closestMatch(to: scope.description, in: names)
        }
        for scope in policy.privateContents where !offers.contains(where: scope.couldMean) {
            findings.append(.privateMatchesNothing(pattern: scope.description, nearest: nearest(scope)))
        }
        let hasGrants = !policy.tokens.isEmpty || policy.key != nil
        if hasGrants, policy.privateContents.isEmpty { findings.append(.nothingIsPrivate) }
        let granted = Set(policy.tokens.values.joined()).sorted { $0.description < $1.description }
        for scope in granted where !policy.privateContents.isEmpty {
            let meant = offers.filter(scope.means)
            let possible = offers.filter(scope.couldMean)
            if possible.isEmpty {
                findings.append(.grantMatchesNothing(pattern: scope.description, nearest: nearest(scope)))
            } else if meant.isEmpty {
                findings.append(.grantIsAmbiguous(pattern: scope.description, ids: possible.map(\.id)))
            } else if !privateOffers.contains(where: scope.means) {
                findings.append(.grantOfPublic(pattern: scope.description))
            }
        }
        self.findings = findings
    }
}
