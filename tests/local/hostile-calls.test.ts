import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneOf, createRandomPick } from '#support/histories/random.ts';
import {
  toBody,
  hostileTexts,
  hostileValue,
  readKnownIds,
  type PublicFunction,
  readPublicFunctions,
} from '#support/hostile-values.ts';
import { makePeople } from '#support/sql-people.ts';
import { createApi, type TestApi } from './api-fixtures/start.ts';

/** `HOSTILE=10000` is the long run. `HOSTILE_FROM` replays from a seed. */
const calls = Number(process.env['HOSTILE'] ?? 600);
const from = Number(process.env['HOSTILE_FROM'] ?? 1);
const atOnce = 8;

let api: TestApi;
let functions: PublicFunction[];
let tables: string[];
let views: string[];
let ids: string[];
let tokens: (string | null)[];
beforeAll(async () => {
  api = await createApi();
  const people = await makePeople(api.database);
  // Four people call and guess ids, so the limits would soon refuse everything.
  await api.database.sql`update public.rate_rules set most = 100000000`;
  functions = (await readPublicFunctions(api.database)).filter(({ name }) => !fixture.has(name));
  [tables, views] = await Promise.all([relations('r'), relations('v')]);
  ids = await readKnownIds(api.database);
  const { parent, coach, admin } = people.callers;
  tokens = [
    null,
    ...(await Promise.all([parent, coach, admin].map(({ sub = '' }) => api.token({ sub, aal: 'aal2' })))),
  ];
});
afterAll(() => api.stop());

/** These functions belong to the tests of the API. */
const fixture = new Set(
  'whoami outings_of add take_seat describe describe_stable describe_body mixed refuse'.split(' '),
);

async function relations(kind: string): Promise<string[]> {
  const rows = await api.database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = ${kind} order by 1`;
  return rows.map(({ name }) => name);
}

interface Call {
  method: string;
  path: string;
  body?: string;
  headers: Record<string, string>;
}

function callOf(seed: number): Call {
  const pick = createRandomPick(seed);
  const token = oneOf(pick, tokens);
  const headers: Record<string, string> = {
    apikey: api.keys.anon,
    'content-type': 'application/json',
    'x-forwarded-for': `203.0.113.${pick(250)}`,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  if (pick(5) === 0) return tableCall(seed, headers);
  const { name, arguments: expected, keys } = oneOf(pick, functions);
  const givenArguments = expected
    .filter(() => pick(12) > 0)
    .map(({ name, type }) => [name, hostileValue(pick, type, keys, ids)] as const);
  return { method: 'POST', path: `/rpc/${name}`, body: toBody(Object.fromEntries(givenArguments)), headers };
}

function tableCall(seed: number, headers: Record<string, string>): Call {
  const pick = createRandomPick(seed + 7);
  const text = () => encodeURIComponent(wellFormed(oneOf(pick, hostileTexts)));
  const query = oneOf(pick, [
    () => `id=eq.${text()}`,
    () => `select=${text()}`,
    () => `order=${text()}`,
    () => `limit=${text()}`,
    () => `offset=-1`,
    () => `or=(${text()})`,
    () => `select=*,orders(*,payments(*))`,
    () => `${text()}=eq.1`,
  ])();
  const method = oneOf(pick, ['GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
  const prefer = oneOf(pick, ['', 'count=exact', 'count=planned', 'return=representation', 'tx=rollback']);
  const write = method === 'POST' || method === 'PATCH';
  // PostgREST answers 500 to any write into a view, because that is its status for 55000.
  const sources = method === 'GET' || method === 'HEAD' ? [...tables, ...views] : tables;
  return {
    method,
    path: `/${oneOf(pick, sources)}?${query}`,
    headers: { ...headers, ...(prefer && { prefer }) },
    ...(write && { body: toBody(hostileValue(pick, 'jsonb', ['id', 'name', 'family_id'], ids)) }),
  };
}

/** A URL cannot contain half of a surrogate pair. */
const wellFormed = (text: string) => text.replaceAll(/[\ud800-\udfff]/gu, '?');

test(
  `${calls} hostile calls of everything that a browser may call cause no server error`,
  { timeout: 1_800_000 },
  async () => {
    const broken: string[] = [];
    const seeds = Array.from({ length: calls }, (_, index) => from + index);
    const worker = async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const { path, ...init } = callOf(seed);
        const answer = await fetch(`${api.url}/rest/v1${path}`, init);
        const text = await answer.text();
        if (answer.status >= 500)
          broken.push(
            `${seed}: ${init.method} ${path} -> ${answer.status} ${text.slice(0, 300)}\n  ${init.body?.slice(0, 300)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(broken.join('\n')).toBe('');
  },
);
