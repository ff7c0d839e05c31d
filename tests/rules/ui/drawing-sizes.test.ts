import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from '#scripts/sources.ts';

interface Drawing {
  place: string;
  width: number;
  height: number;
  /** The height at this width by the drawing's own view box. */
  wanted: number;
}

const numberOf = (tag: string, name: string) =>
  Number(new RegExp(String.raw`\b${name}=[{"](\d+)`).exec(tag)?.[1] ?? Number.NaN);

function drawingsIn(file: string, text: string): Drawing[] {
  const imported = new Map(
    [...text.matchAll(/import (\w+) from '#assets\/([^']+\.svg)\?url'/g)].map(([, name, svg]) => [name, svg]),
  );
  return [...text.matchAll(/<img\b[^>]*?\bsrc=\{(\w+)\}[^>]*>/g)].flatMap(([tag, name]) => {
    const svg = imported.get(name);
    if (!svg) return [];
    const viewBox = /viewBox="([^"]+)"/.exec(readFileSync(path.join(root, 'src/assets', svg), 'utf8'))?.[1];
    const [, , across = Number.NaN, down = Number.NaN] = (viewBox ?? '').split(' ').map(Number);
    const width = numberOf(tag, 'width');
    return [
      {
        place: `${file}: ${svg}`,
        width,
        height: numberOf(tag, 'height'),
        wanted: Math.round((width * down) / across),
      },
    ];
  });
}

const drawings = sources(['src'], /\.(tsx|astro)$/).flatMap(({ file, text }) => drawingsIn(file, text));

test('drawings are found', () => {
  expect(drawings.length).toBeGreaterThan(15);
});

// Before a drawing has loaded, browsers reserve its space by these attributes. If they differ, the text below moves.
test.each(drawings)('$place reserves the shape of its drawing', ({ height, wanted }) => {
  expect(height).toBe(wanted);
});
