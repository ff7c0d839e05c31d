import sharp from 'sharp';
import { expect, test } from 'vitest';
import { editorClient, startTestLake } from '#support/lake.ts';

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#0E8C8A' } })
    .jpeg()
    .toBuffer();

async function readSize(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init);
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { status: answer.status, type: answer.headers.get('content-type'), width, height, format };
}

test('an uploaded image is described, served unchanged, and one document however often it is uploaded', async () => {
  const client = editorClient(await startTestLake());
  const bytes = await photo();
  const asset = await client.assets.upload('image', bytes, { filename: 'board.jpg' });
  expect(asset._id).toMatch(/^image-[a-f0-9]{40}-60x40-jpg$/);
  expect(asset.mimeType).toBe('image/jpeg');
  expect(asset.metadata.dimensions).toMatchObject({ width: 60, height: 40, aspectRatio: 1.5 });
  expect(asset.metadata.lqip).toMatch(/^data:image\/png;base64,/);
  const served = await fetch(asset.url);
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await client.assets.upload('image', bytes))._id).toBe(asset._id);
  expect(await client.fetch('count(*)')).toBe(1);
});

test.each([
  ['w=30', { width: 30, height: 20, format: 'jpeg' }],
  ['w=20&h=20&fit=crop', { width: 20, height: 20 }],
  ['w=20&h=20', { width: 20, height: 13 }],
  ['w=600&fit=max', { width: 60, height: 40 }],
  ['w=10&dpr=2', { width: 20 }],
  ['rect=10,5,40,30', { width: 40, height: 30 }],
  ['fm=png', { format: 'png', type: 'image/png' }],
  ['auto=format', { format: 'webp', type: 'image/webp' }],
])('an image is cropped, resized and encoded as its address says: %s', async (query, expected) => {
  const client = editorClient(await startTestLake());
  const { url } = await client.assets.upload('image', await photo());
  expect(await readSize(`${url}?${query}`, { headers: { accept: 'image/webp' } })).toMatchObject(expected);
});

test('a file keeps its bytes, its type and its name', async () => {
  const client = editorClient(await startTestLake());
  const asset = await client.assets.upload('file', Buffer.from('a,b\n1,2\n'), {
    filename: 'prices.csv',
    contentType: 'text/csv',
  });
  const served = await fetch(`${asset.url}?dl=${encodeURIComponent('price list.csv')}`);
  expect(served.headers.get('content-type')).toBe('text/csv');
  expect(served.headers.get('content-disposition')).toBe('attachment; filename="price_list.csv"');
  expect(await served.text()).toBe('a,b\n1,2\n');
});

test('bytes that are not an image, invalid sizes, and names that lead outside are refused', async () => {
  const lake = await startTestLake();
  const client = editorClient(lake);
  await expect(client.assets.upload('image', Buffer.from('not an image'))).rejects.toMatchObject({
    statusCode: 400,
  });
  const asset = await client.assets.upload('image', await photo());
  expect((await fetch(`${asset.url}?w=-1`)).status).toBe(400);
  expect((await fetch(`${asset.url}?rect=50,0,40,40`)).status).toBe(400);
  expect((await fetch(`${lake.url}/images/test/production/..%2Fsnapshot.ndjson`)).status).toBe(404);
  expect((await fetch(`${lake.url}/files/test/production/0123.bin`)).status).toBe(404);
});
