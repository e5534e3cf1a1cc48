// The problems of Perf/Frames/Sources/Layout, constraint by constraint, for kiwi (https://github.com/nucleic/kiwi).
// Perf/bench-layout builds it.
#include <kiwi/kiwi.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <time.h>
#include <vector>

using namespace kiwi;

static double seconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// The median of nine means.
static void measure(const std::string &name, int count, const std::function<void()> &work) {
    std::vector<double> times;
    for (int run = 0; run < 9; run++) {
        double start = seconds();
        for (int index = 0; index < count; index++) work();
        times.push_back((seconds() - start) / count);
    }
    std::sort(times.begin(), times.end());
    printf("%s\t%f\n", name.c_str(), times[4] * 1e6);
}

static double sink = 0;

struct Nested {
    Solver solver;
    Variable width, innermost;

    explicit Nested(int depth) {
        Variable left, right;
        solver.addConstraint((left == 0) | strength::required);
        solver.addEditVariable(right, strength::strong);
        width = right;
        for (int index = 0; index < depth; index++) {
            Variable innerLeft, innerRight;
            solver.addConstraint((innerLeft - left - 4 == 0) | strength::required);
            solver.addConstraint((right - innerRight - 4 == 0) | strength::medium);
            solver.addConstraint((innerRight - innerLeft - 10 >= 0) | strength::required);
            solver.addConstraint((innerRight - innerLeft - 50 == 0) | strength::weak);
            left = innerLeft;
            right = innerRight;
        }
        innermost = right;
        solver.updateVariables();
    }
};

struct Table {
    Solver solver;
    Variable width, height, last;

    struct Track {
        Variable start, end;
    };

    std::vector<Track> line(int count, Variable end) {
        std::vector<Track> line;
        for (int index = 0; index < count; index++) {
            Track track;
            if (!line.empty()) {
                solver.addConstraint((track.start - line.back().end - 8 == 0) | strength::required);
                solver.addConstraint(
                    (track.end - track.start - line[0].end + line[0].start == 0) | strength::weak);
            } else {
                solver.addConstraint((track.start == 0) | strength::required);
            }
            line.push_back(track);
            if (index == count - 1) solver.addConstraint((track.end - end == 0) | strength::medium);
        }
        return line;
    }

    Table(int rows, int columns) {
        solver.addEditVariable(width, strength::strong);
        solver.addEditVariable(height, strength::strong);
        std::vector<Track> across = line(columns, width), down = line(rows, height);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                double size = 20 + (row * 7 + column * 13) % 30;
                solver.addConstraint(
                    (across[column].end - across[column].start - size >= 0) | strength::required);
                solver.addConstraint((down[row].end - down[row].start - size / 2 >= 0) | strength::required);
            }
        }
        last = across[columns - 1].end;
        solver.updateVariables();
    }
};

// kiwi has no way to change a constant: a height is an edit variable there, or is taken out and put in again.
struct Rows {
    Solver solver;
    std::vector<Variable> tops, bottoms;
    std::vector<Constraint> heights;

    explicit Rows(int count) {
        for (int index = 0; index < count; index++) {
            Variable top, bottom, label, width;
            solver.addConstraint((top - index * 44 == 0) | strength::required);
            heights.push_back((bottom - top - 44 == 0) | strength::required);
            solver.addConstraint(heights.back());
            solver.addConstraint((label - 16 >= 0) | strength::required);
            solver.addConstraint((label + width - 300 <= 0) | strength::required);
            solver.addConstraint((width - 120 == 0) | strength::weak);
            solver.addConstraint((label - 16 == 0) | strength::medium);
            tops.push_back(top);
            bottoms.push_back(bottom);
        }
        solver.updateVariables();
    }

    void set(int index, double height) {
        solver.removeConstraint(heights[index]);
        heights[index] = (bottoms[index] - tops[index] - height == 0) | strength::required;
        solver.addConstraint(heights[index]);
        solver.updateVariables();
    }
};

struct Stack {
    Solver solver;
    std::vector<Variable> bottoms;
    std::vector<Constraint> heights;

    explicit Stack(int count) {
        bottoms.push_back(Variable());
        solver.addConstraint((bottoms[0] == 0) | strength::required);
        for (int index = 0; index < count; index++) {
            Variable next;
            heights.push_back((next - bottoms.back() - 44 == 0) | strength::medium);
            solver.addConstraint(heights.back());
            bottoms.push_back(next);
        }
        solver.updateVariables();
    }

    void set(int index, double height) {
        solver.removeConstraint(heights[index]);
        heights[index] = (bottoms[index + 1] - bottoms[index] - height == 0) | strength::medium;
        solver.addConstraint(heights[index]);
        solver.updateVariables();
    }
};

int main() {
    measure("nested, 40 deep: build", 20, [] { sink += Nested(40).innermost.value(); });
    Nested nested(40);
    int step = 0;
    measure("nested, 40 deep: update", 200, [&] {
        step++;
        nested.solver.suggestValue(nested.width, 500 + step % 7 * 40);
        nested.solver.updateVariables();
        sink += nested.innermost.value();
    });
    measure("table, 20 by 20: build", 3, [] { sink += Table(20, 20).last.value(); });
    Table table(20, 20);
    measure("table, 20 by 20: update", 200, [&] {
        step++;
        table.solver.suggestValue(table.width, 1200 + step % 7 * 40);
        table.solver.suggestValue(table.height, 900 + step % 5 * 40);
        table.solver.updateVariables();
        sink += table.last.value();
    });
    for (int count : {1000, 3000}) {
        measure(std::to_string(count) + " rows: build", 1, [&] { sink += Rows(count).bottoms[count / 2].value(); });
    }
    Rows rows(1000);
    measure("1000 rows: one height", 100, [&] {
        step++;
        rows.set(step * 37 % 1000, 40 + step % 9);
        sink += rows.bottoms[500].value();
    });
    measure("stack of 1000: build", 1, [] { sink += Stack(1000).bottoms.back().value(); });
    Stack stack(1000);
    measure("stack of 1000: one height", 1, [&] {
        step++;
        stack.set(step * 37 % 1000, 40 + step % 9);
        sink += stack.bottoms.back().value();
    });
    return sink == sink ? 0 : 1;
}
