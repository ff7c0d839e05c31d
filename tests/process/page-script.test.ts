import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Imports, pageScripts } from '#build/page-script.ts';

let folder: string;
const scripts = {
  'menu.js': 'import{a as e}from"./shared.js";var t=e("menu");addEventListener("x",()=>console.log(t));',
  'quiz.js': 'import{a as e}from"./shared.js";var t=e("quiz");document.title=t;import("./late.js");',
  'alone.js': 'console.log("alone")',
  'shared.js': 'export const a=e=>e',
};
const tag = (name: string) => `<script type="module" src="/_astro/${name}"></script>`;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'page-script-'));
  await mkdir(path.join(folder, '_astro'));
  for (const [name, code] of Object.entries(scripts))
    await writeFile(path.join(folder, '_astro', name), code);
});
afterEach(() => rm(folder, { recursive: true }));

it('the scripts of a page are one file, which imports what all pages share', async () => {
  const imports: Imports = new Map();
  const { joinScripts, removeJoined } = pageScripts(folder, imports);
  const page = `<body>${tag('menu.js')}<p>${tag('quiz.js')}`;
  const html = await joinScripts(page);
  const [, address = ''] = /^<body><script type="module" src="([^"]+)"><\/script><p>$/.exec(html) ?? [];
  const code = await readFile(path.join(folder, address), 'utf8');
  expect(code).toContain('menu');
  expect(code).toContain('quiz');
  expect(code).toMatch(/from\s*"\.\/shared\.js"/);
  expect(code).toMatch(/import\([`"]\.\/late\.js[`"]\)/);
  expect(imports.get(address)).toEqual(['/_astro/shared.js']);
  // Another page with the same two scripts loads nothing new.
  expect(await joinScripts(page)).toBe(html);
  expect(await joinScripts(tag('alone.js'))).toBe(tag('alone.js'));
  await removeJoined();
  expect((await readdir(path.join(folder, '_astro'))).toSorted()).toEqual(
    ['alone.js', path.basename(address), 'shared.js'].toSorted(),
  );
});

it('a joined script is saved, so that the next publication reads it', async () => {
  const saved = path.join(folder, 'saved');
  await mkdir(saved);
  const page = `${tag('menu.js')}${tag('quiz.js')}`;
  const first: Imports = new Map();
  const html = await pageScripts(folder, first, saved).joinScripts(page);
  const [file = ''] = await readdir(saved);
  const [address = ''] = first.keys();
  const code = await readFile(path.join(folder, address), 'utf8');
  // Without the scripts, only the saved file can say what they contain together.
  for (const name of Object.keys(scripts)) await rm(path.join(folder, '_astro', name));
  await rm(path.join(folder, address));
  const next: Imports = new Map();
  expect(await pageScripts(folder, next, saved).joinScripts(page)).toBe(html);
  expect(next).toEqual(first);
  expect(await readFile(path.join(folder, address), 'utf8')).toBe(code);
  // Other scripts are not taken for these.
  await expect(
    pageScripts(folder, new Map(), saved).joinScripts(tag('menu.js') + tag('alone.js')),
  ).rejects.toThrow();
  expect(await readdir(saved)).toEqual([file]);
});

it('a script that another page uses alone is kept', async () => {
  const { joinScripts, removeJoined } = pageScripts(folder, new Map());
  await joinScripts(tag('menu.js') + tag('quiz.js'));
  await joinScripts(tag('quiz.js'));
  await removeJoined();
  const left = await readdir(path.join(folder, '_astro'));
  expect(left).toContain('quiz.js');
  expect(left).not.toContain('menu.js');
});

it('a page script that Astro writes in another form stops the build', async () => {
  const { joinScripts } = pageScripts(folder, new Map());
  const other = '<script type="module" async src="/_astro/quiz.js"></script>';
  await expect(joinScripts(tag('menu.js') + other)).rejects.toThrow(/found .*async/);
});
