/** Tests the small decoders that re-encode pictures, by comparing their result with that of sharp. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { resizeToJpegs } from '#server/picture.ts';

const picture = (width: number, height: number, background = '#00f') =>
  sharp({ create: { width, height, channels: 3, background } });
const keep = async (file: Buffer) => (await resizeToJpegs(new Uint8Array(file), [800] as const))[0];

const turns = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((turn) =>
  (['jpeg', 'png', 'webp'] as const).map((format) => [turn, format] as const),
);
test.each(turns)('orientation %i of a %s is applied', async (orientation, format) => {
  const corner = await picture(60, 40, '#f00').png().toBuffer();
  const marked = picture(150, 120).composite([{ input: corner, left: 0, top: 0 }]);
  const camera = await marked.withMetadata({ orientation }).toFormat(format).toBuffer();
  const { jpeg, width, height } = await keep(camera);
  expect(await countRedCorners(jpeg)).toEqual(
    await countRedCorners(await sharp(camera).autoOrient().png().toBuffer()),
  );
  expect([width, height]).toEqual((await countRedCorners(jpeg)).size);
});

async function countRedCorners(file: Uint8Array) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
  const [right, bottom] = [info.width - 10, info.height - 10];
  const red = [isRed(10, 10), isRed(right, 10), isRed(10, bottom), isRed(right, bottom)];
  return { size: [info.width, info.height], red };
}

test('what is transparent becomes white', async () => {
  const clear = await sharp({ create: { width: 120, height: 120, channels: 4, background: '#f000' } })
    .png()
    .toBuffer();
  expect([
    ...(
      await sharp((await keep(clear)).jpeg)
        .raw()
        .toBuffer()
    ).subarray(0, 3),
  ]).toEqual([255, 255, 255]);
});

/** The first chunk states a smaller size, and its checksum is right. */
async function makeLyingPng(): Promise<Buffer> {
  const png = await picture(400, 400).png().toBuffer();
  png.writeUInt32BE(100, 16);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
const animation = async () =>
  sharp([await picture(200, 200).png().toBuffer(), await picture(200, 200, '#f00').png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer();
const half = async () => (await picture(400, 400).webp().toBuffer()).subarray(0, 40);

test.each([
  [
    'more pixels than can be processed in time',
    () => picture(2100, 2000).jpeg().toBuffer(),
    'photo_too_large',
  ],
  ['another size than it states', makeLyingPng, 'photo_not_readable'],
  ['several frames', animation, 'photo_not_readable'],
  ['only its beginning', half, 'photo_not_readable'],
])('a picture with %s is refused, and the next one is processed', async (_, file, code) => {
  await expect(keep(await file())).rejects.toMatchObject({ message: code });
  for (const format of ['jpeg', 'png', 'webp'] as const)
    expect(await keep(await picture(120, 100).toFormat(format).toBuffer())).toMatchObject({ width: 120 });
});
