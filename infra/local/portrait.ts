import { crc32, deflateSync } from "node:zlib";

const size = 96;
/** Each pixel is the average of this many points in each direction. */
const samples = 3;

const backgrounds = [
  0xdbe7e4, 0xe9dfd0, 0xd7e0ee, 0xe8d9e1, 0xe3e6cf, 0xdcd9ec,
];
const skins = [0xf2cfb3, 0xd9a47c, 0xb57a52, 0x8a5a3c, 0xe8bd97];
const hairs = [0x2b2320, 0x5b3a24, 0x9a6a3a, 0xc9a15c, 0x8c8c90, 0x3a3f52];
const clothes = [0x355c7d, 0x4f6f52, 0x8c4a3f, 0x5d4e75, 0x2f4858, 0xa06a2c];

type Point = { x: number; y: number };
type Ellipse = { x: number; y: number; radiusX: number; radiusY: number };

const eye: Ellipse = { x: 56, y: 43, radiusX: 2, radiusY: 2.4 };
const mouth: Ellipse = { x: 48, y: 53, radiusX: 7, radiusY: 4 };
const fringe: Ellipse = { x: 48, y: 22, radiusX: 24, radiusY: 14 };
const face: Ellipse = { x: 48, y: 44, radiusX: 19, radiusY: 23 };
const shortHair: Ellipse = { x: 48, y: 38, radiusX: 23, radiusY: 24 };
const neck: Ellipse = { x: 48, y: 66, radiusX: 8, radiusY: 13 };
const shoulders: Ellipse = { x: 48, y: 98, radiusX: 36, radiusY: 28 };
const longHair: Ellipse = { x: 48, y: 50, radiusX: 26, radiusY: 30 };

const drawn = new Map<number, Buffer<ArrayBuffer>>();

/** A person of simple shapes as a PNG. The same number always gives the same image. */
export function portraitOf(number: number): Buffer<ArrayBuffer> {
  // To draw it takes a tenth of a second.
  const portrait = drawn.get(number) ?? drawPortrait(number);
  drawn.set(number, portrait);
  return portrait;
}

function drawPortrait(number: number): Buffer<ArrayBuffer> {
  const colourOf = (palette: readonly number[], factor: number) =>
    palette[(number * factor) % palette.length] ?? 0;
  const background = colourOf(backgrounds, 1);
  const skin = colourOf(skins, 3);
  const hair = colourOf(hairs, 5);
  const cloth = colourOf(clothes, 7);
  const hasLongHair = number % 2 === 0;

  const colourAt = (point: Point): number => {
    const { x, y } = point;
    // The left eye is the mirror image of the right one.
    if (within({ x: 48 + Math.abs(x - 48), y }, eye)) return hairs[0] ?? 0;
    if (within(point, mouth) && y > 54) return mix(skin, 0x9c3b3b);
    if (within(point, face) && !within(point, fringe)) return skin;
    if (within(point, shortHair) && y < 46) return hair;
    if (within(point, neck)) return mix(skin, 0x7a5a48);
    if (within(point, shoulders)) return cloth;
    if (hasLongHair && within(point, longHair) && y < 78) return hair;
    return background;
  };

  const rows = Buffer.alloc(size * (size * 3 + 1));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      rows.set(average(colourAt, x, y), y * (size * 3 + 1) + 1 + x * 3);
    }
  }
  return encodePng(rows);
}

function within(point: Point, { x, y, radiusX, radiusY }: Ellipse): boolean {
  return ((point.x - x) / radiusX) ** 2 + ((point.y - y) / radiusY) ** 2 < 1;
}

function mix(first: number, second: number): number {
  const [a, b] = [channels(first), channels(second)];
  return a.reduce(
    (colour, value, index) =>
      colour * 256 + Math.round(value * 0.75 + (b[index] ?? 0) * 0.25),
    0,
  );
}

function average(
  colourAt: (point: Point) => number,
  x: number,
  y: number,
): number[] {
  const sum = [0, 0, 0];
  for (let index = 0; index < samples ** 2; index += 1) {
    const colour = colourAt({
      x: x + ((index % samples) + 0.5) / samples,
      y: y + (Math.floor(index / samples) + 0.5) / samples,
    });
    channels(colour).forEach((value, channel) => {
      sum[channel] = (sum[channel] ?? 0) + value;
    });
  }
  return sum.map((value) => Math.round(value / samples ** 2));
}

function channels(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** Each row is one byte for its filter, 0, and three bytes for each pixel (the PNG specification, §9). */
function encodePng(rows: Buffer): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits each for red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.byteLength + 8);
  framed.writeUInt32BE(data.byteLength, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.byteLength + 4);
  return framed;
}
