import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildLanguages, languageEnvironment } from '#scripts/languages.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'languages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files: Record<string, Record<string, string>> = {
  en: { 'index.html': 'Home', '_astro/page.a1.js': 'shared' },
  zh: {
    'zh.html': '首页',
    'zh/camps.html': '假期营',
    '_astro/page.a1.js': 'shared',
    '_astro/page.b2.js': '中文',
  },
};
const writeAll = (dir: string, all: Record<string, string>) => {
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  }
};

test('the files of all languages end in one folder', async () => {
  const dist = path.join(folder, 'dist');
  const outcome = await buildLanguages(dist, (language, outDir) => {
    writeAll(outDir, files[language] ?? {});
    return Promise.resolve({ code: 0, text: '' });
  });
  expect(outcome.code).toBe(0);
  for (const [name, text] of Object.entries({ ...files['en'], ...files['zh'] }))
    expect(readFileSync(path.join(dist, name), 'utf8')).toBe(text);
  expect(existsSync(`${dist}-zh`)).toBe(false);
});

test('a failure of one language fails the build, and its folder is removed', async () => {
  const dist = path.join(folder, 'dist');
  const outcome = await buildLanguages(dist, (language, outDir) => {
    writeAll(outDir, files[language] ?? {});
    return Promise.resolve(language === 'zh' ? { code: 1, text: 'broken' } : { code: 0, text: '' });
  });
  expect(outcome).toEqual({ code: 1, text: 'broken' });
  expect(existsSync(`${dist}-zh`)).toBe(false);
});

test('a language never overwrites the file of another language', async () => {
  const build = buildLanguages(path.join(folder, 'dist'), (language, outDir) => {
    writeAll(outDir, { 'index.html': language });
    return Promise.resolve({ code: 0, text: '' });
  });
  await expect(build).rejects.toThrow('index.html');
});

test('only the default language writes source maps and the list of documents', () => {
  const env = { SITE_URL: 'https://site.test', SOURCE_MAPS: 'maps', SITE_DOCUMENTS: 'documents' };
  expect(languageEnvironment(env, 'en')).toEqual(env);
  expect(languageEnvironment(env, 'zh')).toEqual({ SITE_URL: 'https://site.test', SITE_LANGUAGE: 'zh' });
});
