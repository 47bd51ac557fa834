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

/** Draws a person of simple shapes as a PNG. The same number always gives the same image. */
export function drawPortrait(number: number): Buffer<ArrayBuffer> {
  const colourOf = (palette: readonly number[], factor: number) =>
    palette[(number * factor) % palette.length] ?? 0;
  const background = colourOf(backgrounds, 1);
  const skin = colourOf(skins, 3);
  const hair = colourOf(hairs, 5);
  const cloth = colourOf(clothes, 7);
  const hasLongHair = number % 2 === 0;

  const colourAt = (x: number, y: number): number => {
    const isEye = within(Math.abs(x - 48), y, 8, 43, 2, 2.4);
    if (isEye) return hairs[0] ?? 0;
    if (within(x, y, 48, 53, 7, 4) && y > 54) return mix(skin, 0x9c3b3b);
    const isFringe = within(x, y, 48, 22, 24, 14);
    if (within(x, y, 48, 44, 19, 23) && !isFringe) return skin;
    if (within(x, y, 48, 38, 23, 24) && y < 46) return hair;
    if (within(x, y, 48, 66, 8, 13)) return mix(skin, 0x7a5a48);
    if (within(x, y, 48, 98, 36, 28)) return cloth;
    if (hasLongHair && within(x, y, 48, 50, 26, 30) && y < 78) return hair;
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

function within(
  x: number,
  y: number,
  centreX: number,
  centreY: number,
  radiusX: number,
  radiusY: number,
): boolean {
  return ((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2 < 1;
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
  colourAt: (x: number, y: number) => number,
  x: number,
  y: number,
): number[] {
  const sum = [0, 0, 0];
  for (let index = 0; index < samples ** 2; index += 1) {
    const colour = colourAt(
      x + ((index % samples) + 0.5) / samples,
      y + (Math.floor(index / samples) + 0.5) / samples,
    );
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
