/** Photos of a camp's day wait on the device until they are sent, and faces are blurred for good. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseRoster, saveEntry } from '#browser/saved-roster.ts';
import { deleteStaffData } from '#features/staff/roster/offline-roster.ts';
import { blurBox, clipBox } from '#features/staff/roster/photos/blur.ts';
import { createCampPhotos } from '#features/staff/roster/photos/store.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

/** The browser's database in memory. */
const database = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: (key: string) => Promise.resolve(database.get(key)),
  set: (key: string, value: unknown) => Promise.resolve(void database.set(key, value)),
  del: (key: string) => Promise.resolve(void database.delete(key)),
  delMany: (keys: string[]) => Promise.resolve(keys.map((key) => database.delete(key))),
  entries: () => Promise.resolve([...database]),
  clear: () => {
    database.clear();
    return Promise.resolve();
  },
}));
// The page's timer is not needed, because opening sends at once.
vi.mock('#browser/refresh.ts', () => ({ refreshWhileVisible: () => () => undefined }));
const countSaved = () => [...database.keys()].filter((name) => name.startsWith('photo ')).length;

const browser = fakeBrowser();
const photo = {
  campId: 'camp-1',
  day: '2030-01-12',
  childIds: ['kai', 'mia'],
  withoutIds: ['leo'],
  others: 'blurred' as const,
};
const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256);
const jpeg = new Blob([bytes], { type: 'image/jpeg' });
const tonight = () => Date.now() + 3_600_000;

beforeEach(async () => {
  storeSession({ id: 'coach-1' });
  await eraseRoster();
});
const sent = () => browser.api.named('camp-photos');

it('a photo waits on the device, is sent with its children, and is then gone from it', async () => {
  browser.api.on('camp-photos', 'network failure');
  const photos = createCampPhotos('coach-1');
  await photos.add(photo, jpeg, tonight());
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(photos.$waiting.get()).toHaveLength(1);
  expect(photos.$canSave.get()).toBe(true);
  expect(countSaved()).toBe(1);
  // What is saved is encrypted.
  const [entry] = [...database].filter(([name]) => name.startsWith('photo ')).map(([, value]) => value);
  expect(JSON.stringify(entry)).not.toMatch(/kai|camp-1/);

  // The page was closed. Only the same person gets the photo back.
  browser.api.on('camp-photos', { body: { stored: true } });
  const other = createCampPhotos('coach-2');
  const reopened = createCampPhotos('coach-1');
  const stop = reopened.open();
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  stop();
  expect(other.$waiting.get()).toEqual([]);
  const address = new URL(sent()[1]?.url ?? '');
  expect(address.searchParams.getAll('child_id')).toEqual(['kai', 'mia']);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    camp_id: 'camp-1',
    day: '2030-01-12',
    without_id: 'leo',
    others: 'blurred',
  });
  await vi.waitFor(() => expect(countSaved()).toBe(0));
  expect(reopened.$waiting.get()).toEqual([]);
});

it.each([
  ['photo_consent_missing', 409, 'withdrawn its consent'],
  ['not_allowed', 403, 'no longer coach'],
])(
  'a photo that is refused for good (%s) is deleted from the device, with the reason',
  async (code, status, text) => {
    browser.api.on('camp-photos', { status, body: { code } });
    const photos = createCampPhotos('coach-1');
    await photos.add(photo, jpeg, tonight());
    await vi.waitFor(() =>
      expect(photos.$failedSubmits.get()).toEqual([expect.stringContaining(text) as string]),
    );
    expect(photos.$waiting.get()).toEqual([]);
    await vi.waitFor(() => expect(countSaved()).toBe(0));
  },
);

it('a photo waits for another confirmation if a child without consent came later, and is then sent', async () => {
  browser.api.on('camp-photos', {
    status: 409,
    body: { code: 'photo_consent_missing', field: 'p_without_ids' },
  });
  const photos = createCampPhotos('coach-1');
  await photos.add(photo, jpeg, tonight());
  await vi.waitFor(() => expect(photos.$waiting.get()).toMatchObject([{ confirmAgain: true }]));
  await vi.waitFor(() => expect(photos.$isSending.get()).toBe(false));
  expect(photos.$failedSubmits.get()).toEqual([]);
  expect(countSaved()).toBe(1);
  expect(sent()).toHaveLength(1);

  browser.api.on('camp-photos', { body: { stored: true } });
  const [waiting] = photos.$waiting.get();
  if (!waiting) throw new Error('no photo waits');
  await photos.confirm(waiting, { ...photo, withoutIds: ['leo', 'newcomer'] }, jpeg);
  await vi.waitFor(() => expect(photos.$waiting.get()).toEqual([]));
  const { searchParams } = new URL(sent()[1]?.url ?? '');
  expect(searchParams.getAll('without_id')).toEqual(['leo', 'newcomer']);
  expect(searchParams.get('photo_id')).toBe(waiting.id);
});

