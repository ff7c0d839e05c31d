/** The local site is built again only if something changes that a build reads. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildFingerprint, fileState } from '#local/site/fingerprint.ts';
import { PLANNED } from '#server/publishing/moments.ts';

const camp = { id: 'camp', name: 'Spark Camp', start_date: '2026-12-07', capacity: 12 };
let server: Server;
let env: NodeJS.ProcessEnv;
let content: object[];
let planned: object[];
let offers: object[];
let camps: object[];
let campsStatus: number;
let questions: URLSearchParams[];
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const isCamps = url.pathname === '/rest/v1/camps';
    if (isCamps) questions.push(url.searchParams);
    response.writeHead(isCamps ? campsStatus : 200);
    const isOffers = url.pathname === '/rest/v1/offers';
    const result = url.searchParams.get('query') === PLANNED ? planned : content;
    response.end(JSON.stringify(isCamps ? camps : isOffers ? offers : { result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = { PUBLIC_SUPABASE_URL: address, SANITY_API_HOST: address, SANITY_DATASET: 'production' };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  content = [{ _id: 'tier-spark', _rev: '1' }];
  planned = [
    { plannedPrices: [{ from: '2026-12-24T01:00:00Z' }], showing: { until: '2027-01-02T01:00:00Z' } },
  ];
  offers = [{ id: 'pass-term', revision: '1' }];
  camps = [camp];
  campsStatus = 200;
  questions = [];
});

test('the fingerprint is the same while nothing has changed', async () => {
  expect(await buildFingerprint(env)).toBe(await buildFingerprint(env));
});

test.each<[what: string, change: () => void]>([
  ['a new camp', () => void (camps = [camp, { ...camp, id: 'other' }])],
  ['a camp taken off sale', () => void (camps = [])],
  ['a camp moved', () => void (camps = [{ ...camp, start_date: '2026-12-14' }])],
  ['more places', () => void (camps = [{ ...camp, capacity: 20 }])],
  ['a price approved', () => void (offers = [{ id: 'pass-term', revision: '2' }])],
  ['words published', () => void (content = [{ _id: 'tier-spark', _rev: '2' }])],
])('the fingerprint changes after %s', async (_, change) => {
  const before = await buildFingerprint(env);
  change();
  expect(await buildFingerprint(env)).not.toBe(before);
});

test('the fingerprint changes at each planned moment, and only then', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const at = (moment: string) => {
    vi.setSystemTime(moment);
    return buildFingerprint(env);
  };
  const before = await at('2026-12-24T00:59:59Z');
  const first = await at('2026-12-24T01:00:00Z');
  expect(first).not.toBe(before);
  expect(await at('2027-01-02T00:59:59Z')).toBe(first);
  expect(await at('2027-01-02T01:00:00Z')).not.toBe(first);
});

test('the fingerprint reads only the camps on sale, and nothing that a sale changes', async () => {
  await buildFingerprint(env);
  const [question] = questions;
  expect(question?.get('is_active')).toBe('eq.true');
  expect(question?.get('start_date')).toMatch(/^gte\.\d{4}-\d\d-\d\d$/);
  expect(question?.get('select')).not.toMatch(/\*|enrol|spots|price/);
});

test('the fingerprint fails when the camps cannot be read, and does not leave them out', async () => {
  campsStatus = 503;
  await expect(buildFingerprint(env)).rejects.toThrow('503');
});

test('the state of files changes with each change of a file, and only then', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'sources-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'deep', 'page.ts');
  mkdirSync(path.dirname(file));
  writeFileSync(file, 'one');
  const states = [fileState([dir]), fileState([dir])];
  const change = (work: () => void) => {
    work();
    states.push(fileState([dir]), fileState([dir]));
  };
  change(() => writeFileSync(file, 'two'));
  change(() => writeFileSync(path.join(dir, 'other.ts'), 'two'));
  change(() => rmSync(file));
  for (let at = 0; at < states.length; at += 2) expect(states[at]).toBe(states[at + 1]);
  expect(new Set(states).size).toBe(4);
});
