import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleInline } from '#build/inline-scripts.ts';
import headScript from '#layouts/head.inline.ts?script';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inline-scripts-'));
  await writeFile(path.join(folder, 'shared.ts'), 'export const text: string = "shared";');
});
afterEach(() => rm(folder, { recursive: true }));
const write = async (code: string) => {
  const file = path.join(folder, 'a.inline.ts');
  await writeFile(file, code);
  return file;
};

it('a typed module and its imports become one classic script', async () => {
  const file = await write('import { text } from "./shared.ts"; document.title = text as string;');
  const { text, files } = await bundleInline(file);
  expect(text).toMatch(/^\(function\(\)\{document\.title=.shared.\}\)\(\);$/);
  expect(files.map((one) => path.basename(one))).toEqual(['shared.ts', 'a.inline.ts']);
});

it('the script cannot be ended in a page by its own text', async () => {
  const escaped = await bundleInline(await write('document.title = "</script>";'));
  expect(escaped.text).not.toContain('</script');
  await expect(bundleInline(await write('document.title = "<!--";'))).rejects.toThrow('a.inline.ts');
});

it('an import with ?script returns the text', () => {
  expect(headScript).toMatch(/^\(function\(\)\{.+\}\)\(\);$/);
});
