import { appendFileSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  editorClient,
  startLakeProcess,
  makeStateFolder,
  startTestLake,
  startWebhookReceiver,
  writeToken,
} from '#support/lake.ts';

const journalOf = (dir: string) =>
  path.join(dir, readdirSync(dir).find((name) => name.startsWith('journal-')) ?? '');

/** Copies the files as a crash would leave them now. */
function copyOf(dir: string): string {
  const copy = makeStateFolder();
  cpSync(dir, copy, { recursive: true });
  return copy;
}

test('all data is still there after a restart', async () => {
  const dir = makeStateFolder();
  const first = await startTestLake({ dir });
  await editorClient(first).create({ _id: 'drafts.a', _type: 'pass', price: 1 });
  const before = await editorClient(first).fetch<unknown>('*', {}, { perspective: 'raw' });
  await first.stop();
  const second = await startTestLake({ dir });
  expect(await editorClient(second).fetch('*', {}, { perspective: 'raw' })).toEqual(before);
});

test('a line that a crash cut off is dropped, and the next one is written', async () => {
  const dir = makeStateFolder();
  const first = await startTestLake({ dir });
  await editorClient(first).create({ _id: 'a', _type: 'pass' });
  const torn = copyOf(dir);
  appendFileSync(journalOf(torn), '{"transaction":{"id":"torn","chan');
  const second = await startTestLake({ dir: torn });
  await editorClient(second).create({ _id: 'b', _type: 'pass' });
  const third = await startTestLake({ dir: copyOf(torn) });
  expect(await editorClient(third).fetch('*._id')).toEqual(['a', 'b']);
});

test('a damaged file is reported, and its content is not guessed', async () => {
  const dir = makeStateFolder();
  const lake = await startTestLake({ dir });
  await editorClient(lake).create({ _id: 'a', _type: 'pass' });
  const damaged = copyOf(dir);
  appendFileSync(journalOf(damaged), 'not json\n');
  await expect(startTestLake({ dir: damaged })).rejects.toThrow(/journal-0\.ndjson:2 is damaged/);
});

test('the history has its fixed number of transactions, also on disk', async () => {
  const dir = makeStateFolder();
  const lake = await startTestLake({ dir, historyLimit: 5 });
  const client = editorClient(lake);
  await client.create({ _id: 'a', _type: 'pass', n: 0 });
  for (let n = 1; n <= 12; n++) await client.patch('a').set({ n }).commit();
  const transactions = async (url: string) => {
    const headers = { authorization: `Bearer ${writeToken}` };
    const answer = await fetch(`${url}/v2025-02-19/data/history/production/transactions/a`, { headers });
    return (await answer.text())
      .trim()
      .split('\n')
      .map(
        (line) =>
          (JSON.parse(line) as { mutations: { patch: { set: { n: number } } }[] }).mutations[0]?.patch.set.n,
      );
  };
  expect(await transactions(lake.url)).toEqual([8, 9, 10, 11, 12]);
  await lake.stop();
  const lines = readFileSync(path.join(dir, 'snapshot.ndjson'), 'utf8').trim().split('\n');
  expect(lines.filter((line) => line.startsWith('{"transaction"'))).toHaveLength(5);
  expect(await transactions((await startTestLake({ dir, historyLimit: 5 })).url)).toEqual([8, 9, 10, 11, 12]);
});

test('the journal becomes a snapshot before it grows long', async () => {
  const dir = makeStateFolder();
  const lake = await startTestLake({ dir });
  const client = editorClient(lake);
  await client.create({ _id: 'a', _type: 'pass', n: 0 });
  for (let n = 1; n <= 510; n++) await client.patch('a').set({ n }).commit({ returnDocuments: false });
  expect(readFileSync(journalOf(dir), 'utf8').split('\n').length).toBeLessThan(50);
  const copy = await startTestLake({ dir: copyOf(dir) });
  expect(await editorClient(copy).fetch('*[0].n')).toBe(510);
});

test('after kill -9 while writing, acknowledged data exist and are complete, and their webhooks are sent', async () => {
  const dir = makeStateFolder();
  const down = await startWebhookReceiver();
  await down.close();
  const acknowledged = new Set<string>();
  for (let round = 1; round <= 3; round++) {
    const { url, kill } = await startLakeProcess(dir, down.url);
    const client = editorClient({ url }, { maxRetries: 0 });
    const enoughWritten = Promise.withResolvers<true>();
    const write = async (writer: number) => {
      for (let n = 0; ; n++) {
        const id = `r${round}-w${writer}-${n}`;
        // One transaction has two documents, so both or neither must exist.
        await client
          .transaction()
          .create({ _id: id, _type: 'note', text: 'x'.repeat(2_000) })
          .create({ _id: `${id}-twin`, _type: 'note' })
          .commit();
        acknowledged.add(id);
        if (acknowledged.size >= round * 60) enoughWritten.resolve(true);
      }
    };
    const writers = Promise.allSettled([1, 2, 3].map(write));
    await enoughWritten.promise;
    await kill();
    await writers;
  }
  const receiver = await startWebhookReceiver(() => 200, down.port);
  const { url } = await startLakeProcess(dir, down.url);
  const ids = new Set(await editorClient({ url }).fetch<string[]>('*[_type == "note"]._id'));
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect([...ids].filter((id) => !id.endsWith('-twin') && !ids.has(`${id}-twin`))).toEqual([]);
  const receivedIds = () => new Set(receiver.received.map(({ headers }) => headers['sanity-document-id']));
  await expect
    .poll(() => [...ids].filter((id) => !receivedIds().has(id)).length, { timeout: 20_000 })
    .toBe(0);
  expect(await editorClient({ url }).fetch('count(*[_type == "pass"])')).toBe(4);
});

test('an editor stays signed in after a restart', async () => {
  const dir = makeStateFolder();
  const first = await startTestLake({ dir });
  const login = await fetch(`${first.url}/v1/auth/login/publisher?origin=http://localhost:3333`, {
    redirect: 'manual',
  });
  const ticket = login.headers.get('location')?.split('#sid=')[1];
  const { token } = (await (await fetch(`${first.url}/v1/auth/fetch?sid=${ticket}`)).json()) as {
    token: string;
  };
  await first.stop();
  const second = await startTestLake({ dir });
  await expect(editorClient(second, { token }).users.getById('me')).resolves.toMatchObject({
    id: 'publisher',
  });
});
