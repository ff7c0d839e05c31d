/** Compares the workflows for a forge with the commands that exist. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keyNames } from '#scripts/launch/keys.ts';
import { root, sources } from '#scripts/sources.ts';

const folder = path.join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(path.join(folder, name), 'utf8'),
}));
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test.each(workflows)('$name calls commands that exist', ({ text }) => {
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const files = [...text.matchAll(/\bnode (scripts\/[\w/.-]+)/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test.each(workflows)('$name ends each job in time, and names versions of what it downloads', ({ text }) => {
  const jobs = text.slice(text.indexOf('\njobs:')).match(/^ {2}[\w-]+:\n/gm) ?? [];
  expect(jobs.length).toBeGreaterThan(0);
  expect(text.match(/timeout-minutes: \d+/g)).toHaveLength(jobs.length);
  for (const [, used = ''] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@v\d+$/);
  for (const [, what = ''] of text.matchAll(/npx --yes (\S+)/g)) expect(what).toMatch(/@\d+\.\d+\.\d+$/);
});

test.each(workflows)('$name gives only variables that something reads', ({ text }) => {
  const read = sources(['src', 'scripts', 'studio', 'supabase/functions'], /\.(ts|mjs|astro)$/)
    .map((file) => file.text)
    .join('\n');
  const given = [...text.matchAll(/\$\{\{ (?:vars|secrets)\.(\w+) \}\}/g)].map(([, name = '']) => name);
  const known = new Set<string>(keyNames);
  expect(given.filter((name) => !known.has(name) && !read.includes(name))).toEqual([]);
});

test('wherever the first content is imported, Sanity’s command is given a file, because it takes no folder', () => {
  const texts = sources(['.github', 'docs', 'scripts'], /\.(yml|md|ts)$/);
  const imported = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/sanity dataset import (\S+)/g)].map(([, source = '']) => ({ file, source })),
  );
  expect(imported.map(({ file }) => file)).toContain('.github/workflows/preview.yml');
  expect(
    imported.filter(
      ({ source }) => !statSync(path.join(root, 'studio', source), { throwIfNoEntry: false })?.isFile(),
    ),
  ).toEqual([]);
});
