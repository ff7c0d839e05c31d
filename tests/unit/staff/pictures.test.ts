// @vitest-environment happy-dom
/** Tests pictures on the staff screen: uploads, signed addresses, and one action at a time per picture. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PICTURE_MOST_BYTES, type PictureDetails, type StaffPicture } from '#contract/pictures.ts';
import { createAddresses } from '#features/staff/pictures/addresses.ts';
import * as api from '#features/staff/pictures/api.ts';
import { pictureList } from '#features/staff/pictures/list.ts';
import { shrinkPicture } from '#browser/shrink-picture.ts';
import { createPictureDetailsStore } from '#features/staff/pictures/detail.ts';
import { createUploads } from '#features/staff/pictures/uploads.ts';

vi.mock(import('#features/staff/pictures/api.ts'));
vi.mock(import('#browser/shrink-picture.ts'));

const id = '00000000-0000-4000-8000-000000000001';
const picture = (name: string) => ({ id, name, shows: 'unsaid', children: [] }) as unknown as PictureDetails;
const savedPicture = { ok: true, value: picture('kept') as StaffPicture } as const;
const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
type SendResult = Awaited<ReturnType<typeof api.sendPicture>>;

let ends: (() => void)[] = [];
beforeEach(() => {
  vi.resetAllMocks();
  history.replaceState(null, '', `/image-repository?picture=${id}`);
  vi.mocked(shrinkPicture).mockImplementation((blob) => Promise.resolve(blob));
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.restoreAllMocks();
});

describe('uploads', () => {
  /** The pending uploads in the order in which they were sent. */
  const waiting: { name: string; sent: (share: number) => void; end: (answer: SendResult) => void }[] = [];
  beforeEach(() => {
    waiting.length = 0;
    vi.mocked(api.sendPicture).mockImplementation(
      ({ name }, sent) => new Promise((end) => waiting.push({ name, sent, end })),
    );
  });
  const begin = () => {
    const onDone = vi.fn<(picture: StaffPicture) => void>();
    const uploads = createUploads(onDone);
    ends.push(uploads.watch());
    const states = () => uploads.$uploads.get().map(({ state }) => state);
    return { uploads, states, onDone };
  };
  const waitFor = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count));

  it('run two at a time, each with its progress, and the next one follows', async () => {
    const { uploads, states, onDone } = begin();
    uploads.add([file('bowl.JPG'), file('ramp.jpeg'), file('rail.png')]);
    await waitFor(2);
    expect(states()).toEqual(['sending', 'sending', 'waiting']);
    waiting[0]?.sent(0.5);
    expect(uploads.$uploads.get()[0]).toMatchObject({ name: 'bowl', sent: 0.5 });
    waiting[1]?.end(savedPicture);
    await waitFor(3);
    expect(states()).toEqual(['sending', 'done', 'sending']);
    expect(onDone).toHaveBeenCalledExactlyOnceWith(savedPicture.value);
  });

  it('continue after one has failed, and retry it as the same picture', async () => {
    const { uploads, states } = begin();
    uploads.add([file('one.jpg'), file('two.jpg')]);
    await waitFor(2);
    waiting[0]?.end({ ok: false, code: 'photo_not_readable' });
    waiting[1]?.end(savedPicture);
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'done']));
    const [failed] = uploads.$uploads.get();
    expect(failed?.code).toBe('photo_not_readable');
    uploads.retry(failed?.id ?? '');
    await waitFor(3);
    const [first, , again] = vi.mocked(api.sendPicture).mock.calls;
    expect(again?.[0].id).toBe(first?.[0].id);
    expect(states()[0]).toBe('sending');
  });

  it('do not send a file that is still too large after shrinking', async () => {
    vi.mocked(shrinkPicture).mockResolvedValue({ size: PICTURE_MOST_BYTES + 1 } as Blob);
    const { uploads, states } = begin();
    uploads.add([file('huge.jpg')]);
    await vi.waitFor(() => expect(states()).toEqual(['failed']));
    expect(uploads.$uploads.get()[0]?.code).toBe('photo_too_large');
    expect(api.sendPicture).not.toHaveBeenCalled();
  });

  it('resume automatically when back online', async () => {
    const { uploads, states } = begin();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    uploads.add([file('park.jpg')]);
    await waitFor(1);
    waiting[0]?.end({ ok: false, code: 'unexpected' });
    await vi.waitFor(() => expect(uploads.$uploads.get()[0]?.code).toBe('offline'));
    dispatchEvent(new Event('online'));
    await waitFor(2);
    waiting[1]?.end(savedPicture);
    await vi.waitFor(() => expect(states()).toEqual(['done']));
  });

  it('warn before leaving while one is running, and drop finished ones when more are added', async () => {
    const { uploads, states } = begin();
    const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    uploads.add([file('one.jpg')]);
    await waitFor(1);
    expect(asks()).toBe(true);
    waiting[0]?.end(savedPicture);
    await vi.waitFor(() => expect(states()).toEqual(['done']));
    expect(asks()).toBe(false);
    uploads.add([file('two.jpg')]);
    expect(uploads.$uploads.get().map(({ name }) => name)).toEqual(['two']);
  });

  it('do not send a file that was removed from the list', async () => {
    const { uploads, states } = begin();
    uploads.add([file('one.jpg'), file('two.jpg'), file('three.jpg')]);
    await waitFor(2);
    uploads.drop(uploads.$uploads.get()[2]?.id ?? '');
    waiting[0]?.end(savedPicture);
    await vi.waitFor(() => expect(states()).toEqual(['done', 'sending']));
    expect(waiting).toHaveLength(2);
  });
});

