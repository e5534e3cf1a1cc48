extension ReportPage {
    /// What the script makes: scores, plots, the scrubber, the frame, tables.
    static let parts = #"""
        /* Scores */

        .segments { display: flex; align-items: center; gap: 10px; }

        .segments legend { float: left; padding: 0; color: var(--quiet); font-size: 13px; }

        .segments .choices { display: flex; flex-wrap: wrap; padding: 2px; background: var(--hover); border-radius: 9px; }

        .segments label { position: relative; display: block; cursor: pointer; }

        .segments input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }

        .segments span { display: block; padding: 4px 13px; border-radius: 7px; font-size: 13.5px; font-weight: 550;
            font-variant-numeric: tabular-nums; white-space: nowrap; }

        .segments input:checked + span { background: var(--solid);
            box-shadow: 0 0 0 .5px var(--line), 0 1px 3px rgb(0 0 0 / 16%); }

        .segments input:focus-visible + span { outline: 2.5px solid var(--accent); }

        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 10px; }

        .tiles li { padding: 12px 14px 11px; background: var(--sunken); border-radius: 10px; }

        .tiles p { color: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums; }

        .tiles .value { color: var(--ink); font-size: 27px; font-weight: 650; letter-spacing: -.03em; line-height: 1.25; }

        .tiles .value small { color: var(--quiet); font-size: 13px; font-weight: 500; letter-spacing: 0; }

        .tiles [data-rating="warn"] .value { color: var(--warn); }

        .tiles [data-rating="bad"] .value { color: var(--bad); }

        .tiles [data-rating="bad"] { background: var(--bad-tint); }

        .tiles [data-rating="warn"] { background: var(--warn-tint); }

        .tiles [data-rating="bad"] p:not(.value), .tiles [data-rating="warn"] p:not(.value) { color: var(--ink); }

        .was { color: var(--was); }

        .worse { color: var(--bad); font-weight: 600; }

        .better { color: var(--good); font-weight: 600; }

        .changed { color: var(--warn); font-weight: 650; }

        /* Tables */

        .numbers { width: 100%; border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; }

        .numbers caption { padding-bottom: 4px; text-align: left; font-size: 13px; font-weight: 650; }

        .numbers caption span { color: var(--quiet); font-weight: 450; }

        .numbers th, .numbers td { padding: 5px 0 5px 14px; text-align: right; white-space: nowrap;
            border-top: 1px solid var(--line); }

        .numbers thead td { border-top: 0; }

        .numbers thead th { border-top: 0; color: var(--quiet); font-size: 12.5px; font-weight: 500; }

        .numbers th, .numbers td { vertical-align: baseline; }

        .numbers th:first-child { padding-left: 0; text-align: left; font-weight: 500; }

        .numbers .over { color: var(--bad); font-weight: 600; }

        .numbers .small { display: block; color: var(--was); font-size: 12px; }

        .counts th { white-space: normal; }

        .counts tbody th { min-width: 120px; }

        .counts canvas { display: block; width: 100px; height: 20px; margin-left: auto; }

        .counts thead th { vertical-align: bottom; }

        #no-counts { margin-top: 10px; }

        @media (max-width: 680px), (min-width: 980px) and (max-width: 1120px) {
            .counts .spark { display: none; }
        }

        @media (max-width: 560px) {
            .counts .change { display: none; }

            .counts .frame-link { display: block; }

            .numbers th, .numbers td { padding-left: 6px; }

            .numbers { font-size: 12.5px; letter-spacing: -.01em; }
        }

        .swatch { display: inline-block; width: 9px; height: 9px; margin-right: 6px; border-radius: 2.5px;
            background: currentColor; vertical-align: 0; }

        /* Plots */

        .plots { position: relative; display: grid; gap: 14px; }

        /* Words stand before the scrubber's line. */
        .plots figcaption { position: relative; z-index: 1; display: flex; flex-wrap: wrap; align-items: baseline;
            gap: 1px 12px; margin-bottom: 4px; background: var(--solid); font-size: 13px; }

        .plots figcaption b { margin-right: 2px; font-weight: 650; }

        .plots .now { font-variant-numeric: tabular-nums; }

        .plots .key { display: inline-flex; align-items: baseline; color: var(--quiet); font-size: 12.5px;
            font-variant-numeric: tabular-nums; white-space: nowrap; }

        .plots .key output { margin-left: 5px; color: var(--ink); }

        .plots .key.line .swatch { height: 2.5px; width: 12px; vertical-align: 3px; }

        .plots .key.dashed .swatch { width: 13px; border-radius: 0;
            background: linear-gradient(90deg, currentColor 5px, transparent 5px 8px, currentColor 8px); }

        .plots canvas { display: block; width: 100%; cursor: crosshair; touch-action: pan-y; }

        .cursor { position: absolute; top: 0; bottom: 0; left: 0; width: 0; border-left: 1.5px solid var(--ink);
            pointer-events: none; opacity: .75; }

        /* The scrubber */

        .scrubbing { margin-top: 10px; }

        .rail { position: relative; height: 34px; }

        .rail canvas { position: absolute; top: 0; left: 0; width: 100%; height: 10px; }

        .rail input { position: absolute; top: 8px; margin: 0; height: 26px; background: none; -webkit-appearance: none;
            appearance: none; cursor: grab; border-radius: 6px; }

        .rail input:active { cursor: grabbing; }

        .rail input::-webkit-slider-runnable-track { height: 4px; background: var(--faint); border-radius: 2px; }

        .rail input::-moz-range-track { height: 4px; background: var(--faint); border-radius: 2px; }

        .rail input::-webkit-slider-thumb { -webkit-appearance: none; width: 20px; height: 20px; margin-top: -8px;
            border: 3px solid var(--solid); border-radius: 50%; background: var(--accent);
            box-shadow: 0 0 0 1px var(--faint), 0 1px 4px rgb(0 0 0 / 30%); }

        .rail input::-moz-range-thumb { box-sizing: border-box; width: 20px; height: 20px; border: 3px solid var(--solid);
            border-radius: 50%; background: var(--accent); }

        .transport { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; margin-top: 2px; font-size: 13.5px;
            font-variant-numeric: tabular-nums; }

        .buttons { display: flex; gap: 2px; margin-left: -7px; }

        .buttons button { display: grid; place-items: center; width: 34px; height: 32px; padding: 0; border: 0;
            border-radius: 8px; background: none; color: var(--ink); cursor: pointer; touch-action: manipulation; }

        .buttons button:hover { background: var(--hover); }

        .buttons button:disabled { opacity: .3; cursor: default; background: none; }

        .buttons svg { width: 20px; height: 20px; fill: currentColor; stroke: currentColor; stroke-width: 1.8;
            stroke-linejoin: round; stroke-linecap: round; }

        #back svg, #forward svg { fill: none; }

        #play .playing { display: none; }

        #play[aria-pressed="true"] .playing { display: inline; }

        #play[aria-pressed="true"] .resting { display: none; }

        .position span, .faults { color: var(--quiet); }

        .faults { margin-left: auto; }

        @media (max-width: 560px) {
            .faults, .position .of { display: none; }

            .position { margin-left: auto; }

            .transport { gap: 4px; }
        }

        /* The frame */

        .frame .bar { margin-bottom: 12px; }

        .state { padding: 2px 10px; border-radius: 99px; background: var(--hover); color: var(--quiet); font-size: 13px;
            font-weight: 600; }

        .state[data-state="full"] { color: var(--good); background: var(--good-tint); }

        .state[data-state="partial"] { color: var(--warn); background: var(--warn-tint); }

        .state[data-state="dropped"] { color: var(--bad); background: var(--bad-tint); }

        .screen svg { display: block; width: 100%; max-height: 460px; background: var(--sunken); border-radius: 8px; }

        .screen figcaption { min-height: 20px; margin-top: 6px; color: var(--quiet); font-size: 12.5px; }

        .screen .outline { fill: var(--solid); stroke: var(--ink); stroke-width: 1.5; vector-effect: non-scaling-stroke; }

        .screen .ruler { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }

        .screen text { fill: var(--quiet); font-family: inherit; font-variant-numeric: tabular-nums; }

        .screen .pictured text { fill: var(--ink); stroke: var(--solid); stroke-width: 3px; paint-order: stroke;
            vector-effect: non-scaling-stroke; }

        .screen .area { stroke-width: 1.5; vector-effect: non-scaling-stroke; }

        .screen .area[data-kind="dirty"] { stroke-dasharray: 4 3; }

        .screen .kept { opacity: .45; }

        .chips { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 10px; }

        .chips button { display: inline-flex; align-items: center; padding: 4px 10px 4px 8px; border: 1px solid var(--line);
            border-radius: 99px; background: none; color: var(--ink); font: inherit; font-size: 12.5px;
            font-variant-numeric: tabular-nums; cursor: pointer; touch-action: manipulation; }

        .chips button:hover { background: var(--hover); }

        .chips button[aria-pressed="false"] { color: var(--quiet); text-decoration: line-through; }

        .chips button[aria-pressed="false"] .swatch { background: none; box-shadow: inset 0 0 0 1.5px currentColor; }

        .chips button[data-none] { color: var(--quiet); }

        .chips b { margin-left: 5px; font-weight: 650; }

        .meter { display: flex; position: relative; height: 14px; margin-bottom: 8px; overflow: hidden; border-radius: 4px;
            background: var(--hover); }

        .meter i { display: block; height: 100%; flex: none; }

        .meter u { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--ink); }

        .list { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 14px; font-size: 13.5px;
            font-variant-numeric: tabular-nums; }

        .list dt { color: var(--quiet); }

        .list dd { text-align: right; }

        .list .was { font-size: 12.5px; }

        .calls { font-size: 13px; font-variant-numeric: tabular-nums; }

        .calls li { display: flex; justify-content: space-between; gap: 14px; padding: 2px 0; }

        .calls code { min-width: 0; overflow-wrap: anywhere; }

        .calls span { white-space: nowrap; }

        .calls .none { color: var(--quiet); }

        details { margin-top: 14px; }

        summary { font-size: 13px; font-weight: 650; cursor: pointer; border-radius: 4px; }

        details .calls { margin-top: 6px; }

        @media print {
            .scrubbing, .chips, .segments { display: none; }

            .panel { box-shadow: none; border: 1px solid var(--line); break-inside: avoid; }
        }
        """#
}
