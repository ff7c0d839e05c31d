import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { replaceOne, rewritePages } from '#build/pages.ts';

it('the only matching text is replaced, and the error says what was expected if there is none or another', () => {
  const change = ([, name = '']: RegExpMatchArray) => `<b>${name}$1</b>`;
  expect(replaceOne('a <i>x</i>', /<i>(.)<\/i>/, change, 'an i')).toBe('a <b>x$1</b>');
  expect(() => replaceOne('a', /<i>/, change, 'an i')).toThrow('expected an i in Astro’s output');
  expect(() => replaceOne('<i><i>', /<i>/g, change, 'an i')).toThrow('expected an i once');
});

it('an error names the page', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const page = path.join(folder, 'camps.html');
  await writeFile(page, 'one');
  await writeFile(path.join(folder, 'camps.txt'), 'two');
  const dir = pathToFileURL(`${folder}/`);
  await rewritePages(dir, (html) => `${html}!`);
  expect(await readFile(page, 'utf8')).toBe('one!');
  const failing = rewritePages(dir, () => {
    throw new Error('expected a body');
  });
  await expect(failing).rejects.toThrow('camps.html: expected a body');
});
