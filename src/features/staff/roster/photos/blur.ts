/** A rectangle in pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The number of blocks along a box's longer side. It is small enough that nobody can recognise a face, or calculate it
 * from the colours that remain.
 */
const BLOCKS = 5;

/** Returns the part of a box that is inside the picture, in whole pixels. */
export function clipBox(box: Box, picture: { width: number; height: number }): Box {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  return {
    x,
    y,
    width: Math.max(0, Math.min(picture.width, Math.ceil(box.x + box.width)) - x),
    height: Math.max(0, Math.min(picture.height, Math.ceil(box.y + box.height)) - y),
  };
}

/** Replaces the pixels of the box by the average colours of a few blocks. */
export function blurBox(picture: Pick<ImageData, 'data' | 'width' | 'height'>, drawnBox: Box): void {
  const box = clipBox(drawnBox, picture);
  const side = Math.ceil(Math.max(box.width, box.height) / BLOCKS);
  if (side === 0) return;
  for (let top = box.y; top < box.y + box.height; top += side)
    for (let left = box.x; left < box.x + box.width; left += side)
      fillBlock(picture, {
        x: left,
        y: top,
        width: Math.min(side, box.x + box.width - left),
        height: Math.min(side, box.y + box.height - top),
      });
}

function fillBlock({ data, width }: Pick<ImageData, 'data' | 'width'>, block: Box): void {
  const sums = [0, 0, 0];
  const offsets: number[] = [];
  for (let y = block.y; y < block.y + block.height; y++)
    for (let x = block.x; x < block.x + block.width; x++) offsets.push((y * width + x) * 4);
  for (const offset of offsets)
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[offset + channel] ?? 0);
  const averages = sums.map((sum) => Math.round(sum / offsets.length));
  for (const offset of offsets)
    for (const channel of [0, 1, 2]) data[offset + channel] = averages[channel] ?? 0;
}
