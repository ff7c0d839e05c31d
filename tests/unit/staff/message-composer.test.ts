/** A message of staff is saved as a draft, its recipients are counted, and it is sent once under one id. */
import { beforeEach, expect, it, vi } from 'vitest';
import * as api from '#features/staff/messages/api.ts';
import { createComposer } from '#features/staff/messages/composer.ts';
import { draftOf, faultsOf, nothingWritten, withSegment } from '#features/staff/messages/model.ts';

vi.mock(import('#features/staff/messages/api.ts'));

const reach = { families: 2, more: false, addresses: 2, left_out: 0, first: [] };
const counts = {
  all: 2,
  left_out: 0,
  sent: 0,
  failed: 0,
  stopped: 0,
  waiting: 2,
  delivered: 0,
  bounced: 0,
  complained: 0,
};
const storage = new Map<string, string>();
beforeEach(() => {
  vi.clearAllMocks();
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.mocked(api.fetchAudiences).mockResolvedValue({
    ok: true,
    value: { sessions: [], camps: [], teams: [] },
  });
  vi.mocked(api.fetchReach).mockResolvedValue({ ok: true, value: reach });
  vi.mocked(api.fetchPreview).mockResolvedValue({ ok: true, value: { subject: 'a', html: '' } });
});

function writeMessage() {
  const onSent = vi.fn();
  const composer = createComposer(onSent);
  composer.open();
  composer.change({ segment: 'active_pass' });
  composer.change({ subject: ' Rain ', body: 'Bring a jacket.' });
  return { composer, onSent };
}

it('says for each field why a message cannot be sent', () => {
  expect(faultsOf(nothingWritten).map(([field]) => field)).toEqual(['audience', 'subject', 'body']);
  const completeMessage = { ...nothingWritten, id: 'a', subject: 'x', body: 'y' };
  expect(faultsOf(completeMessage)).toEqual([]);
  expect(faultsOf({ ...completeMessage, body: 'x'.repeat(5001) })).toEqual([['body', { kind: 'too_long' }]]);
  expect(draftOf({ ...completeMessage, subject: ' x ' })).toMatchObject({
    subject: 'x',
    audience: { id: 'a' },
  });
});

it('allows only news for families without a booking', () => {
  expect(withSegment(nothingWritten, 'past_campers')).toMatchObject({ kind: 'news', id: '' });
  expect(withSegment({ ...nothingWritten, kind: 'news' }, 'camp')).toMatchObject({ kind: 'news' });
});

it('counts the recipients again after a change of audience or kind, but not of the text', async () => {
  const { composer } = writeMessage();
  await vi.waitFor(() => expect(composer.$reach.get()).toEqual({ state: 'ready', value: reach }));
  const callCount = vi.mocked(api.fetchReach).mock.calls.length;
  composer.change({ body: 'Other words.' });
  expect(api.fetchReach).toHaveBeenCalledTimes(callCount);
  composer.change({ kind: 'news' });
  expect(api.fetchReach).toHaveBeenLastCalledWith({ segment: 'active_pass', id: null }, 'news');
});

it('repeats a lost send under the same id, and uses another id for a changed text', async () => {
  const { composer, onSent } = writeMessage();
  vi.mocked(api.sendMessage).mockResolvedValueOnce({ ok: false, code: 'unexpected' });
  await composer.send();
  expect(composer.$outcome.get()).toEqual({ state: 'refused', code: 'unexpected' });
  expect(composer.$message.get().body).toBe('Bring a jacket.');
  vi.mocked(api.sendMessage).mockResolvedValueOnce({ ok: false, code: 'unexpected' });
  await composer.send();
  composer.change({ body: 'Bring a cap.' });
  vi.mocked(api.sendMessage).mockResolvedValueOnce({
    ok: true,
    value: { message_id: 'm', already: false, counts },
  });
  await Promise.all([composer.send(), composer.send()]);
  const ids = vi.mocked(api.sendMessage).mock.calls.map(([id]) => id);
  expect(ids).toHaveLength(3);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(onSent).toHaveBeenCalledExactlyOnceWith('m', false);
});

it('restores the draft after a reload, and deletes it after sending', async () => {
  const { composer } = writeMessage();
  const reopened = createComposer(vi.fn());
  reopened.open();
  expect(reopened.$message.get()).toMatchObject({ subject: ' Rain ', segment: 'active_pass' });
  vi.mocked(api.sendMessage).mockResolvedValue({
    ok: true,
    value: { message_id: 'm', already: true, counts },
  });
  await composer.send();
  expect(storage.size).toBe(0);
});
