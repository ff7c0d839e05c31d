import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inputsHash } from '#local/studio/inputs.ts';
import { startStudio } from '#local/studio/server.ts';
import { makeStateFolder } from '#support/lake.ts';

async function builtStudio() {
  const dir = makeStateFolder();
  mkdirSync(path.join(dir, 'static'));
  writeFileSync(path.join(dir, 'index.html'), '<title>Studio</title>');
  writeFileSync(path.join(dir, 'static/app-1a2b.js'), 'export {}');
  const studio = await startStudio({ port: 0, dir });
  onTestFinished(() => studio.stop());
  return studio;
}

test.each(['/', '/structure/passes;pass-term', '/intent/edit/id=pass-term;type=pass'])(
  'every address inside the Studio returns its page: %s',
  async (address) => {
    const { url } = await builtStudio();
    const answer = await fetch(url + address);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await answer.text()).toContain('Studio');
  },
);

test('a script is cached for good, and a missing one is a 404 and not the page', async () => {
  const { url } = await builtStudio();
  const script = await fetch(`${url}/static/app-1a2b.js`);
  expect(script.headers.get('content-type')).toMatch('javascript');
  expect(script.headers.get('cache-control')).toContain('immutable');
  const missing = await fetch(`${url}/static/app-0000.js`);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache']);
});

test('the Studio is built again only when its settings change', () => {
  const settings = { apiHost: 'http://127.0.0.1:4900', projectId: 'local', dataset: 'production' };
  expect(inputsHash(settings)).toBe(inputsHash({ ...settings }));
  expect(inputsHash(settings)).not.toBe(inputsHash({ ...settings, dataset: 'staging' }));
});
