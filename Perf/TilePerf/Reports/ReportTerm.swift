/// The quantities that reports show, with their definitions. A definition is shown next to its quantity: on focus and
/// hover in a trace's report, and below the table in the index.
enum ReportTerm: String, CaseIterable {
    // Scores
    case budget, missedFrames, hitchRatio, longestStall, checkerboard, timeToSharp, roughness
    // Rows and columns of tables
    case frameCost, margin, lag, p50, p90, p95, p99, worst
    case blank, coarse, stale, total, severity, peak, duration
    // Plots
    case frameTime, phases, checkerboardPlot, offset, ideal, baseline
    // Frames
    case idle, full, partial, dropped, notable
    case input, motion, layout, display, tiles, commit, draw
    case position, movedBy, offIdeal, zoom
    case dirty, draft, failed, picture
    case drew, laidOut, counts

    var definition: String {
        switch self {
        case .budget:
            "The time a frame may take: the interval between two refreshes of the screen, 16.7 ms at 60 Hz. Another budget "
                + "changes the scores on this page, not the verdict."
        case .missedFrames: "Shown frames that took longer than the budget."
        case .hitchRatio:
            "Milliseconds by which frames were late, per second in which frames were shown. A frame that takes 1.2 budgets "
                + "is shown one whole refresh late. Apple’s guidance for apps: below 5 ms/s is good, 10 ms/s and more is "
                + "critical."
        case .longestStall: "The longest time that a picture stayed on the screen although the next one was due."
        case .checkerboard:
            "How much of the screen showed something other than finished content, and for how long: √Σ(pixels × "
                + "milliseconds). 0 is perfect."
        case .timeToSharp:
            "Milliseconds from the last movement or change until the whole screen showed finished content."
        case .roughness:
            "How uneven the motion was: the mean jump of the content away from its ideal path, in points. 0 is even; from "
                + "about 0.5 the motion looks jerky."
        case .frameCost: "The time a frame kept the main thread busy: the sum of its phases."
        case .margin:
            "The distance to the deadline: “14.7 early” means that the frame finished 14.7 ms before its deadline, “3.2 "
                + "late” that it finished 3.2 ms after it and missed a refresh."
        case .lag: "Milliseconds from an input event until the frame that responds to it was shown."
        case .p50: "The median: half of the frames have this value or less."
        case .p90: "90% of the frames have this value or less."
        case .p95: "95% of the frames have this value or less."
        case .p99: "99% of the frames have this value or less."
        case .worst: "The highest value of any frame."
        case .blank: "Areas that showed only the background, because nothing was drawn yet."
        case .coarse: "Areas that showed a draft, or an enlarged or reduced tile of another level."
        case .stale: "Areas that still showed the content as it was before it changed."
        case .total: "Blank, coarse and stale areas together."
        case .severity: "√Σ(pixels × milliseconds): grows with the area and with the time that it lasted."
        case .peak: "The largest part of the screen at any one time."
        case .duration: "Milliseconds in which there was any such area."
        case .frameTime: "The cost of each frame, in milliseconds. The dashed line is the budget."
        case .phases: "The cost of each frame by the stages of its work, in milliseconds."
        case .checkerboardPlot:
            "The share of the screen that was blank, coarse or stale in each frame. Unlike the score, it includes the time "
                + "before the first complete screen."
        case .offset: "The position of the content in each frame, in points."
        case .ideal: "The position that the content would have had if no frame had been dropped."
        case .baseline: "The same quantity in the ledger that this run is compared with."
        case .idle: "A refresh at which nothing had changed, so that no frame was made."
        case .full: "A frame that showed only finished content."
        case .partial: "A frame that showed some blank, coarse or stale areas."
        case .dropped: "A refresh at which no frame could be shown, because the previous one was still being made."
        case .notable:
            "Frames that missed the budget, were dropped, showed blank areas or failed tiles, or are named by a finding."
        case .input: "Delivering touches, wheel turns and other events."
        case .motion: "Advancing what moves by itself: scrolling and animations."
        case .layout: "Laying out views, placing tile views, and requesting tiles."
        case .display: "Views drawing themselves in draw(_:)."
        case .tiles: "Tiled layers requesting tiles."
        case .commit: "Building the render tree."
        case .draw: "Drawing the changed areas to the screen."
        case .position: "The position of the scroll view’s content, in points from its top left."
        case .movedBy: "The distance that the content moved since the previous refresh."
        case .offIdeal: "The distance between the shown position and the one without dropped frames."
        case .zoom: "The scale of the content; 1 is its natural size."
        case .dirty: "Areas that were redrawn for this frame."
        case .draft: "Tiles drawn in lower quality, because the content was moving."
        case .failed: "Tiles that could not be drawn."
        case .picture: "The picture of the frame, below the marked areas."
        case .drew: "Views whose draw(_:) was called for this frame, with the number of calls."
        case .laidOut: "Views whose layoutSubviews() was called for this frame, with the number of calls."
        case .counts: "The work done for this frame. The table of all frames explains each count."
        }
    }
}
