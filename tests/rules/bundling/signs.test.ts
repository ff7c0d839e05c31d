import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signsInPage } from '#build/signs.ts';

const sprite = '/_astro/signs.abc.svg';
const names = Array.from({ length: 26 }, (_, index) => `s${index}`);
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signs-'));
  mkdirSync(path.join(folder, '_astro'));
  const symbols = names.map((name) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="M1 1"/></symbol>`);
  writeFileSync(path.join(folder, sprite), `<svg>${symbols.join('\n')}</svg>`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const page = (used: readonly string[]) =>
  `<body>${used.map((name) => `<svg><use href="${sprite}#${name}"></use></svg>`).join('')}</body>`;

it('a few icons are inlined into the page, each once, instead of loading the sprite', async () => {
  const html = await signsInPage(folder)(page(['s1', 's2', 's1']));
  expect(html).not.toContain(sprite);
  expect(html.match(/<use href="#sign-s1">/g)).toHaveLength(2);
  expect(html.match(/<symbol id="sign-s1" viewBox="0 0 24 24"><path d="M1 1"\/><\/symbol>/g)).toHaveLength(1);
  expect(html).not.toContain('id="sign-s3"');
});

it('a page with many icons or none is not changed', async () => {
  const inPage = signsInPage(folder);
  for (const html of [page(names), page([])]) expect(await inPage(html)).toBe(html);
});

it('an unknown icon stops the build', async () => {
  await expect(signsInPage(folder)(page(['s99']))).rejects.toThrow(`${sprite} has no sign “s99”`);
});

it('an unexpected use of the sprite stops the build', async () => {
  const html = `<body><img src="${sprite}"></body>`;
  await expect(signsInPage(folder)(html)).rejects.toThrow('used otherwise');
});
