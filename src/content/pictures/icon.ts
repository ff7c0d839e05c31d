import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** The drawing of the address bar (`public/favicon.svg`) in the forms that browsers and home screens ask for. */
const drawing = path.resolve('public/favicon.svg');
/** What its stone is filled with. */
export const ground = '#0e8c8a';
/** Home screens cut corners, or a circle: what they may cut is ground. */
const SAFE_SHARE = 0.8;

/** Square; `full` to its edges with ground, so that whatever shape is cut out of it is whole. */
export async function drawIcon(size: number, full: boolean): Promise<Buffer> {
  const inner = full ? Math.round(size * SAFE_SHARE) : size;
  const head = await sharp(await readFile(drawing), { density: (72 * inner) / 64 })
    .resize(inner)
    .png()
    .toBuffer();
  if (!full) return head;
  const background = { width: size, height: size, channels: 3, background: ground } as const;
  return sharp({ create: background })
    .composite([{ input: head }])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** An ICO with one picture in it: its directory of 22 bytes, then the PNG as it is. */
export function toIco(png: Buffer, size: number): Buffer {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(1, 4);
  directory.writeUInt8(size, 6);
  directory.writeUInt8(size, 7);
  directory.writeUInt16LE(1, 10);
  directory.writeUInt16LE(32, 12);
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}