it('numbers of another day are not shown until they are read', async () => {
  const count = {
    camp_id: 'camp-1',
    photos: 3,
    children: 2,
    tagged: 1,
    without_consent: 0,
    without_photo: [],
  };
  browser.api.on('get_camp_photo_counts', { body: [count] });
  const photos = createCampPhotos('coach-1');
  photos.showDay('2030-01-12');
  await vi.waitFor(() => expect(photos.$counts.get()).toEqual([count]));
  browser.api.on('get_camp_photo_counts', 'network failure');
  photos.showDay('2030-01-13');
  expect(photos.$counts.get()).toBeNull();
});

it.each([
  ['not_allowed', ['late', 'expired'], []],
  ['unknown', ['late', 'expired'], ['late']],
] as const)('photos on the device of somebody without access (%s)', async (reason, saved, left) => {
  for (const id of saved)
    await saveEntry(`photo ${id}`, 'coach-1', {}, id === 'late' ? tonight() : Date.now() - 1);
  await deleteStaffData(reason);
  expect([...database.keys()].filter((name) => name.startsWith('photo '))).toEqual(
    left.map((id) => `photo ${id}`),
  );
});

it('a photo that could not be sent by the end of the next day is deleted', async () => {
  browser.api.on('camp-photos', 'network failure');
  const photos = createCampPhotos('coach-1');
  await photos.add(photo, jpeg, Date.now() - 86_400_001);
  await vi.waitFor(() => expect(photos.$waiting.get()).toEqual([]));
  expect(photos.$failedSubmits.get()).toEqual([expect.stringContaining('too old to send')]);
  expect(sent()).toEqual([]);
  expect(countSaved()).toBe(0);
});

describe('a blurred box', () => {
  const picture = (color: (x: number, y: number) => number) => {
    const [width, height] = [40, 30];
    const data = new Uint8ClampedArray(width * height * 4).fill(255);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) data.fill(color(x, y), (y * width + x) * 4, (y * width + x) * 4 + 3);
    return { data, width, height };
  };
  const box = { x: 10, y: 5, width: 20, height: 20 };

  it('has one colour per block, and leaves the rest as it was', () => {
    const before = picture((x, y) => (x * 7 + y * 13) % 256);
    const after = { ...before, data: before.data.slice() };
    blurBox(after, box);
    const at = ({ data, width }: typeof before, x: number, y: number) => data[(y * width + x) * 4];
    const colors = new Set<number | undefined>();
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 40; x++)
        if (x >= 10 && x < 30 && y >= 5 && y < 25) colors.add(at(after, x, y));
        else expect(at(after, x, y)).toBe(at(before, x, y));
    expect(colors.size).toBeLessThanOrEqual(25);
    expect(at(after, 10, 5)).toBe(at(after, 13, 8));
  });

  it('is the same for different faces of the same brightness, so that nothing can be calculated back', () => {
    const [one, other] = [
      picture((x) => (x % 2 === 0 ? 0 : 200)),
      picture((_, y) => ((y + 1) % 2 === 0 ? 0 : 200)),
    ];
    expect(one.data).not.toEqual(other.data);
    for (const each of [one, other]) blurBox(each, { x: 0, y: 0, width: 40, height: 30 });
    expect(one.data).toEqual(other.data);
  });

  it.each([
    [
      { x: -10, y: -10, width: 20, height: 20 },
      { x: 0, y: 0, width: 10, height: 10 },
    ],
    [
      { x: 35.5, y: 25.5, width: 100, height: 100 },
      { x: 35, y: 25, width: 5, height: 5 },
    ],
    [
      { x: 50, y: 50, width: 10, height: 10 },
      { x: 50, y: 50, width: 0, height: 0 },
    ],
  ])('is cut at the edge of the picture: %o', (drawn, inside) => {
    expect(clipBox(drawn, { width: 40, height: 30 })).toEqual(inside);
    expect(() =>
      blurBox(
        picture(() => 9),
        drawn,
      ),
    ).not.toThrow();
  });
});
