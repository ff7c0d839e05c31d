import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signNames, signOf } from '#ui/signs.ts';

const drawn = [...readFileSync('src/assets/signs.svg', 'utf8').matchAll(/<symbol id="(\w+)"/g)].map(
  ([, id]) => id,
);
/** The replacement for a picture that cannot be loaded stays an emoji (spec 1 §8). */
const signsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === 'picture' || key === 'logo' || key === 'pictures'
          ? []
          : key === 'emoji' && typeof inner === 'string'
            ? [inner]
            : signsIn(inner),
      );

it('every icon has one drawing, and every drawing belongs to an icon', () => {
  expect(drawn.toSorted()).toEqual([...signNames].toSorted());
});

it('every emoji beside a text of the content has a drawing', () => {
  const documents = readFileSync('studio/seed/data.ndjson', 'utf8').trim().split('\n');
  const signs = [...new Set(documents.flatMap((line) => signsIn(JSON.parse(line))))];
  expect(signs.length).toBeGreaterThan(60);
  expect(signs.filter((emoji) => signOf(emoji) === null)).toEqual([]);
});

it('an emoji without a drawing is not changed, with or without a variation selector', () => {
  expect(signOf('🦄')).toBeNull();
  expect(signOf('🗺')).toBe(signOf('🗺️'));
});
