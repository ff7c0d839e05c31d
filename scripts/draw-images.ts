import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const drawings = path.join(import.meta.dirname, '../studio/seed/drawings');
const images = path.join(import.meta.dirname, '../studio/seed/images');

/** Renders each drawing to its picture. A small palette without dithering keeps the folder under 3 MB. */
export async function drawImages(): Promise<void> {
  await mkdir(images, { recursive: true });
  for (const file of await readdir(drawings)) {
    const { name, ext } = path.parse(file);
    if (ext !== '.svg') continue;
    await sharp(path.join(drawings, file))
      .png({ palette: true, colours: 160, dither: 0, effort: 10, compressionLevel: 9 })
      .toFile(path.join(images, `${name}.png`));
  }
}

if (import.meta.main) await drawImages();
