// Loops over small tables that numpy would take many calls for. Numbers only; whoever calls one of them has the same in
// numpy, for where this could not be built. Compiled without contraction: products are rounded before they are added.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace py = pybind11;

using Floats = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Flags = py::array_t<bool, py::array::c_style | py::array::forcecast>;
using Ints = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

namespace {

constexpr double kTiny = 1e-18;
// As in the numpy version: what is nearly near counts as near.
constexpr double kNearly = 1e-5;

inline double larger(double one, double other) { return one > other || std::isnan(one) ? one : other; }
inline double clipped(double share) {
    const double low = larger(share, 0.0);
    return low < 1.0 || std::isnan(low) ? low : 1.0;
}
inline double dot(const double* one, const double* other) {
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
inline void minus(const double* one, const double* other, double* out) {
    for (int axis = 0; axis < 3; ++axis) out[axis] = one[axis] - other[axis];
}

// The least distance between two segments.
double gap(const double* from, const double* to, const double* start, const double* end) {
    double way[3], other[3], apart[3];
    minus(to, from, way);
    minus(end, start, other);
    minus(from, start, apart);
    const double a = larger(dot(way, way), kTiny), e = larger(dot(other, other), kTiny);
    const double b = dot(way, other), c = dot(way, apart), f = dot(apart, other);
    const double slant = a * e - b * b;
    const double first = slant > 1e-12 * a * e ? (b * f - c * e) / larger(slant, kTiny) : 0.0;
    const double across = clipped((b * clipped(first) + f) / e);
    const double along = clipped((b * across - c) / a);
    double between[3];
    for (int axis = 0; axis < 3; ++axis) between[axis] = apart[axis] + along * way[axis] - across * other[axis];
    return std::sqrt(dot(between, between));
}

py::ssize_t rows(const py::array& table) { return table.shape(0); }

// Capsules with the balls around them, by which most are passed over.
struct Capsule {
    const double *start, *end;
    double radius, middle[3], half;
};

std::vector<Capsule> capsules(const Floats& start, const Floats& end, const Floats& radius) {
    std::vector<Capsule> found(rows(start));
    for (std::size_t row = 0; row < found.size(); ++row) {
        Capsule& each = found[row];
        each.start = start.data() + 3 * row;
        each.end = end.data() + 3 * row;
        each.radius = radius.data()[row];
        double way[3];
        minus(each.end, each.start, way);
        for (int axis = 0; axis < 3; ++axis) each.middle[axis] = (each.start[axis] + each.end[axis]) / 2;
        each.half = std::sqrt(dot(way, way)) / 2 + kNearly;
    }
    return found;
}

struct Line {
    const double *from, *to;
    double way[3], length;

    Line(const double* origin, const double* point) : from(origin), to(point) {
        minus(to, from, way);
        length = larger(dot(way, way), kTiny);
    }

    // Whether the ball around a capsule comes within some metres of this line.
    bool meets_ball(const Capsule& each, double wide) const {
        double apart[3];
        minus(each.middle, from, apart);
        const double share = clipped(dot(way, apart) / length), reach = wide + each.radius + each.half;
        for (int axis = 0; axis < 3; ++axis) apart[axis] -= share * way[axis];
        return dot(apart, apart) <= reach * reach;
    }

    // Whether a capsule comes within its radius and some metres more of this line, or very nearly.
    bool nearly_meets(const Capsule& each, double wide) const {
        return meets_ball(each, wide) && gap(from, to, each.start, each.end) <= wide + each.radius + kNearly;
    }
};

// Gaps between `k` segments and as many others.
Floats segment_gaps(const Floats& from, const Floats& to, const Floats& start, const Floats& end) {
    const py::ssize_t count = rows(from);
    Floats found(count);
    double* out = found.mutable_data();
    for (py::ssize_t row = 0; row < count; ++row)
        out[row] = gap(from.data() + 3 * row, to.data() + 3 * row, start.data() + 3 * row, end.data() + 3 * row);
    return found;
}

// Which of `m` capsules come near each of `k` lines; each line is `wide`.
Flags capsules_near(const Floats& from, const Floats& to, const Floats& wide, const Floats& start, const Floats& end,
                    const Floats& radius) {
    const std::vector<Capsule> all = capsules(start, end, radius);
    const py::ssize_t lines = rows(from);
    Flags found({lines, rows(start)});
    bool* out = found.mutable_data();
    for (py::ssize_t row = 0; row < lines; ++row) {
        const Line line(from.data() + 3 * row, to.data() + 3 * row);
        for (const Capsule& each : all) *out++ = line.nearly_meets(each, wide.data()[row]);
    }
    return found;
}

// Which of the lines from `e` eyes to `n` balls that are `asked` for come near a capsule that is not the eye's own.
Flags lines_disturbed(const Floats& eyes, const Floats& middles, const Floats& radii, const Flags& asked,
                      const Floats& start, const Floats& end, const Floats& radius, const Flags& own) {
    const std::vector<Capsule> all = capsules(start, end, radius);
    const py::ssize_t count = rows(eyes), balls = rows(middles), many = rows(start);
    Flags found({count, balls});
    bool* out = found.mutable_data();
    for (py::ssize_t eye = 0; eye < count; ++eye)
        for (py::ssize_t ball = 0; ball < balls; ++ball, ++out) {
            *out = false;
            if (!asked.data()[eye * balls + ball]) continue;
            const Line line(eyes.data() + 3 * eye, middles.data() + 3 * ball);
            for (py::ssize_t each = 0; each < many && !*out; ++each)
                *out = !own.data()[eye * many + each] && line.nearly_meets(all[each], radii.data()[ball]);
        }
    return found;
}

// Which groups of `p` points are, all of them, deep behind a single capsule that is in the way.
Flags groups_behind(const Floats& from, const Floats& points, const Floats& start, const Floats& end,
                    const Floats& radius, const Flags& in_the_way, double deep) {
    const py::ssize_t groups = rows(from), each_has = points.shape(1), many = rows(start);
    Flags found(groups);
    bool* out = found.mutable_data();
    for (py::ssize_t group = 0; group < groups; ++group) {
        out[group] = false;
        for (py::ssize_t each = 0; each < many && !out[group]; ++each) {
            if (!in_the_way.data()[group * many + each]) continue;
            const double *origin = from.data() + 3 * group, *first = points.data() + 3 * group * each_has;
            bool all = true;
            for (py::ssize_t point = 0; point < each_has && all; ++point)
                all = gap(origin, first + 3 * point, start.data() + 3 * each, end.data() + 3 * each) <
                      radius.data()[each] - deep;
            out[group] = all;
        }
    }
    return found;
}

// Which lines pass through a capsule that is in the way of their group; those that `spare` do not count where they end.
Flags lines_hidden(const Floats& from, const Floats& to, const Floats& start, const Floats& end, const Floats& radius,
                   const Flags& spares, const Flags& in_the_way, const Ints& group) {
    const std::vector<Capsule> all = capsules(start, end, radius);
    const py::ssize_t lines = rows(from), many = rows(start);
    Flags found(lines);
    bool* out = found.mutable_data();
    for (py::ssize_t line = 0; line < lines; ++line) {
        out[line] = false;
        const bool* way = in_the_way.data() + group.data()[line] * many;
        const double *origin = from.data() + 3 * line, *point = to.data() + 3 * line;
        const Line sight(origin, point);
        for (py::ssize_t each = 0; each < many && !out[line]; ++each) {
            const double *one = start.data() + 3 * each, *other = end.data() + 3 * each, wide = radius.data()[each];
            if (!way[each] || !sight.meets_ball(all[each], 0.0) || !(gap(origin, point, one, other) < wide)) continue;
            out[line] = !spares.data()[each] || gap(point, point, one, other) >= wide;
        }
    }
    return found;
}

// Which segments meet one of the boxes, other than those of the owner each of them leaves out; columns of `axes` `(m, 3, 3)`
// are the axes of a box. What is flatter than `flat` along one counts as that flat. Of the boxes only those count that do
// `for_whom` `(people, m)` each segment is of; all do where nobody is given.
Flags boxes_crossed(const Floats& from, const Floats& to, const Ints& ignore, const Ints& owner, const Floats& axes,
                    const Floats& centre, const Floats& half, double flat, const Flags& for_whom, const Ints& who) {
    const py::ssize_t lines = rows(from), boxes = rows(centre);
    Flags found(lines);
    for (py::ssize_t line = 0; line < lines; ++line) {
        const bool* counts = for_whom.size() ? for_whom.data() + who.data()[line] * boxes : nullptr;
        const double *origin = from.data() + 3 * line, *end = to.data() + 3 * line;
        double way[3];
        minus(end, origin, way);
        bool met = false;
        for (py::ssize_t box = 0; box < boxes && !met; ++box) {
            if (owner.data()[box] == ignore.data()[line] || (counts && !counts[box])) continue;
            const double *turn = axes.data() + 9 * box, *middle = centre.data() + 3 * box;
            double enters = -INFINITY, leaves = INFINITY;
            for (int axis = 0; axis < 3; ++axis) {
                const double own[3] = {turn[axis], turn[3 + axis], turn[6 + axis]};
                double along = dot(way, own);
                if (std::fabs(along) < flat) along = flat;
                const double scale = 1.0 / along, reach = std::fabs(scale) * half.data()[3 * box + axis];
                const double place = (dot(middle, own) - dot(origin, own)) * scale;
                enters = larger(place - reach, enters);
                leaves = place + reach < leaves ? place + reach : leaves;
            }
            met = enters <= leaves && leaves >= 0.0 && enters <= 1.0;
        }
        found.mutable_data()[line] = met;
    }
    return found;
}

// The cells of a table `(7, n, n)` in which two directions between things, and the converse, are otherwise than told.
// Pairs `rows`, `columns` are those near enough, in order, each with the `limit` of its slack.
std::vector<std::int64_t> direction_cells(const Flags& told, const Floats& centre, const Floats& axes,
                                          const Floats& half, const Floats& directions, const Ints& rows_of,
                                          const Ints& columns, const Floats& limit, double overlap, double margin,
                                          double band) {
    const std::int64_t count = rows(centre), pairs = rows(rows_of);
    const std::int64_t *row = rows_of.data(), *column = columns.data();
    std::vector<std::int64_t> there, back;
    std::vector<double> place(count), extent(count);
    for (std::int64_t axis = 0; axis < 2; ++axis) {
        const double* way = directions.data() + 3 * axis;
        for (std::int64_t thing = 0; thing < count; ++thing) {
            const double *turn = axes.data() + 9 * thing, *size = half.data() + 3 * thing;
            double along[3];
            for (int own = 0; own < 3; ++own)
                along[own] = std::fabs(turn[own] * way[0] + turn[3 + own] * way[1] + turn[6 + own] * way[2]);
            place[thing] = dot(centre.data() + 3 * thing, way);
            extent[thing] = dot(along, size);
        }
        const std::int64_t layer = 3 + 2 * axis;
        const bool* known = told.data() + layer * count * count;
        std::int64_t cell = 0;
        const auto changed = [&](std::int64_t where) {
            const std::int64_t one = where / count, other = where % count;
            there.push_back((layer * count + one) * count + other);
            back.push_back(((layer + 1) * count + other) * count + one);
        };
        for (std::int64_t pair = 0; pair <= pairs; ++pair) {
            const std::int64_t next = pair < pairs ? row[pair] * count + column[pair] : count * count;
            // What is told of pairs that are too far apart is over.
            for (; cell < next; ++cell)
                if (known[cell]) changed(cell);
            if (pair == pairs) break;
            const double least = larger(extent[row[pair]], extent[column[pair]]) * overlap + margin;
            double slack = place[row[pair]] - place[column[pair]] - least;
            slack = limit.data()[pair] < slack ? limit.data()[pair] : slack;
            if ((slack > 0.0 || (known[cell] && slack > -band)) != known[cell]) changed(cell);
            ++cell;
        }
    }
    there.insert(there.end(), back.begin(), back.end());
    return there;
}

// The cells of a table `(6, n)` in which the words for the sector a thing is in, near and far are otherwise than told.
// `middles` `(k, 2)` are cosine and sine of the sectors' middles, `words` `(4, k)` what holds in each.
std::vector<std::int64_t> sector_cells(const Flags& told, const Floats& centre, const Floats& low, const Floats& high,
                                       const Floats& position, const Floats& ahead, const Floats& middles,
                                       const Flags& words, double cosine, double sine, double steadiness,
                                       double near_m) {
    const py::ssize_t count = rows(centre), sectors = rows(middles);
    const bool* known = told.data();
    const double *stand = position.data(), *front = ahead.data();
    std::vector<std::int64_t> cells;
    std::vector<bool> now(6 * count);
    for (py::ssize_t thing = 0; thing < count; ++thing) {
        const double x = centre.data()[3 * thing] - stand[0], y = centre.data()[3 * thing + 1] - stand[1];
        const double forward = x * front[0] + y * front[1], left = y * front[0] - x * front[1];
        const double far = std::sqrt(x * x + y * y);
        py::ssize_t best = 0;
        double most = 0.0;
        for (py::ssize_t sector = 0; sector < sectors; ++sector) {
            const double c = middles.data()[2 * sector], s = middles.data()[2 * sector + 1];
            const double along = forward * c + left * s, across = left * c - forward * s;
            double depth = along < -sine * far ? -far : sine * along - cosine * std::fabs(across);
            bool stays = true;
            for (int word = 0; word < 4; ++word)
                stays = stays && words.data()[word * sectors + sector] == known[word * count + thing];
            depth += stays ? steadiness : 0.0;
            if (sector == 0 || depth > most) best = sector, most = depth;
        }
        for (int word = 0; word < 4; ++word) now[word * count + thing] = words.data()[word * sectors + best];
        double outside = 0.0;
        for (int axis = 0; axis < 2; ++axis) {
            const double gap = larger(low.data()[3 * thing + axis] - stand[axis], stand[axis] - high.data()[3 * thing + axis]);
            const double clear = larger(gap, 0.0);
            outside += clear * clear;
        }
        const bool close = near_m - std::sqrt(outside) > (known[4 * count + thing] ? -steadiness : 0.0);
        now[4 * count + thing] = close;
        now[5 * count + thing] = !close;
    }
    for (py::ssize_t cell = 0; cell < 6 * count; ++cell)
        if (now[cell] != known[cell]) cells.push_back(cell);
    return cells;
}

// Whether each of `n` places `(t, n, 3)` moves, faster than noise and `least`; half of that for what did.
Flags moving(const Floats& places, double span, double noise_factor, double least, const Flags& before) {
    const py::ssize_t times = rows(places), count = places.shape(1), half = times / 2, row = 3 * count;
    Flags found(count);
    for (py::ssize_t thing = 0; thing < count; ++thing) {
        double way = 0.0, bends = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double* place = places.data() + 3 * thing + axis;
            double older = place[0], newer = place[(times - half) * row];
            for (py::ssize_t time = 1; time < half; ++time) {
                older += place[time * row];
                newer += place[(times - half + time) * row];
            }
            const double moved = (newer - older) / static_cast<double>(half);
            way += moved * moved;
            for (py::ssize_t time = 2; time < times; ++time) {
                const double bend = place[time * row] - 2 * place[(time - 1) * row] + place[(time - 2) * row];
                bends += bend * bend;
            }
        }
        const double noise = noise_factor * std::sqrt(bends / (18.0 * static_cast<double>(times - 2)));
        const double bound = larger(noise, least);
        found.mutable_data()[thing] = std::sqrt(way) / span > (before.data()[thing] ? bound / 2 : bound);
    }
    return found;
}

// Places `(t, n, 3)` a moment later: with the newest `(m, 7)` poses of some rows, nan where that is `unknown`, the last
// one replaced if it is `crowded`, without the `old` first ones; what went farther than `leap` was never elsewhere.
Floats lengthened(const Floats& trail, const Floats& poses, const Ints& rows_of, const Flags& unknown, bool crowded,
                  py::ssize_t old, double leap) {
    const py::ssize_t times = rows(trail), count = rows(rows_of), kept = times - (crowded ? 1 : 0);
    Floats found({kept + 1 - old, count, py::ssize_t{3}});
    double* out = found.mutable_data();
    for (py::ssize_t time = old; time < kept; ++time)
        for (py::ssize_t cell = 0; cell < 3 * count; ++cell) *out++ = trail.data()[3 * time * count + cell];
    for (py::ssize_t thing = 0; thing < count; ++thing, out += 3) {
        const double* place = poses.data() + 7 * rows_of.data()[thing];
        for (int axis = 0; axis < 3; ++axis) out[axis] = unknown.data()[thing] ? std::nan("") : place[axis];
        if (!times) continue;
        double way[3];
        minus(out, trail.data() + 3 * ((times - 1) * count + thing), way);
        if (!(dot(way, way) > leap * leap)) continue;
        for (py::ssize_t time = 0; time < kept - old; ++time)
            for (int axis = 0; axis < 3; ++axis)
                found.mutable_data()[3 * (time * count + thing) + axis] = std::nan("");
    }
    return found;
}

// What cells of some layers of a table `(7, n, n)` are otherwise than told, and the converse: slacks are `(l, k, n)`.
std::vector<std::int64_t> pair_cells(const Flags& told, const Floats& slacks, const Ints& rows_of, const Ints& layers,
                                     const Ints& converse, double band) {
    const std::int64_t kinds = slacks.shape(0), some = slacks.shape(1), count = slacks.shape(2);
    std::vector<std::int64_t> there, back;
    const double* slack = slacks.data();
    for (std::int64_t kind = 0; kind < kinds; ++kind) {
        const std::int64_t layer = layers.data()[kind], other = converse.data()[layer];
        for (std::int64_t place = 0; place < some; ++place) {
            const std::int64_t row = rows_of.data()[place];
            const bool* known = told.data() + (layer * count + row) * count;
            for (std::int64_t column = 0; column < count; ++column, ++slack)
                if ((*slack > 0.0 || (known[column] && *slack > -band)) != known[column]) {
                    there.push_back((layer * count + row) * count + column);
                    back.push_back((other * count + column) * count + row);
                }
        }
    }
    there.insert(there.end(), back.begin(), back.end());
    return there;
}

// Vectors `(n, 3)` turned by quaternions `(n, 4)`.
Floats rotate(const Floats& quaternions, const Floats& vectors) {
    const py::ssize_t count = rows(quaternions);
    Floats found({count, py::ssize_t{3}});
    const double *q = quaternions.data(), *v = vectors.data();
    double* out = found.mutable_data();
    for (py::ssize_t row = 0; row < count; ++row, q += 4, v += 3, out += 3) {
        const double x = 2.0 * (q[1] * v[2] - q[2] * v[1]), y = 2.0 * (q[2] * v[0] - q[0] * v[2]),
                     z = 2.0 * (q[0] * v[1] - q[1] * v[0]);
        out[0] = v[0] + q[3] * x + (q[1] * z - q[2] * y);
        out[1] = v[1] + q[3] * y + (q[2] * x - q[0] * z);
        out[2] = v[2] + q[3] * z + (q[0] * y - q[1] * x);
    }
    return found;
}

// The axes `(n, 3, 3)`, a row each, of frames turned by quaternions `(n, 4)`.
Floats axes(const Floats& quaternions) {
    const py::ssize_t count = rows(quaternions);
    Floats found({count, py::ssize_t{3}, py::ssize_t{3}});
    const double* q = quaternions.data();
    double* out = found.mutable_data();
    for (py::ssize_t row = 0; row < count; ++row, q += 4, out += 9) {
        const double xt = 2.0 * q[0], yt = 2.0 * q[1], zt = 2.0 * q[2], wt = 2.0 * q[3];
        const double xx = q[0] * xt, yy = q[1] * yt, zz = q[2] * zt, xy = q[0] * yt, yz = q[1] * zt, zx = q[2] * xt;
        const double wx = q[0] * wt, wy = q[1] * wt, wz = q[2] * wt;
        const double turned[9] = {1.0 - (yy + zz), xy + wz, zx - wy,         xy - wz,        1.0 - (xx + zz),
                                  yz + wx,         zx + wy, yz - wx,         1.0 - (xx + yy)};
        for (int cell = 0; cell < 9; ++cell) out[cell] = turned[cell];
    }
    return found;
}

template <typename Cell>
void compare(const py::array& before, const py::array& after, std::vector<std::int64_t>& found) {
    const py::ssize_t count = rows(after), width = count ? after.size() / count : 0;
    const auto* old = static_cast<const Cell*>(before.data());
    const auto* now = static_cast<const Cell*>(after.data());
    for (py::ssize_t row = 0; row < count; ++row)
        for (py::ssize_t cell = row * width; cell < (row + 1) * width; ++cell)
            if (old[cell] != now[cell]) {
                found.push_back(row);
                break;
            }
}

// The rows in which two tables of numbers, or of single bytes, differ.
std::vector<std::int64_t> rows_changed(py::array before, py::array after) {
    before = py::array::ensure(before, py::array::c_style);
    after = py::array::ensure(after, py::array::c_style);
    std::vector<std::int64_t> found;
    using Doubles = py::array_t<double>;
    if (after.itemsize() == 1 && before.itemsize() == 1)
        compare<std::uint8_t>(before, after, found);
    else if (py::isinstance<Doubles>(before) && py::isinstance<Doubles>(after))
        compare<double>(before, after, found);
    else
        throw py::type_error("tables are of doubles or of bytes");
    return found;
}

}  // namespace

PYBIND11_MODULE(_kernels, module) {
    module.def("segment_gaps", &segment_gaps);
    module.def("capsules_near", &capsules_near);
    module.def("lines_disturbed", &lines_disturbed);
    module.def("groups_behind", &groups_behind);
    module.def("lines_hidden", &lines_hidden);
    module.def("boxes_crossed", &boxes_crossed);
    module.def("direction_cells", &direction_cells);
    module.def("sector_cells", &sector_cells);
    module.def("moving", &moving);
    module.def("lengthened", &lengthened);
    module.def("pair_cells", &pair_cells);
    module.def("rotate", &rotate);
    module.def("axes", &axes);
    module.def("rows_changed", &rows_changed);
}