describe('the signed addresses', () => {
  const until = (ms: number) => new Date(Date.now() + ms).toISOString();
  const answers = (expires_at: string) =>
    vi.mocked(api.fetchAddresses).mockImplementation((ids) =>
      Promise.resolve({
        ok: true,
        value: {
          pictures: ids.map((one) => ({ id: one, url: `/${one}`, small_url: `/s/${one}`, expires_at })),
        },
      }),
    );

  it('are requested once while they are valid, and again shortly before they expire', async () => {
    const { load, $addresses } = createAddresses();
    answers(until(300_000));
    await Promise.all([load(['a', 'b']), load(['a', 'b'])]);
    await load(['a']);
    expect(vi.mocked(api.fetchAddresses).mock.calls).toEqual([[['a', 'b']]]);
    expect($addresses.get()['b']?.small_url).toBe('/s/b');
    answers(until(10_000));
    await load(['c']);
    await load(['c']);
    expect(api.fetchAddresses).toHaveBeenCalledTimes(3);
  });

  it('are requested a hundred at a time, and again after a failure', async () => {
    const { load, $addresses } = createAddresses();
    const manyIds = Array.from({ length: 101 }, (_, n) => String(n));
    vi.mocked(api.fetchAddresses).mockResolvedValueOnce({ ok: false, code: 'unexpected' });
    vi.mocked(api.fetchAddresses).mockResolvedValueOnce({ ok: true, value: { pictures: [] } });
    await load(manyIds);
    expect(vi.mocked(api.fetchAddresses).mock.calls.map(([ids]) => ids.length)).toEqual([100, 1]);
    expect($addresses.get()).toEqual({});
    answers(until(300_000));
    await load(['0']);
    expect(Object.keys($addresses.get())).toEqual(['0']);
  });
});

describe('the list', () => {
  const page = (rows: number, count: number, more = false) =>
    ({
      ok: true,
      value: { rows: Array.from({ length: rows }, (_, n) => picture(String(n))), count, more },
    }) as Awaited<ReturnType<typeof api.fetchPictures>>;

  it('is sorted by name, and pages by offset', async () => {
    const list = pictureList();
    vi.mocked(api.fetchPictures).mockResolvedValueOnce(page(100, 130));
    await list.read();
    vi.mocked(api.fetchPictures).mockResolvedValueOnce(page(30, 130));
    await list.readMore();
    expect(vi.mocked(api.fetchPictures).mock.calls).toEqual([
      [{}, 'name', 0],
      [{}, 'name', 100],
    ]);
    expect(list.$view.get()).toMatchObject({ count: 130, next: null });
  });

  it('continues beyond the counted rows until no more come', async () => {
    const list = pictureList();
    vi.mocked(api.fetchPictures).mockResolvedValueOnce(page(100, 100, true));
    await list.read();
    expect(list.$view.get()).toMatchObject({ next: '100', more: true });
    vi.mocked(api.fetchPictures).mockResolvedValueOnce(page(0, 100, true));
    await list.readMore();
    expect(list.$view.get()).toMatchObject({ next: null });
  });
});

describe('one picture', () => {
  async function openPicture() {
    vi.mocked(api.fetchPicture).mockResolvedValue({ ok: true, value: picture('bowl') });
    const onChanged = vi.fn<(picture: PictureDetails) => void>();
    const detail = createPictureDetailsStore(onChanged);
    ends.push(detail.watch());
    await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
    return { detail, onChanged };
  }

  it('has separate actions for its name, its people and both kinds of deletion', async () => {
    const { detail, onChanged } = await openPicture();
    vi.mocked(api.savePicture).mockResolvedValue({ ok: true, value: picture('ramp') });
    vi.mocked(api.deletePicture).mockResolvedValue({ ok: true, value: picture('ramp') });
    expect(await detail.rename('ramp')).toBe(true);
    expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'saved' });
    await detail.mark('children', ['kai']);
    expect(vi.mocked(api.savePicture).mock.calls).toEqual([
      [id, { name: 'ramp' }],
      [id, { shows: 'children', children: ['kai'] }],
    ]);
    await detail.remove(true);
    expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'deleted' });
    await detail.remove(false);
    expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'restored' });
    expect(vi.mocked(api.deletePicture).mock.calls).toEqual([
      [id, true],
      [id, false],
    ]);
    expect(onChanged).toHaveBeenCalledTimes(5);
  });

  it('is deleted once for two clicks, and shows a refusal', async () => {
    const { detail } = await openPicture();
    vi.mocked(api.deletePicture).mockResolvedValue({ ok: false, code: 'picture_not_found' });
    expect(await Promise.all([detail.remove(true), detail.remove(true)])).toEqual([false, false]);
    expect(api.deletePicture).toHaveBeenCalledTimes(1);
    expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'picture_not_found' });
  });
});
