"""Ray-casts one die after another into a picture: the inner loop of the drawn scenes, compiled by numba.

A die is a rounded box (signed distance field), optionally cut by a sphere, in its own coordinates: the cube is
[-1, 1]^3 and +z is up, so face 4 is always the top face. Faces: 0 +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z.
"""

from __future__ import annotations

import math

import numba as nb
import numpy as np

# Columns of the parameter row of a die: names keep the kernel and its caller in step.
PARAMETERS = [
    "rounding",
    "sphere",
    "body_b",
    "body_g",
    "body_r",
    "second_b",
    "second_g",
    "second_r",
    "pattern",
    "pattern_scale",
    "clear",
    "drill",
    "pip_shape",
    "inset",
    "inset_b",
    "inset_g",
    "inset_r",
    "light_x",
    "light_y",
    "light_z",
    "sun",
    "ambient",
    "sky",
    "specular",
    "shininess",
    "window_x",
    "window_y",
    "window_z",
    "window",
    "border",
    "supersample",
    "rim",
    "phase",
    "grain",
]
COLUMN = {name: index for index, name in enumerate(PARAMETERS)}
ROUND, SQUARE, RING = 0.0, 1.0, 2.0
OVER_PIPS = 100  # a texture of this number and above is drawn beside the pips, not instead of them
_JIT = {"cache": True, "fastmath": True, "error_model": "numpy"}


@nb.njit(inline="always", **_JIT)
def _distance(x, y, z, rounding, sphere):
    qx = abs(x) - 1.0 + rounding
    qy = abs(y) - 1.0 + rounding
    qz = abs(z) - 1.0 + rounding
    mx = max(qx, 0.0)
    my = max(qy, 0.0)
    mz = max(qz, 0.0)
    box = math.sqrt(mx * mx + my * my + mz * mz) + min(max(qx, max(qy, qz)), 0.0) - rounding
    return max(box, math.sqrt(x * x + y * y + z * z) - sphere)


@nb.njit(inline="always", **_JIT)
def _face(x, y, z):
    ax, ay, az = abs(x), abs(y), abs(z)
    if ax >= ay and ax >= az:
        return (0 if x > 0 else 1), y, z
    if ay >= az:
        return (2 if y > 0 else 3), x, z
    return (4 if z > 0 else 5), x, y


@nb.njit(**_JIT)
def _mark(face, u, v, foot, shape, pips, counts, radii, textures, atlas):
    """How much of a pip or icon covers (u, v) of a face, and the slope of a drilled pip there."""
    letters = 0.0
    if textures[face] >= 0:
        size = atlas.shape[1]
        col = int((u * 0.5 + 0.5) * size)
        row = int((v * 0.5 + 0.5) * size)
        if 0 <= col < size and 0 <= row < size:
            letters = atlas[textures[face] % OVER_PIPS, row, col]
        if textures[face] < OVER_PIPS:
            return letters, 0.0, 0.0
    radius = radii[face]
    best = 9.0
    bu = 0.0
    bv = 0.0
    for i in range(counts[face]):
        du = u - pips[face, i, 0]
        dv = v - pips[face, i, 1]
        d = max(abs(du), abs(dv)) if shape == 1.0 else math.sqrt(du * du + dv * dv)
        if d < best:
            best, bu, bv = d, du, dv
    cover = min(1.0, max(0.0, (radius - best) / foot + 0.5))
    if shape == 2.0:
        cover *= min(1.0, max(0.0, (best - radius * 0.5) / foot + 0.5))
    if cover <= letters:
        return letters, 0.0, 0.0
    return cover, bu / radius, bv / radius


