import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from './api-fixtures/start.ts';
import { createStorage, joinAs, type Parent, png } from './api-fixtures/storage.ts';

let api: TestApi;
let ann: Parent;
let bob: Parent;
let coach: Parent;
beforeAll(async () => {
  api = await createStorage();
  [ann, bob, coach] = await Promise.all([
    joinAs(api, 'ann@example.test'),
    joinAs(api, 'bob@example.test'),
    joinAs(api, 'cat@example.test'),
  ]);
  await api.database.sql`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role":"coach"}'
    where id = ${coach.id}`;
  await coach.client.auth.refreshSession();
});
afterAll(() => api.stop());

const photos = (parent: Pick<Parent, 'client'>) => parent.client.storage.from('photos');
const ownPath = (name: string) => `${ann.id}/${name}`;
const put = async (name: string, content = 'otter') => {
  const { error } = await photos(ann).upload(name, png(content), { upsert: true });
  if (error) throw error;
};
const readRow = async (name: string) =>
  (await api.database.sql`select * from storage.objects where name = ${name}`)[0];

describe('a private file', () => {
  it('is stored with its type, its time and its owner, and comes back byte for byte', async () => {
    const bytes = new Uint8Array([0, 1, 2, 255, 0]);
    const { data, error } = await photos(ann).upload(ownPath('first.png'), png(bytes), {
      metadata: { by: 'ann' },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ path: ownPath('first.png'), fullPath: `photos/${ownPath('first.png')}` });
    expect(await readRow(ownPath('first.png'))).toMatchObject({
      owner: ann.id,
      owner_id: ann.id,
      metadata: { mimetype: 'image/png', size: 5, cacheControl: 'max-age=3600' },
      user_metadata: { by: 'ann' },
    });
    const { data: file } = await photos(ann).download(ownPath('first.png'));
    expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(bytes);
    expect(file?.type).toBe('image/png');
    const { data: info } = await photos(ann).info(ownPath('first.png'));
    expect(info).toMatchObject({ size: 5, contentType: 'image/png', cacheControl: 'max-age=3600' });
    expect((await photos(ann).exists(ownPath('first.png'))).data).toBe(true);
  });

  it('may be sent as a plain body too', async () => {
    const { error } = await photos(ann).upload(ownPath('plain.png'), new Uint8Array([7]), {
      contentType: 'image/png',
      cacheControl: '60',
    });
    expect(error).toBeNull();
    expect(await readRow(ownPath('plain.png'))).toMatchObject({
      metadata: { mimetype: 'image/png', size: 1, cacheControl: 'max-age=60' },
    });
  });

  it('is overwritten only on request', async () => {
    await put(ownPath('twice.png'), 'one');
    const secondUpload = await photos(ann).upload(ownPath('twice.png'), png('two'));
    expect(secondUpload.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    expect((await photos(ann).update(ownPath('twice.png'), png('three'))).error).toBeNull();
    expect(await (await photos(ann).download(ownPath('twice.png'))).data?.text()).toBe('three');
  });
});

describe('policies', () => {
  it.each([
    ['a visitor', () => ({ client: api.client() })],
    ['another parent', () => bob],
  ])('refuse %s', async (_, who) => {
    await put(ownPath('secret.png'));
    const other = photos(who());
    const missing = { statusCode: '404' };
    expect((await other.download(ownPath('secret.png'))).data).toBeNull();
    expect((await other.info(ownPath('secret.png'))).error).toMatchObject(missing);
    expect((await other.createSignedUrl(ownPath('secret.png'), 60)).error).toMatchObject(missing);
    expect((await other.move(ownPath('secret.png'), 'stolen.png')).error).toMatchObject(missing);
    expect((await other.copy(ownPath('secret.png'), 'stolen.png')).error).toMatchObject(missing);
    expect((await other.list(ann.id)).data).toEqual([]);
    expect((await other.remove([ownPath('secret.png')])).data).toEqual([]);
    const denied = { statusCode: '403' };
    expect((await other.upload(ownPath('planted.png'), png())).error).toMatchObject(denied);
    expect((await other.upload(ownPath('secret.png'), png(), { upsert: true })).error).toMatchObject(denied);
    expect((await other.createSignedUploadUrl(ownPath('planted.png'))).error).toMatchObject(denied);
    expect(await (await photos(ann).download(ownPath('secret.png'))).data?.text()).toBe('otter');
    expect(await readRow(ownPath('planted.png'))).toBeUndefined();
  });

  it('let a coach read but not write', async () => {
    await put(ownPath('seen.png'));
    expect(await (await photos(coach).download(ownPath('seen.png'))).data?.text()).toBe('otter');
    expect((await photos(coach).remove([ownPath('seen.png')])).data).toEqual([]);
    expect((await photos(coach).update(ownPath('seen.png'), png('painted'))).error).not.toBeNull();
    expect((await photos(coach).move(ownPath('seen.png'), ownPath('moved.png'))).error).not.toBeNull();
    expect(await (await photos(ann).download(ownPath('seen.png'))).data?.text()).toBe('otter');
  });

  it('do not apply to the service key', async () => {
    await put(ownPath('for-all.png'));
    const { data } = await api.service().storage.from('photos').download(ownPath('for-all.png'));
    expect(await data?.text()).toBe('otter');
  });

  it('refuse a token with another signature or an unknown role', async () => {
    await put(ownPath('token.png'));
    const claims = { sub: ann.id };
    for (const token of [
      await api.token(claims, 'a secret that somebody else thought of'),
      await api.token({ ...claims, exp: 1 }),
      await api.token({ ...claims, role: 'supabase_storage_admin' }),
    ]) {
      const { data } = await api.client({ token }).storage.from('photos').download(ownPath('token.png'));
      expect(data).toBeNull();
    }
  });

  it('do not let anybody delete rows without their files', async () => {
    await put(ownPath('row.png'));
    await expect(
      api.database.sql`delete from storage.objects where name = ${ownPath('row.png')}`,
    ).rejects.toThrow('Direct deletion from storage tables is not allowed');
  });
});

describe('an upload', () => {
  it.each([
    ['of another type', new Blob(['x'], { type: 'text/html' }), '415'],
    ['too large', new Blob([new Uint8Array(4097)], { type: 'image/png' }), '413'],
  ])('cannot be %s', async (_, file, statusCode) => {
    const { error } = await photos(ann).upload(ownPath('wrong.png'), file);
    expect(error).toMatchObject({ statusCode });
    const upload = await photos(ann).upload(ownPath('wrong.png'), await file.arrayBuffer(), {
      contentType: file.type,
    });
    expect(upload.error).toMatchObject({ statusCode });
    expect(await readRow(ownPath('wrong.png'))).toBeUndefined();
  });

  it.each([
    '%2e%2e%2fescape.png',
    'a%2f..%2f..%2fescape.png',
    'snow%E2%98%83.png',
    'nul%00.png',
    'half%E2.png',
  ])('cannot have a name like %s', async (name) => {
    const token = (await ann.client.auth.getSession()).data.session?.access_token ?? '';
    const answer = await fetch(`${api.url}/storage/v1/object/photos/${ann.id}%2f${name}`, {
      method: 'POST',
      headers: { apikey: api.keys.anon, authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: 'x',
    });
    expect(await answer.json()).toMatchObject({ error: 'InvalidKey' });
  });

  it('cannot bring its own headers', async () => {
    const form = new FormData();
    form.append('cacheControl', '1\r\nset-cookie: a=b');
    form.append('', png());
    const token = (await ann.client.auth.getSession()).data.session?.access_token ?? '';
    const answer = await fetch(`${api.url}/storage/v1/object/photos/${ownPath('header.png')}`, {
      method: 'POST',
      headers: { apikey: api.keys.anon, authorization: `Bearer ${token}` },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ error: 'InvalidRequest' });
  });

  it('needs an existing bucket', async () => {
    const { error } = await ann.client.storage.from('nowhere').upload('a.png', png());
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
  });
});

describe('listing', () => {
  it('combines folders, once each, before it counts', async () => {
    const dan = await joinAs(api, 'dan@example.test');
    const names = [
      'b.png',
      'a.png',
      ...Array.from({ length: 12 }, (_, n) => `deep/${n}.png`),
      'a_b/c.png',
      'aXb/c.png',
    ];
    for (const name of names) await photos(dan).upload(`${dan.id}/${name}`, png());
    const list = async (options = {}, folder = '') =>
      (await photos(dan).list(`${dan.id}${folder}`, options)).data?.map(({ name }) => name);
    expect(await list()).toEqual(['a.png', 'aXb', 'a_b', 'b.png', 'deep']);
    expect(await list({ limit: 2, offset: 1 })).toEqual(['aXb', 'a_b']);
    expect(await list({ sortBy: { column: 'name', order: 'desc' }, limit: 1 })).toEqual(['deep']);
    expect(await list({ search: 'a_' })).toEqual(['a_b']);
    expect(await list({}, '/deep')).toHaveLength(12);
    const { data } = await photos(dan).list(dan.id);
    expect(data?.find(({ name }) => name === 'deep')).toMatchObject({ id: null, metadata: null });
    expect(data?.find(({ name }) => name === 'a.png')).toMatchObject({ metadata: { mimetype: 'image/png' } });
    expect((await photos(dan).list('')).data?.map(({ name }) => name)).toEqual([dan.id]);
    const wrong = await photos(dan).list(dan.id, { sortBy: { column: 'owner', order: 'asc' } });
    expect(wrong.error).not.toBeNull();
  });
});

describe('moving, copying, removing', () => {
  it('moves the file too, and never over another one', async () => {
    await put(ownPath('from.png'), 'moving');
    await put(ownPath('there.png'), 'there');
    expect((await photos(ann).move(ownPath('from.png'), ownPath('there.png'))).error).toMatchObject({
      statusCode: '409',
    });
    expect((await photos(ann).move(ownPath('from.png'), ownPath('to.png'))).error).toBeNull();
    expect(await (await photos(ann).download(ownPath('to.png'))).data?.text()).toBe('moving');
    expect((await photos(ann).download(ownPath('from.png'))).data).toBeNull();
    const copied = await photos(ann).copy(ownPath('to.png'), ownPath('copy.png'));
    expect(copied.data?.path).toBe(`photos/${ownPath('copy.png')}`);
    const { data: removed } = await photos(ann).remove([ownPath('to.png'), ownPath('never.png')]);
    expect(removed?.map(({ name }) => name)).toEqual([ownPath('to.png')]);
    expect(await (await photos(ann).download(ownPath('copy.png'))).data?.text()).toBe('moving');
    expect((await photos(ann).download(ownPath('to.png'))).data).toBeNull();
  });
});

describe('buckets', () => {
  it('are managed by the service only', async () => {
    const { storage } = api.service();
    expect((await storage.createBucket('papers', { public: false, fileSizeLimit: '2KB' })).error).toBeNull();
    expect((await storage.getBucket('papers')).data).toMatchObject({ public: false, file_size_limit: 2048 });
    expect((await storage.createBucket('papers')).error).toMatchObject({ statusCode: '409' });
    await storage.from('papers').upload('a.txt', new Blob(['a'], { type: 'text/plain' }));
    expect((await storage.deleteBucket('papers')).error).not.toBeNull();
    expect((await storage.updateBucket('papers', { public: true })).error).toBeNull();
    expect((await storage.emptyBucket('papers')).error).toBeNull();
    expect((await storage.deleteBucket('papers')).error).toBeNull();
    expect((await storage.listBuckets()).data?.map(({ id }) => id)).toEqual([
      'camp-photos',
      'child-photos',
      'open',
      'photos',
      'pictures',
    ]);
    expect((await ann.client.storage.listBuckets()).data).toEqual([]);
    expect((await ann.client.storage.createBucket('hers')).error).toMatchObject({ statusCode: '403' });
    expect((await api.client().storage.deleteBucket('photos')).error).not.toBeNull();
  });
});
