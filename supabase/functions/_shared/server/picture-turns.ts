/**
 * For each orientation of EXIF, `swap` says whether rows become columns, and `flipX` and `flipY` say whether the
 * columns or rows then run backwards.
 */
const turns: Partial<Record<number, { swap: boolean; flipX: boolean; flipY: boolean }>> = {
  2: { swap: false, flipX: true, flipY: false },
  3: { swap: false, flipX: true, flipY: true },
  4: { swap: false, flipX: false, flipY: true },
  5: { swap: true, flipX: false, flipY: false },
  6: { swap: true, flipX: true, flipY: false },
  7: { swap: true, flipX: true, flipY: true },
  8: { swap: true, flipX: false, flipY: true },
};

/** Turns a picture upright. */
export function turnUpright(image: ImageData, orientation: number): ImageData {
  const turn = turns[orientation];
  if (!turn) return image;
  const [width, height] = turn.swap ? [image.height, image.width] : [image.width, image.height];
  const from = new Uint32Array(image.data.buffer, image.data.byteOffset, image.data.byteLength / 4);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = turn.flipY ? height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const column = turn.flipX ? width - 1 - x : x;
      to[y * width + x] = from[turn.swap ? column * image.width + row : row * image.width + column] ?? 0;
    }
  }
  return new ImageData(new Uint8ClampedArray(to.buffer), width, height);
}
