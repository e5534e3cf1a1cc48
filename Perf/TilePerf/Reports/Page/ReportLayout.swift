extension ReportPage {
    /// Where things are: from 360 points of width on.
    static let layout = #"""
        main {
            display: grid;
            grid-template-columns: minmax(0, 1fr);
            gap: 18px;
            max-width: 1440px;
            margin: 0 auto;
            padding: max(28px, env(safe-area-inset-top)) max(24px, env(safe-area-inset-right))
                max(40px, env(safe-area-inset-bottom)) max(24px, env(safe-area-inset-left));
        }

        .overline { color: var(--quiet); font-size: 13px; font-weight: 550; }

        .headline { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin: 2px 0 8px; }

        .facts { display: flex; flex-wrap: wrap; gap: 2px 0; color: var(--quiet); font-size: 13.5px; }

        .facts li { font-variant-numeric: tabular-nums; }

        .facts li:not(:last-child)::after { content: "·"; margin: 0 8px; color: var(--faint); }

        .facts code { overflow-wrap: anywhere; }

        .verdict {
            display: inline-flex;
            align-items: center;
            gap: 6px;
            padding: 4px 12px 4px 8px;
            border-radius: 99px;
            font-size: 14px;
            font-weight: 650;
            background: var(--hover);
            color: var(--quiet);
        }

        .verdict svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 2.4;
            stroke-linecap: round; stroke-linejoin: round; }

        .verdict[data-verdict="ok"] { color: var(--good); background: var(--good-tint); }

        .verdict[data-verdict="over"] { color: var(--warn); background: var(--warn-tint); }

        .verdict[data-verdict="regression"] { color: var(--bad); background: var(--bad-tint); }

        .findings h2 { margin-bottom: 6px; }

        .findings li:not(.next, :first-child) { margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--line); }

        .findings .next .kind { visibility: hidden; }

        .findings li > * {
            display: grid;
            grid-template-columns: 80px minmax(0, 1fr) auto;
            align-items: baseline;
            gap: 4px 14px;
            margin: 0 -10px;
            padding: 4px 10px;
            border-radius: 8px;
            color: inherit;
            text-decoration: none;
        }

        .findings a:hover { background: var(--hover); }

        .findings .kind { color: var(--bad); font-size: 12px; font-weight: 650; }

        .findings .kind[data-kind="overBudget"] { color: var(--warn); }

        .findings .says { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }

        .findings .go { color: var(--accent); font-size: 13.5px; font-weight: 550; white-space: nowrap; }

        .findings .go::after { content: " →"; }

        .findings a:hover .go { text-decoration: underline; }

        .work { display: grid; grid-template-columns: minmax(0, 1fr); gap: 18px; align-items: start; }

        .pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 18px 36px; margin-top: 18px; }

        @media (min-width: 760px) {
            .pair { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); }
        }

        @media (min-width: 980px) {
            .work {
                grid-template-columns: minmax(0, 1fr) minmax(340px, 400px);
                grid-template-rows: auto 1fr;
                grid-template-areas: "timeline frame" "counts frame";
            }

            .timeline { grid-area: timeline; }

            .all-counts { grid-area: counts; }

            /* What a frame did stays beside the plots, and beside the counts that lead to it. */
            .frame { grid-area: frame; position: sticky; top: min(18px, calc(100vh - var(--height, 0px) - 18px)); }
        }

        /* One column: the scrubber stays at hand beside the frame that it moves. */
        @media (max-width: 979px) {
            main { padding-bottom: 110px; }

            .scrubbing {
                position: fixed;
                z-index: 2;
                inset: auto 0 0;
                padding: 10px max(24px, env(safe-area-inset-right)) max(8px, env(safe-area-inset-bottom))
                    max(24px, env(safe-area-inset-left));
                background: var(--solid);
                border-radius: 14px 14px 0 0;
                box-shadow: var(--shadow), 0 4px 30px rgb(0 0 0 / 22%);
            }
        }

        @media (max-width: 560px) {
            main { gap: 12px; padding-left: 10px; padding-right: 10px; padding-top: 20px; }

            .head { padding: 0 6px; }

            h1 { font-size: 26px; }

            .panel { padding: 16px 14px; }

            .findings li > * { grid-template-columns: minmax(0, 1fr) auto; }

            .findings .says { grid-row: 2; grid-column: 1 / -1; }

            .findings .next .kind { display: none; }

            .findings .next .says { grid-column: 1 / -1; }

            .findings .next .go { display: none; }

            .scrubbing { padding-left: 16px; padding-right: 16px; }

            .hint { display: none; }

            #no-counts { display: block; }
        }
        """#
}
