import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Lake } from '#local/lake/lake.ts';
import { listenRoutes } from '#local/lake/listen.ts';
import {
  dataset,
  editorClient,
  listenForMutations,
  projectId,
  makeStateFolder,
  startTestLake,
  writeToken,
} from '#support/lake.ts';

const version = 'v2025-02-19';
const studio = 'http://127.0.0.1:3333';

test('a listener gets each change that its query finds, with revisions before and after', async () => {
  const lake = await startTestLake();
  const client = editorClient(lake);
  const receiver = await listenForMutations(client, '*[_type == "pass" && price > 100]', {
    includePreviousRevision: true,
  });
  const created = await client.create({ _id: 'term', _type: 'pass', price: 697 });
  const cheaper = await client.patch('term').set({ price: 50 }).commit();
  await client.create({ _id: 'red', _type: 'team' });
  await client.patch('term').set({ price: 150 }).commit();
  await client.delete('term');
  await expect.poll(() => receiver.length).toBe(4);
  expect(receiver.map(({ transition }) => transition)).toEqual([
    'appear',
    'disappear',
    'appear',
    'disappear',
  ]);
  expect(receiver[0]).toMatchObject({ documentId: 'term', resultRev: created._rev, result: { price: 697 } });
  expect(receiver[0]).not.toHaveProperty('previousRev');
  expect(receiver[1]).toMatchObject({
    previousRev: created._rev,
    resultRev: cheaper._rev,
    previous: { price: 697 },
  });
  expect(receiver[3]).not.toHaveProperty('result');
});

test('the events of a transaction are counted for each listener', async () => {
  const client = editorClient(await startTestLake());
  const events = await listenForMutations(client, '*[_type == "pass"]');
  await client
    .transaction([
      { create: { _id: 'a', _type: 'pass' } },
      { create: { _id: 'red', _type: 'team' } },
      { create: { _id: 'b', _type: 'pass' } },
    ])
    .commit();
  await expect.poll(() => events.length).toBe(2);
  const counts = events.map((event) => [event.transactionCurrentEvent, event.transactionTotalEvents]);
  expect(counts).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test('a listener that asks for Mendoza gets changes as whole-document patches', async () => {
  const client = editorClient(await startTestLake());
  const events = await listenForMutations(client, '*', {
    effectFormat: 'mendoza',
    includeResult: false,
    includeMutations: false,
  });
  const document = await client.create({ _id: 'a', _type: 'pass' });
  await expect.poll(() => events.length).toBe(1);
  expect(events[0]).toMatchObject({ effects: { apply: [0, document], revert: [0, null] } });
  expect(events[0]).not.toHaveProperty('mutations');
});

test.each([`listen/${dataset}?query=*`, `live/events/${dataset}`])(
  'after the welcome of %s a listener misses nothing',
  async (stream) => {
    const lake = await Lake.open({ dir: makeStateFolder(), projectId, dataset });
    const listen = vi.spyOn(lake, 'listen');
    const { body } = await listenRoutes(lake).request(`/data/${stream}`);
    const reader = body?.getReader();
    const first = await reader?.read();
    expect(listen).toHaveBeenCalledOnce();
    expect(new TextDecoder().decode(first?.value)).toContain('event: welcome');
    await reader?.cancel();
    await lake.close();
  },
);

test('a listener reconnects after a restart of the lake', async () => {
  const dir = makeStateFolder();
  const first = await startTestLake({ dir });
  const events = await listenForMutations(editorClient(first), '*');
  await first.stop();
  const second = await startTestLake({ dir, port: Number(new URL(first.url).port) });
  const write = async () => {
    await editorClient(second).createOrReplace({ _id: 'a', _type: 'pass', n: events.length });
    return events.length;
  };
  await expect.poll(write, { timeout: 10_000, interval: 200 }).toBeGreaterThan(0);
});

/** Opens a stream like Studio and waits for its welcome. The returned function returns everything received so far. */
async function overSocket(url: string, protocols: string[], origin = studio): Promise<() => string> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, { origin });
  onTestFinished(() => {
    socket.terminate();
  });
  let text = '';
  await new Promise((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      text += data.toString('utf8');
      if (text.includes('event: welcome')) resolve(text);
    });
    socket.on('close', (code) => {
      reject(new Error(`closed with ${code}`));
    });
    socket.on('error', reject);
  });
  return () => text;
}

test('a WebSocket carries the same stream, with the token among the protocols', async () => {
  const lake = await startTestLake();
  const url = `${lake.url}/${version}/data/listen/${dataset}?query=*`;
  const signedIn = await overSocket(url, ['lake-events', `bearer.${writeToken}`]);
  const visiting = await overSocket(url, ['lake-events']);
  await editorClient(lake).create({ _id: 'drafts.term', _type: 'pass' });
  await editorClient(lake).create({ _id: 'term', _type: 'pass' });
  await expect.poll(visiting).toContain('"documentId":"term"');
  await expect.poll(signedIn).toContain('"documentId":"drafts.term"');
  expect(visiting()).not.toContain('drafts.term');
});

test.each([
  ['a page of another site', 'https://evil.example', ['lake-events'], /403/],
  ['an invented token', studio, ['lake-events', 'bearer.guess'], /4401/],
])('a WebSocket is refused to %s', async (_who, origin, protocols, reason) => {
  const lake = await startTestLake();
  const url = `${lake.url}/${version}/data/listen/${dataset}?query=*`;
  await expect(overSocket(url, protocols, origin)).rejects.toThrow(reason);
});

test('the presence channel accepts everything and announces nobody', async () => {
  const lake = await startTestLake();
  const socket = new WebSocket(`${lake.url.replace(/^http/, 'ws')}/v2022-06-30/socket/${dataset}`, {
    origin: studio,
  });
  const answer = await new Promise<string>((resolve, reject) => {
    socket.on('open', () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'presence_rollcall' })),
    );
    socket.on('message', (data: Buffer) => resolve(data.toString('utf8')));
    socket.on('error', reject);
  });
  socket.close();
  expect(JSON.parse(answer)).toEqual({ jsonrpc: '2.0', id: 7, result: true });
});
