import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Fields, Shape } from '#content/fill/shape.ts';
import { shapes } from '#content/shapes.gen.ts';

/** A field without an effect misleads editors, so each field is read somewhere or is listed here with a reason. */
const allowed: Record<string, string> = {
  'geopoint.lat': 'of Sanity, comes with its schema',
  'geopoint.lng': 'of Sanity, comes with its schema',
};

const root = path.join(import.meta.dirname, '../../..');
const sources = ['src', 'supabase/functions'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|astro)$/.test(file) && !file.endsWith('.gen.ts'))
    .map((file) => ({
      file: path.join(root, folder, file),
      text: readFileSync(path.join(root, folder, file), 'utf8'),
    })),
);
const wordsOf = (texts: string[]) => new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));
const everywhere = wordsOf(sources.map(({ text }) => text));

/** Modules of src/content that load the documents of a page. */
const loaders = ['camps-landing.ts', 'try-out.ts'];

/**
 * Returns the modules that read a page's document: those that name its type or loader, and those that import them.
 */
function readersOf(type: string): Set<string> {
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const first = sources.filter(({ text }) => text.includes(name) || text.includes(`'${type}'`));
  const modules = first.map(({ file }) => path.basename(file)).filter((file) => loaders.includes(file));
  const second = sources.filter(({ text }) => modules.some((module) => text.includes(`/${module}'`)));
  return wordsOf([...first, ...second].map(({ text }) => text));
}

function unread(fields: Fields, words: ReadonlySet<string>, at: string, deep = everywhere): string[] {
  return Object.entries(fields).flatMap(([key, shape]: [string, Shape]) => {
    const name = key.replace(/\?$/, '');
    const fieldPath = `${at}.${name}`;
    if (!words.has(name)) return [fieldPath];
    if (typeof shape !== 'object') return [];
    if ('object' in shape) return unread(shape.object, deep, fieldPath);
    const members = 'list' in shape ? shape.list : [];
    return members.flatMap((member) =>
      typeof member === 'object' && 'object' in member ? unread(member.object, deep, fieldPath) : [],
    );
  });
}

describe('every field of Studio is read by a page, by a price or by a rule', () => {
  test.each(Object.entries(shapes))('in %s', (type, fields) => {
    const words = type.endsWith('Page') ? readersOf(type) : everywhere;
    expect(unread(fields, words, type).filter((field) => !(field in allowed))).toEqual([]);
  });

  test('and a field that is not read is found', () => {
    expect(unread({ zebraCrossing: 'text', 'heading?': 'text' }, everywhere, 'homePage')).toEqual([
      'homePage.zebraCrossing',
    ]);
  });
});
