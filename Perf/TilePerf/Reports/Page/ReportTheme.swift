extension ReportPage {
    /// Colors and type. Marks have a contrast of 3 and more with what they stand on, words of 4.5 (WCAG 2.2, 1.4.3 and
    /// 1.4.11).
    static let theme = #"""
        :root {
            color-scheme: light dark;
            --page: #eceef1;
            --solid: #fdfdfe;
            --sunken: #f2f4f6;
            --ink: #1b1e23;
            --quiet: #5a616c;
            --line: rgb(20 24 30 / 11%);
            --faint: rgb(20 24 30 / 28%);
            --hover: rgb(20 24 30 / 6%);
            --accent: #0a5fe0;
            --good: #0f6238;
            --warn: #7d4e00;
            --bad: #b3241e;
            --good-tint: rgb(26 127 75 / 12%);
            --warn-tint: rgb(190 120 0 / 14%);
            --bad-tint: rgb(200 50 43 / 11%);
            --bar: #7a90ad;
            --was: #5f6672;
            --blank: #c8322b;
            --failed: #8c1d40;
            --coarse: #d0740c;
            --draft: #a07d00;
            --stale: #7b54c9;
            --dirty: #2273d8;
            --input: #66758a;
            --motion: #0f8f86;
            --layout: #2f74d0;
            --display: #8a56cf;
            --tiles: #c2478f;
            --commit: #a67700;
            --draw: #4f8f3a;
            --shadow: 0 0 0 .5px rgb(20 24 30 / 14%), 0 1px 2px rgb(20 24 30 / 6%), 0 6px 24px rgb(20 24 30 / 7%);
            font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
            color: var(--ink);
            background: var(--page);
            -webkit-text-size-adjust: 100%;
            text-size-adjust: 100%;
        }

        @media (prefers-color-scheme: dark) {
            :root {
                --page: #131519;
                --solid: #1f2227;
                --sunken: #181b1f;
                --ink: #eceef2;
                --quiet: #a2aab6;
                --line: rgb(236 238 242 / 12%);
                --faint: rgb(236 238 242 / 32%);
                --hover: rgb(236 238 242 / 8%);
                --accent: #6aabff;
                --good: #4fc98a;
                --warn: #f0b24a;
                --bad: #ff7b6e;
                --good-tint: rgb(79 201 138 / 15%);
                --warn-tint: rgb(240 178 74 / 15%);
                --bad-tint: rgb(255 123 110 / 15%);
                --bar: #66788f;
                --was: #8f97a3;
                --blank: #ff6b5e;
                --failed: #f0568c;
                --coarse: #f39a3d;
                --draft: #e3c13b;
                --stale: #b090f5;
                --dirty: #5aa2ff;
                --input: #9aa7b8;
                --motion: #38c2b6;
                --layout: #6aa8ff;
                --display: #b98df5;
                --tiles: #f27dbd;
                --commit: #dfb13a;
                --draw: #7fc466;
                --shadow: 0 0 0 .5px rgb(255 255 255 / 13%), 0 1px 2px rgb(0 0 0 / 40%);
            }
        }

        *, *::before, *::after { box-sizing: border-box; }

        [hidden] { display: none !important; }

        body { margin: 0; }

        h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; }

        ul, ol { list-style: none; }

        fieldset { border: 0; min-width: 0; }

        h1 { font-size: 30px; font-weight: 700; letter-spacing: -.025em; line-height: 1.15; overflow-wrap: anywhere; }

        h2 { font-size: 17px; font-weight: 650; letter-spacing: -.012em; }

        h3 { margin: 18px 0 6px; font-size: 13px; font-weight: 650; }

        h3 span, summary span { color: var(--quiet); font-weight: 450; font-variant-numeric: tabular-nums; }

        code { font: 0.92em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }

        a { color: var(--accent); }

        :focus-visible { outline: 2.5px solid var(--accent); outline-offset: 2px; }

        .hint, .note { color: var(--quiet); font-size: 13px; }

        .panel { padding: 20px; background: var(--solid); border-radius: 14px; box-shadow: var(--shadow); }

        .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; margin-bottom: 14px; }

        .bar > :last-child:not(h2) { margin-left: auto; }

        .scroll { overflow-x: auto; }

        .unseen {
            position: absolute;
            width: 1px;
            height: 1px;
            margin: -1px;
            overflow: hidden;
            clip-path: inset(50%);
            white-space: nowrap;
        }
        """#
}
