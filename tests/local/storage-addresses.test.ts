import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from './api-fixtures/start.ts';
import { createStorage, joinAs, type Parent, png } from './api-fixtures/storage.ts';

let api: TestApi;
let ann: Parent;
beforeAll(async () => {
  api = await createStorage();
  ann = await joinAs(api, 'ann@example.test');
  await photos().upload(ownPath('a b.png'), png('otter'));
});
afterAll(() => api.stop());

const photos = () => ann.client.storage.from('photos');
const open = () => api.service().storage.from('open');
const ownPath = (name: string) => `${ann.id}/${name}`;
/** Requests without any key, like a browser that loads a picture. */
const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
};
const signAddress = async (name: string, seconds = 60, options = {}) =>
  (await photos().createSignedUrl(ownPath(name), seconds, options)).data?.signedUrl ?? '';

describe('a signed address', () => {
  it('opens the file to anybody who has it, until it expires', async () => {
    const url = await signAddress('a b.png');
    expect(url.startsWith(`${api.url}/storage/v1/object/sign/photos/`)).toBe(true);
    const { status, headers, body } = await get(url);
    expect([status, body.toString(), headers.get('content-type')]).toEqual([200, 'otter', 'image/png']);
    expect(headers.get('cache-control')).toBe('max-age=3600');
    const download = await get(await signAddress('a b.png', 60, { download: 'ann.png' }));
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename=ann.png; filename*=UTF-8''ann.png`,
    );

    const short = await signAddress('a b.png', 1);
    await expect.poll(async () => (await get(short)).status, { timeout: 15_000 }).toBe(400);
  });

  it('works for no other file or use, and only with our signature', async () => {
    await photos().upload(ownPath('other.png'), png('other'));
    const url = new URL(await signAddress('a b.png'));
    const token = url.searchParams.get('token') ?? '';
    const at = (path: string, givenToken = token) => get(`${api.url}/storage/v1${path}?token=${givenToken}`);
    expect((await at(`/object/sign/photos/${ownPath('other.png')}`)).status).toBe(400);
    expect((await at(url.pathname.replace('/storage/v1', ''), `${token.slice(0, -3)}AAA`)).status).toBe(400);
    expect((await get(url.origin + url.pathname)).status).toBe(400);
    const session = (await ann.client.auth.getSession()).data.session?.access_token ?? '';
    expect((await at(url.pathname.replace('/storage/v1', ''), session)).status).toBe(400);
    // The signature of an address cannot be used as a session token either.
    const asToken = await api.client({ token }).from('crews').select();
    expect(asToken.status).toBe(401);
    const put = await fetch(
      `${api.url}/storage/v1/object/upload/sign/photos/${ownPath('a b.png')}?token=${token}`,
      {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: 'x',
      },
    );
    expect(put.status).toBe(400);
  });

  it('can be requested for many files at once, without the files of other owners', async () => {
    const { data } = await photos().createSignedUrls([ownPath('a b.png'), 'somebody/else.png'], 60);
    expect(data?.map(({ error }) => error === null)).toEqual([true, false]);
    expect((await get(data?.[0]?.signedUrl ?? '')).status).toBe(200);
    expect(data?.[1]?.signedUrl).toBeFalsy();
  });

  it('accepts one upload of its own file, without overwriting', async () => {
    const { data } = await photos().createSignedUploadUrl(ownPath('sent.png'));
    const visitor = api.client().storage.from('photos');
    const token = data?.token ?? '';
    expect((await visitor.uploadToSignedUrl(ownPath('sent.png'), token, png('sent'))).error).toBeNull();
    expect(await (await photos().download(ownPath('sent.png'))).data?.text()).toBe('sent');
    expect((await visitor.uploadToSignedUrl(ownPath('sent.png'), token, png('again'))).error).toMatchObject({
      statusCode: '409',
    });
    expect((await visitor.uploadToSignedUrl(ownPath('elsewhere.png'), token, png())).error).not.toBeNull();
    const large = png(new Uint8Array(5000));
    const { data: second } = await photos().createSignedUploadUrl(ownPath('large.png'));
    const refused = await visitor.uploadToSignedUrl(ownPath('large.png'), second?.token ?? '', large);
    expect(refused.error).toMatchObject({ statusCode: '413' });
  });
});

describe('a public address', () => {
  it('exists for a public bucket only, and never serves a page', async () => {
    await open().upload('page.html', new Blob(['<script>'], { type: 'text/html' }));
    const { publicUrl } = open().getPublicUrl('page.html').data;
    const { status, headers } = await get(publicUrl);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain']);
    expect((await get(publicUrl.replace('/open/', '/photos/'))).status).toBe(400);
    const secret = photos().getPublicUrl(ownPath('a b.png')).data.publicUrl;
    expect(JSON.parse((await get(secret)).body.toString())).toMatchObject({ message: 'Bucket not found' });
  });

  it('gets the same answer for a known version, and can be read in ranges', async () => {
    await open().upload('long.txt', new Blob(['0123456789'], { type: 'text/plain' }));
    const { publicUrl } = open().getPublicUrl('long.txt').data;
    const etag = (await get(publicUrl)).headers.get('etag') ?? '';
    expect((await get(publicUrl, { 'if-none-match': etag })).status).toBe(304);
    const part = await get(publicUrl, { range: 'bytes=2-4' });
    expect([part.status, part.body.toString(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect((await get(publicUrl, { range: 'bytes=20-' })).status).toBe(400);
  });
});

describe('a picture', () => {
  let url: (transform: object) => string;
  beforeAll(async () => {
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#075e60' } })
      .withExif({ IFD3: { GPSLatitude: '1/1 18/1 0/1' } })
      .jpeg()
      .toBuffer();
    await open().upload('boat.jpg', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }));
    await open().upload('words.jpg', new Blob(['no picture'], { type: 'image/jpeg' }));
    url = (transform) => open().getPublicUrl('boat.jpg', { transform }).data.publicUrl;
  });
  const readSize = async (address: string, headers = {}) => {
    const { width, height, format, exif } = await sharp((await get(address, headers)).body).metadata();
    return { width, height, format, exif };
  };

  it.each([
    [{ width: 100 }, 100, 50],
    [{ width: 100, height: 100 }, 100, 100],
    [{ width: 100, height: 100, resize: 'contain' }, 100, 50],
    [{ width: 100, height: 100, resize: 'fill' }, 100, 100],
    [{ width: 2000 }, 400, 200],
  ])('is resized as %j says', async (transform, width, height) => {
    // The picture's metadata, such as its location, must be removed.
    expect(await readSize(url(transform))).toEqual({ width, height, format: 'jpeg', exif: undefined });
  });

  it('is sent as WebP to browsers that accept it', async () => {
    expect((await readSize(url({ width: 50 }), { accept: 'image/webp,*/*' })).format).toBe('webp');
    expect((await readSize(url({ width: 50, format: 'origin' }), { accept: 'image/webp' })).format).toBe(
      'jpeg',
    );
  });

  it.each([{ width: 9000 }, { width: -1 }, { quality: 3 }, { resize: 'stretch' }])(
    'is not resized as %j',
    async (wrong) => {
      expect((await get(url(wrong))).status).toBe(400);
    },
  );

  it('is not created from a file that is not an image', async () => {
    const { publicUrl } = open().getPublicUrl('words.jpg', { transform: { width: 10 } }).data;
    expect((await get(publicUrl)).status).toBe(400);
  });

  it('is resized as its signed address was signed, whatever else the address says', async () => {
    const bytes = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await photos().upload(ownPath('face.png'), png(new Uint8Array(bytes)));
    const address = await signAddress('face.png', 60, { transform: { width: 20 } });
    expect(address).toContain('/render/image/sign/');
    expect(await readSize(address)).toMatchObject({ width: 20, height: 10 });
    expect(await readSize(`${address}&width=60`)).toMatchObject({ width: 20, height: 10 });
    const ownPhoto = await photos().download(ownPath('face.png'), { transform: { width: 40 } });
    expect((await sharp(await ownPhoto.data?.arrayBuffer()).metadata()).width).toBe(40);
  });
});
