import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** The file of the site's icon, from which other formats for browsers and home screens are made. */
const drawing = path.resolve('public/favicon.svg');
export const ground = '#0e8c8a';
/** The share of the icon that home screens do not crop. Its outer part is only background. */
const SAFE_SHARE = 0.8;

/**
 * Draws a square icon. If `full` is true, the background reaches the edges, so that the icon can be cropped to any
 * shape.
 */
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

/** Returns an ICO file with one picture. It has a directory of 22 bytes and then the PNG. */
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
