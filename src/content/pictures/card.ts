import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { readOrMake, pictureCache } from './cache.ts';
import { encode } from './encode.ts';
import { folder, buildRecipe } from './recipe.ts';

/** The picture of a link preview, 1200 × 630 pixels (decisions "Sharing and search"). */
interface Card {
  title: string;
  site: string;
  picture: string | null;
}

const size = { width: 1200, height: 630 };
const panel = { left: 56, top: 96, width: 640, padding: 48 };
const colours = { ink: '#101614', quiet: '#434e49', paper: '#fffdf8', sky: '#fff1d6', trail: '#ff6b2c' };
/** Increase this number when the drawing changes. */
const version = 1;

const font = { font: 'Bricolage Grotesque Display', file: path.resolve('src/content/pictures/display.ttf') };

export function drawCard(card: Card, dir: string = pictureCache): Promise<Buffer> {
  const key = createHash('sha1')
    .update(JSON.stringify([version, card]))
    .digest('hex');
  return readOrMake(dir, `${key}.card`, async () => {
    const textWidth = panel.width - 2 * panel.padding;
    const title = await letters(card.title, colours.ink, { size: 60, width: textWidth, height: 270 });
    const name = await letters(card.site, colours.quiet, { size: 30, width: textWidth, height: 44 });
    const height = 2 * panel.padding + title.height + 60 + name.height;
    const top = Math.round((size.height - height) / 2);
    const left = panel.left + panel.padding;
    return sharp(await ground(card.picture, dir))
      .composite([
        { input: Buffer.from(drawPanel(height)), left: panel.left, top },
        { input: title.bytes, left, top: top + panel.padding },
        { input: name.bytes, left, top: top + panel.padding + title.height + 60 },
      ])
      .jpeg({ quality: 78, mozjpeg: true })
      .toBuffer();
  });
}

async function ground(picture: string | null, dir: string): Promise<Buffer> {
  const recipe = picture?.startsWith(folder) ? buildRecipe(picture.slice(folder.length)) : null;
  if (!recipe)
    return sharp({ create: { ...size, channels: 3, background: colours.sky } })
      .png()
      .toBuffer();
  const drawn = await encode(recipe, () => readFile(path.join(dir, `${recipe.source}.source`)), dir);
  return sharp(drawn).resize(size).toBuffer();
}

async function letters(
  text: string,
  colour: string,
  { size: points, width, height }: { size: number; width: number; height: number },
) {
  const draw = (at: number) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${markup(text)}</span>`,
        font: `${font.font} ${at}`,
        fontfile: font.file,
        width,
        // At 72 dpi one point is one pixel.
        dpi: 72,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  for (let at = points; ; at -= 4) {
    const { data, info } = await draw(at);
    if ((info.height <= height && info.width <= width) || at <= 16)
      return { bytes: data, height: info.height };
  }
}

const markup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Draws the panel with slightly unequal corners, and the trail below the title. */
const drawPanel = (height: number) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${panel.width}" height="${height}">
    <path fill="${colours.paper}" d="M44 0H${panel.width - 34}Q${panel.width} 0 ${panel.width} 46V${height - 32}
      Q${panel.width} ${height} ${panel.width - 48} ${height}H32Q0 ${height} 0 ${height - 44}V34Q0 0 44 0Z"/>
    <path fill="none" stroke="${colours.trail}" stroke-width="6" stroke-linecap="round" stroke-dasharray="22 16"
      d="M${panel.padding} ${height - panel.padding - 54}h240"/>
  </svg>`;
