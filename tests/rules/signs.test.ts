import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signNames, signOf } from '#ui/signs.ts';

const drawn = [...readFileSync('src/assets/signs.svg', 'utf8').matchAll(/<symbol id="(\w+)"/g)].map(
  ([, id]) => id,
);
/** What stands for a picture that cannot be had stays an emoji, and is the last resort (spec 1 §8). */
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

it('every sign has one drawing, and every drawing is one of a sign', () => {
  expect(drawn.toSorted()).toEqual([...signNames].toSorted());
});

it('all that content shows beside its words is drawn by us', () => {
  const documents = readFileSync('studio/seed/data.ndjson', 'utf8').trim().split('\n');
  const signs = [...new Set(documents.flatMap((line) => signsIn(JSON.parse(line))))];
  expect(signs.length).toBeGreaterThan(60);
  expect(signs.filter((emoji) => signOf(emoji) === null)).toEqual([]);
});

it('an emoji without a drawing stays itself, with or without the mark for a picture', () => {
  expect(signOf('🦄')).toBeNull();
  expect(signOf('🗺')).toBe(signOf('🗺️'));
});