@nb.njit(**_JIT)
def draw_die(image, ids, number, rays, origin, bounds, par, pips, counts, radii, colours, textures, atlas):
    """Draws one die over ``image`` (float32 BGR, 0..1), nearer dice later; writes ``number`` where its top face shows.

    rays: 3x3, pixel (u, v, 1) to a direction in die coordinates; origin: the camera in die coordinates;
    bounds: x0, y0, x1, y1 in pixels; colours: a BGR per face for its marks. Returns how many pixels of top face it drew.
    """
    drawn = 0
    x0, y0, x1, y1 = bounds
    rounding, sphere = par[0], par[1]
    steps = int(par[30])
    weight = 1.0 / (steps * steps)
    reach = min(sphere, 1.7321 - 0.7321 * rounding) + 0.02
    oo = origin[0] * origin[0] + origin[1] * origin[1] + origin[2] * origin[2]
    focal = 1.0 / math.sqrt(rays[0, 0] ** 2 + rays[1, 0] ** 2 + rays[2, 0] ** 2)
    for row in range(y0, y1):
        for col in range(x0, x1):
            sum_b = sum_g = sum_r = sum_a = 0.0
            top = 0.0
            for sy in range(steps):
                for sx in range(steps):
                    u = col + (sx + 0.5) / steps
                    v = row + (sy + 0.5) / steps
                    dx = rays[0, 0] * u + rays[0, 1] * v + rays[0, 2]
                    dy = rays[1, 0] * u + rays[1, 1] * v + rays[1, 2]
                    dz = rays[2, 0] * u + rays[2, 1] * v + rays[2, 2]
                    norm = math.sqrt(dx * dx + dy * dy + dz * dz)
                    dx /= norm
                    dy /= norm
                    dz /= norm
                    along = -(origin[0] * dx + origin[1] * dy + origin[2] * dz)
                    miss = oo - along * along
                    if miss > reach * reach:
                        continue
                    half = math.sqrt(reach * reach - miss)
                    t = along - half
                    end = along + half
                    foot = max(along / (focal * norm), 1e-4) / steps
                    least = 9.0
                    best_t = t
                    for _ in range(18):
                        d = _distance(origin[0] + t * dx, origin[1] + t * dy, origin[2] + t * dz, rounding, sphere)
                        if d < least:
                            least, best_t = d, t
                        if d < 0.003:
                            break
                        t += d
                        if t > end:
                            break
                    alpha = 1.0 if least < 0.004 else 1.0 - least / (foot * 0.8)
                    if alpha <= 0.0:
                        continue
                    x = origin[0] + best_t * dx
                    y = origin[1] + best_t * dy
                    z = origin[2] + best_t * dz
                    e = 0.004
                    here = _distance(x, y, z, rounding, sphere)
                    nx = _distance(x + e, y, z, rounding, sphere) - here
                    ny = _distance(x, y + e, z, rounding, sphere) - here
                    nz = _distance(x, y, z + e, rounding, sphere) - here
                    length = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-9
                    nx /= length
                    ny /= length
                    nz /= length
                    face, fu, fv = _face(x, y, z)
                    # body
                    if par[8] > 0.5:
                        k = par[9]
                        ph = par[32]
                        swirl = math.sin(k * x + ph + 1.7 * math.sin(k * 0.7 * y + ph * 2.0))
                        swirl += math.sin(k * 0.8 * z + ph * 3.0 + 1.3 * math.sin(k * 0.9 * x + 1.0))
                        mix = 0.5 + 0.25 * swirl
                        if par[8] > 1.5:
                            mix = min(1.0, max(0.0, (mix - 0.5) * 4.0 + 0.5))
                    else:
                        mix = 0.0
                    b = par[2] + (par[5] - par[2]) * mix
                    g = par[3] + (par[6] - par[3]) * mix
                    r = par[4] + (par[7] - par[4]) * mix
                    if par[13] > 0.0:
                        ring = math.sqrt(fu * fu + fv * fv)
                        inside = min(1.0, max(0.0, (par[13] - ring) / foot + 0.5))
                        b += (par[14] - b) * inside
                        g += (par[15] - g) * inside
                        r += (par[16] - r) * inside
                    if par[29] > 0.0:
                        edge = max(abs(fu), abs(fv))
                        line = min(1.0, max(0.0, 1.0 - abs(edge - par[29]) / max(0.04, foot)))
                        b *= 1.0 - 0.6 * line
                        g *= 1.0 - 0.6 * line
                        r *= 1.0 - 0.6 * line
                    cover, su, sv = _mark(face, fu, fv, foot, par[12], pips, counts, radii, textures, atlas)
                    clear = par[10]
                    if clear > 0.0:
                        # The far side of a clear die shows its own pips, shifted as if refracted.
                        rx = dx * 0.75 - nx * 0.25
                        ry = dy * 0.75 - ny * 0.25
                        rz = dz * 0.75 - nz * 0.25
                        far = 9.0
                        if abs(rx) > 1e-4:
                            far = min(far, ((1.0 if rx > 0 else -1.0) - x) / rx)
                        if abs(ry) > 1e-4:
                            far = min(far, ((1.0 if ry > 0 else -1.0) - y) / ry)
                        if abs(rz) > 1e-4:
                            far = min(far, ((1.0 if rz > 0 else -1.0) - z) / rz)
                        far = max(far, 0.0)
                        bf, bu, bv = _face(x + far * rx, y + far * ry, z + far * rz)
                        back, _, _ = _mark(bf, bu, bv, foot * 2.0, par[12], pips, counts, radii, textures, atlas)
                        back *= 0.55 * clear
                        b += (colours[bf, 0] - b) * back
                        g += (colours[bf, 1] - g) * back
                        r += (colours[bf, 2] - r) * back
                        glow = 0.75 + 0.3 * min(far, 2.0) * 0.5
                        b *= glow
                        g *= glow
                        r *= glow
                    b += (colours[face, 0] - b) * cover
                    g += (colours[face, 1] - g) * cover
                    r += (colours[face, 2] - r) * cover
                    if par[11] > 0.0 and cover > 0.0:
                        k = -par[11] * cover
                        if face < 2:
                            ny += k * su
                            nz += k * sv
                        elif face < 4:
                            nx += k * su
                            nz += k * sv
                        else:
                            nx += k * su
                            ny += k * sv
                        length = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-9
                        nx /= length
                        ny /= length
                        nz /= length
                    lit = max(0.0, nx * par[17] + ny * par[18] + nz * par[19]) * par[20]
                    lit += par[21] + par[22] * nz
                    # dice darken toward the ground they stand on
                    lit *= 1.0 - 0.25 * max(0.0, -z) * (1.0 - max(0.0, nz))
                    if par[33] > 0.0:
                        lit *= 1.0 + par[33] * math.sin(37.0 * x + 11.0 * y) * math.sin(41.0 * z + 17.0 * x)
                    dot = dx * nx + dy * ny + dz * nz
                    mx = dx - 2.0 * dot * nx
                    my = dy - 2.0 * dot * ny
                    mz = dz - 2.0 * dot * nz
                    gloss = max(0.0, mx * par[17] + my * par[18] + mz * par[19])
                    shine = par[23] * gloss ** par[24]
                    pane = mx * par[25] + my * par[26] + mz * par[27]
                    shine += par[28] * min(1.0, max(0.0, (pane - 0.86) * 12.0))
                    shine += par[31] * (1.0 + dot) ** 3
                    b = b * lit + shine
                    g = g * lit + shine
                    r = r * lit + shine
                    if clear > 0.0:
                        solid = 1.0 - clear * (1.0 - 0.7 * cover)
                        b = b * solid + image[row, col, 0] * (1.0 - solid)
                        g = g * solid + image[row, col, 1] * (1.0 - solid)
                        r = r * solid + image[row, col, 2] * (1.0 - solid)
                    sum_b += b * alpha
                    sum_g += g * alpha
                    sum_r += r * alpha
                    sum_a += alpha
                    if face == 4 and alpha > 0.5:
                        top += 1.0
            if sum_a > 0.0:
                keep = 1.0 - sum_a * weight
                image[row, col, 0] = image[row, col, 0] * keep + sum_b * weight
                image[row, col, 1] = image[row, col, 1] * keep + sum_g * weight
                image[row, col, 2] = image[row, col, 2] * keep + sum_r * weight
                if top * weight > 0.5:
                    ids[row, col] = number
                    drawn += 1
                elif sum_a * weight > 0.5:
                    ids[row, col] = -1
    return drawn


def warm_up() -> None:
    """Compiles the kernel once (cached on disk), so that worker processes start at once."""
    draw_die(
        np.zeros((4, 4, 3), np.float32),
        np.zeros((4, 4), np.int32),
        1,
        np.eye(3),
        np.array([0.0, 0.0, 5.0]),
        np.array([0, 0, 4, 4]),
        np.ones(len(PARAMETERS)),
        np.zeros((6, 6, 2)),
        np.zeros(6, np.int64),
        np.ones(6),
        np.zeros((6, 3)),
        np.full(6, -1),
        np.zeros((1, 32, 32), np.float32),
    )
