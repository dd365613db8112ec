#!/usr/bin/env python3
"""Makes the files of this folder: pictures, and as PNG the pixels that Pillow reads from them.

    pip install pillow    # and ffmpeg, which reads what Pillow 13 composes wrongly
    ./make.py

The frames of an animation are one below the other. PNG holds colours that are not premultiplied.
"""

import random
import struct
import subprocess
from pathlib import Path

from PIL import Image, ImageOps

HERE = Path(__file__).parent
random.seed(7)


def photo(width, height, mode="RGB"):
    """A gradient with noise and a hard edge, so that every coefficient has something to do."""
    picture = Image.new(mode, (width, height))
    bands = len(picture.getbands())
    for y in range(height):
        for x in range(width):
            values = [
                (x * (11 + 4 * band) + y * (7 - 2 * band) + random.randrange(40)) % 256
                if x + y > width // 2
                else 220 - 50 * band
                for band in range(bands)
            ]
            picture.putpixel((x, y), values[0] if bands == 1 else tuple(values))
    return picture


def expect(name, *frames):
    """Writes what is to be read, from frames that Pillow has read."""
    modes = {frame.mode for frame in frames}
    mode = "RGBA" if any(mode in ("RGBA", "LA", "PA", "P") for mode in modes) else "RGB"
    width, height = frames[0].size
    strip = Image.new(mode, (width, height * len(frames)))
    for index, frame in enumerate(frames):
        strip.paste(frame.convert(mode), (0, index * height))
    strip.save(HERE / (name + ".png"), optimize=True)


def frames_of(path):
    with Image.open(path) as file:
        result = []
        for index in range(getattr(file, "n_frames", 1)):
            file.seek(index)
            result.append(file.convert("RGBA"))
        return result


def ffmpeg_frames(path, size):
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-pix_fmt", "rgba", "-f",
         "rawvideo", "-"], check=True, capture_output=True).stdout
    length = 4 * size[0] * size[1]
    return [
        Image.frombytes("RGBA", size, raw[start:start + length])
        for start in range(0, len(raw), length)]


def jpeg(name, picture, **options):
    path = HERE / (name + ".jpg")
    picture.save(path, **options)
    with Image.open(path) as file:
        expect(name, ImageOps.exif_transpose(file).convert("RGB"))


def jpegs():
    jpeg("gray", photo(21, 11, "L"), quality=85)
    jpeg("444", photo(19, 13), quality=90, subsampling=0)
    jpeg("422", photo(23, 17), quality=80, subsampling=1)
    jpeg("420", photo(35, 18), quality=75, subsampling=2)
    jpeg("rough", photo(16, 16), quality=5)
    jpeg("one-pixel", photo(1, 1), quality=95)
    jpeg("progressive", photo(33, 20), quality=80, progressive=True)
    jpeg("progressive-gray", photo(18, 9, "L"), quality=80, progressive=True)
    jpeg("restarts", photo(40, 24), quality=70, restart_marker_blocks=2)
    jpeg("cmyk", photo(17, 12, "CMYK"), quality=90)
    jpeg("rgb", photo(14, 10), quality=90, keep_rgb=True)
    stored = photo(7, 5)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        jpeg(f"orientation-{orientation}", stored, quality=95, subsampling=0, exif=exif)


def webp(name, picture, **options):
    path = HERE / (name + ".webp")
    picture.save(path, **options)
    expect(name, *frames_of(path))


def translucent(width, height):
    picture = photo(width, height).convert("RGBA")
    picture.putalpha(photo(width, height, "L"))
    return picture


def webps():
    webp("lossy", photo(37, 22), quality=70)
    webp("lossy-alpha", translucent(20, 15), quality=60)
    webp("lossless", photo(18, 14), lossless=True)
    webp("lossless-alpha", translucent(15, 11), lossless=True, exact=True)
    frames = [translucent(12, 9), translucent(12, 9), photo(12, 9).convert("RGBA")]
    webp(
        "animated", frames[0], save_all=True, append_images=frames[1:], lossless=True,
        duration=[40, 250, 1000], loop=3)


