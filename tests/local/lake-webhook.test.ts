import { isValidSignature } from '@sanity/webhook';
import { expect, test } from 'vitest';
import {
  postToLake,
  editorClient,
  makeStateFolder,
  startTestLake,
  startWebhookReceiver,
  webhookSecret,
  type ReceivedWebhook,
} from '#support/lake.ts';

const hook = (url: string) => ({ url, secret: webhookSecret, firstRetryMs: 5 });
const header = (name: string) => (message: ReceivedWebhook) => message.headers[name];

test('a webhook for creating, publishing and deleting is signed and in order, and none is sent for drafts and assets', async () => {
  const { url, received } = await startWebhookReceiver();
  const lake = await startTestLake({ webhook: hook(url) });
  const client = editorClient(lake);
  await client.create({ _id: 'drafts.term', _type: 'pass', price: 697 });
  await client.create({ _id: 'image-x', _type: 'sanity.imageAsset' });
  const ids = { draftId: 'drafts.term', publishedId: 'term' };
  const publish = { actions: [{ actionType: 'sanity.action.document.publish', ...ids }] };
  const { transactionId } = (await (await postToLake(lake, 'actions', publish)).json()) as {
    transactionId: string;
  };
  await client.patch('term').set({ price: 709 }).commit();
  await client.delete('term');
  await expect.poll(() => received.length).toBe(3);
  expect(received.map(header('sanity-operation'))).toEqual(['create', 'update', 'delete']);
  expect(received.map(({ body }) => (JSON.parse(body) as { price: number }).price)).toEqual([697, 709, 709]);
  const [first] = received as [ReceivedWebhook];
  expect(first.headers).toMatchObject({
    'content-type': 'application/json',
    'sanity-project-id': 'test',
    'sanity-dataset': 'production',
    'sanity-document-id': 'term',
    'sanity-transaction-id': transactionId,
    'sanity-webhook-id': 'local',
  });
  expect(first.headers['sanity-transaction-time']).toMatch(/^\d{4}-.*Z$/);
  const signature = String(first.headers['sanity-webhook-signature']);
  expect(await isValidSignature(first.body, signature, webhookSecret)).toBe(true);
  expect(await isValidSignature(`${first.body} `, signature, webhookSecret)).toBe(false);
  expect(await isValidSignature(first.body, signature, 'another secret')).toBe(false);
});

test('a filter and a projection define what is sent', async () => {
  const { url, received } = await startWebhookReceiver();
  const shaped = {
    ...hook(url),
    filter: '_type == "pass" && delta::changedAny(price)',
    projection: '{_id, "was": before().price, price}',
  };
  const client = editorClient(await startTestLake({ webhook: shaped }));
  await client.create({ _id: 'red', _type: 'team' });
  await client.create({ _id: 'term', _type: 'pass', price: 697 });
  await client.patch('term').set({ name: 'Term' }).commit();
  await client.patch('term').set({ price: 709 }).commit();
  await expect.poll(() => received.length).toBe(2);
  expect(JSON.parse(received[1]?.body ?? '')).toEqual({ _id: 'term', was: 697, price: 709 });
});

test.each([500, 503, 429])('a webhook answered with %i is sent again, with the same key', async (status) => {
  const { url, received } = await startWebhookReceiver((_message, earlier) => (earlier < 3 ? status : 200));
  const client = editorClient(await startTestLake({ webhook: hook(url) }));
  await client.create({ _id: 'term', _type: 'pass' });
  await expect.poll(() => received.length).toBe(4);
  await client.create({ _id: 'flexi', _type: 'pass' });
  await expect.poll(() => received.length).toBe(5);
  const keys = received.map(header('idempotency-key'));
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[0]);
});

test('a webhook that was refused for good is not sent again, and the others still are', async () => {
  const { url, received } = await startWebhookReceiver(({ headers }) =>
    headers['sanity-document-id'] === 'bad' ? 400 : 200,
  );
  const client = editorClient(await startTestLake({ webhook: hook(url) }));
  await client.create({ _id: 'bad', _type: 'pass' });
  await client.create({ _id: 'good', _type: 'pass' });
  await expect.poll(() => received.map(header('sanity-document-id'))).toEqual(['bad', 'good']);
});

test('a document that the receiver cannot accept does not delay the others', async () => {
  const { url, received } = await startWebhookReceiver(({ headers }) =>
    headers['sanity-document-id'] === 'bad' ? 500 : 200,
  );
  const client = editorClient(await startTestLake({ webhook: hook(url) }));
  await client.create({ _id: 'bad', _type: 'pass' });
  await client.create({ _id: 'good', _type: 'pass' });
  await expect.poll(() => received.map(header('sanity-document-id'))).toContain('good');
});

test('webhooks that a receiver missed while it was down arrive later, also after a restart', async () => {
  const down = await startWebhookReceiver();
  await down.close();
  const dir = makeStateFolder();
  const first = await startTestLake({ dir, webhook: hook(down.url) });
  await editorClient(first).create({ _id: 'term', _type: 'pass' });
  await first.stop();
  await startTestLake({ dir, webhook: hook(down.url) });
  const { received } = await startWebhookReceiver(() => 200, down.port);
  await expect.poll(() => received.map(header('sanity-document-id'))).toEqual(['term']);
});
