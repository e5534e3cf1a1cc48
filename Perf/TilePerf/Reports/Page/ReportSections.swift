extension ReportPage {
    /// Where the script puts scores, plots, the frame and counts.
    static let sections = #"""
        <section class="panel scores" aria-labelledby="scores-title">
        <div class="bar">
        <h2 id="scores-title">Scores</h2>
        <fieldset class="segments" id="budgets"><legend>Budget</legend></fieldset>
        </div>
        <ul class="tiles" id="tiles" aria-live="polite"></ul>
        <div class="pair">
        <div class="scroll"><table class="numbers" id="distributions"></table></div>
        <div class="scroll"><table class="numbers" id="checkerboard"></table></div>
        </div>
        </section>
        <div class="work">
        <section class="panel timeline" id="timeline" aria-labelledby="timeline-title">
        <div class="bar">
        <h2 id="timeline-title">Timeline</h2>
        <p class="hint">Click or drag in a plot, or use the arrow keys.</p>
        </div>
        <div class="plots" id="plots"></div>
        <div class="scrubbing">
        <div class="rail"><canvas id="states" aria-hidden="true"></canvas>
        <input type="range" id="scrubber" min="0" value="0" step="1" aria-label="Frame"></div>
        <div class="transport">
        <div class="buttons" role="group" aria-label="Move">
        <button type="button" id="last-fault" aria-label="Last fault" title="Last fault (P)">
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4.5 5v10M15.5 5l-7 5 7 5z"/></svg></button>
        <button type="button" id="back" aria-label="One frame back" title="One frame back (←)">
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M12.5 5l-6 5 6 5"/></svg></button>
        <button type="button" id="play" aria-label="Play" title="Play at the speed of the replay (Space)">
        <svg viewBox="0 0 20 20" aria-hidden="true"><path class="playing" d="M7 5v10M13 5v10"/>
        <path class="resting" d="M6.5 4.5l9 5.5-9 5.5z"/></svg></button>
        <button type="button" id="forward" aria-label="One frame on" title="One frame on (→)">
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M7.5 5l6 5-6 5"/></svg></button>
        <button type="button" id="next-fault" aria-label="Next fault" title="Next fault (N)">
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M15.5 5v10M4.5 5l7 5-7 5z"/></svg></button>
        </div>
        <p class="position"><b id="at-frame"></b> <span class="of" id="of-frames"></span> <span id="at-time"></span></p>
        <p class="faults" id="faults"></p>
        </div>
        </div>
        </section>
        <section class="panel frame" id="frame" aria-labelledby="frame-title">
        <div class="bar"><h2 id="frame-title">Frame</h2><p class="state" id="state"></p></div>
        <figure class="screen">
        <svg id="picture" role="img" aria-label="The screen"></svg>
        <figcaption id="screen-note"></figcaption>
        </figure>
        <div class="chips" id="chips" role="group" aria-label="Areas to show"></div>
        <h3>Time <span id="cost"></span></h3>
        <div class="meter" id="meter" aria-hidden="true"></div>
        <dl class="list" id="phases"></dl>
        <h3>Place</h3>
        <dl class="list" id="place"></dl>
        <h3>Who drew <span id="drew"></span></h3>
        <ul class="calls" id="draws"></ul>
        <details id="layout-details"><summary>Who was laid out <span id="laid-out"></span></summary>
        <ul class="calls" id="layouts"></ul></details>
        <h3>Counts</h3>
        <dl class="list" id="frame-counts"></dl>
        </section>
        <section class="panel all-counts" aria-labelledby="counts-title">
        <div class="bar"><h2 id="counts-title">Counts</h2><p class="hint" id="counts-hint"></p></div>
        <div class="scroll"><table class="numbers counts" id="counts"></table></div>
        <p class="hint" id="no-counts"></p>
        </section>
        </div>
        """#
}