def lzw(indices, code_size, clears=True):
    """The compressed data of indices, in blocks."""
    clear, bits, out, count = 1 << code_size, 0, bytearray(), 0

    def emit(code, size):
        nonlocal bits, count
        bits |= code << count
        count += size
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8

    table, size = {(i,): i for i in range(clear)}, code_size + 1
    emit(clear, size)
    string = ()
    following = clear + 2
    for index in indices:
        if string + (index,) in table:
            string += (index,)
            continue
        emit(table[string], size)
        if following == 4096 and not clears:
            pass
        elif following == 4096:
            emit(clear, size)
            table, size, following = {(i,): i for i in range(clear)}, code_size + 1, clear + 2
        else:
            table[string + (index,)] = following
            if following == 1 << size:
                size += 1
            following += 1
        string = (index,)
    emit(table[string], size)
    emit(clear + 1, size)
    if count:
        out.append(bits & 255)
    blocks = bytes([code_size])
    for start in range(0, len(out), 255):
        part = out[start:start + 255]
        blocks += bytes([len(part)]) + bytes(part)
    return blocks + b"\0"


def colors(count):
    return bytes(random.randrange(256) for _ in range(3 * count))


def gif(name, width, height, frames, bits=3, loop=None, version=b"GIF89a", clears=True):
    """Frames are dictionaries: rect, indices, delay, disposal, transparent, interlaced, local."""
    file = version + struct.pack("<HHBBB", width, height, 0x80 | bits - 1, 0, 0) + colors(1 << bits)
    if loop is not None:
        file += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", loop) + b"\0"
    for frame in frames:
        x, y, w, h = frame.get("rect", (0, 0, width, height))
        rows = frame.get("rows") or [
            [random.randrange(1 << bits) for _ in range(w)] for _ in range(h)]
        if frame.get("interlaced"):
            rows = rows[0::8] + rows[4::8] + rows[2::4] + rows[1::2]
        transparent = frame.get("transparent")
        if version == b"GIF89a":
            flags = frame.get("disposal", 0) << 2 | (transparent is not None)
            file += b"\x21\xf9\x04" + struct.pack(
                "<BHB", flags, frame.get("delay", 10), transparent or 0) + b"\0"
        local = frame.get("local")
        flags = (0x80 | bits - 1 if local else 0) | (0x40 if frame.get("interlaced") else 0)
        file += b"\x2c" + struct.pack("<HHHHB", x, y, w, h, flags)
        if local:
            file += colors(1 << bits)
        file += lzw([index for row in rows for index in row], max(2, bits), clears)
    path = HERE / (name + ".gif")
    path.write_bytes(file + b"\x3b")
    expect(name, *frames_of(path))


def gifs():
    gif("one", 9, 7, [{}], version=b"GIF87a")
    gif("interlaced", 5, 21, [{"interlaced": True}])
    gif("two-colors", 17, 3, [{}], bits=1)
    gif("noise", 66, 64, [{}], bits=8)
    gif("full-table", 66, 64, [{}], bits=8, clears=False)
    flat = [[0] * 200 for _ in range(60)]
    gif("flat", 200, 60, [{"rows": flat}], bits=2)
    part = {"rect": (2, 1, 5, 4), "transparent": 1}
    gif(
        "disposal", 10, 8,
        [
            {"transparent": 0, "delay": 0, "disposal": 1},
            part | {"delay": 1, "disposal": 2},
            part | {"rect": (4, 3, 6, 5), "delay": 2, "disposal": 3},
            part | {"rect": (0, 0, 3, 8), "delay": 7, "disposal": 1, "interlaced": True},
            part | {"rect": (9, 7, 1, 1), "delay": 500, "disposal": 3, "local": True},
            part | {"rect": (0, 0, 10, 8), "delay": 65535, "disposal": 0},
        ], loop=4)
    gif("forever", 4, 4, [{"delay": 3}, {"delay": 5}], loop=0)


def apng(name, frames, **options):
    path = HERE / (name + ".apng")
    frames[0].save(path, format="PNG", save_all=True, append_images=frames[1:], **options)
    # Pillow takes the default image for a frame, though it is not part of the animation, and goes
    # back too little from frames that are disposed of to the previous one.
    read = (
        ffmpeg_frames(path, frames[0].size)
        if options.get("disposal") == 2
        else frames_of(path)[options.get("default_image", False):])
    expect("apng-" + name, *read)


def apngs():
    def dots():
        """Alpha of 0 and 255 alone, over which all readers agree."""
        picture = photo(11, 8).convert("RGBA")
        picture.putalpha(photo(11, 8, "L").point(lambda value: 255 if value > 90 else 0))
        return picture

    for disposal in range(3):
        apng(
            f"disposal-{disposal}", [dots() for _ in range(4)], duration=[50, 100, 30, 20],
            loop=disposal, disposal=disposal, blend=1)
    apng("palette", [photo(9, 6).quantize(8) for _ in range(3)], duration=40)
    apng("separate", [dots() for _ in range(3)], default_image=True, duration=[70, 90], loop=2)


jpegs()
webps()
gifs()
apngs()
