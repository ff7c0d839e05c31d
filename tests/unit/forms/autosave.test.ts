// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { Subject } from '#features/forms/api.ts';
import { autosave, rememberToken, tokenOf } from '#features/forms/autosave.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const readSaved = () =>
  browser.api.named('save_form_draft').map(({ body }) => {
    const draft = body['p_draft'] as { token: string | null; body: { values: Record<string, string> } };
    return [draft.token, draft.body.values['name']];
  });
let subject: Subject;

beforeEach(() => {
  subject = { form_id: 'form', form_revision: '1', party_code: 'CODE', token: null };
  browser.api.on('save_form_draft', { body: { token: uuid(5) } });
  vi.useFakeTimers();
});
const start = () => autosave(subject, (token) => (subject.token = token));
const waitForWork = () => vi.advanceTimersByTimeAsync(0);

it('saves the first input at once to get a token, and later input after a pause', async () => {
  const drafts = start();
  drafts.note({ name: 'S' });
  await waitForWork();
  expect(readSaved()).toEqual([[null, 'S']]);
  drafts.note({ name: 'Sa' });
  drafts.note({ name: 'Sar' });
  await vi.advanceTimersByTimeAsync(1_499);
  expect(readSaved()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(readSaved()).toEqual([
    [null, 'S'],
    [uuid(5), 'Sar'],
  ]);
  await drafts.stop();
});

it('saves pending input once when the page is left, with a request that survives the page', async () => {
  const drafts = start();
  drafts.note({ name: 'S' });
  await waitForWork();
  drafts.note({ name: 'Sarah' });
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readSaved()).toEqual([
    [null, 'S'],
    [uuid(5), 'Sarah'],
  ]);
  await drafts.stop();
});

it('retries a failed save when back online', async () => {
  browser.api.on('save_form_draft', 'network failure');
  const drafts = start();
  drafts.note({ name: 'Sarah' });
  await waitForWork();
  browser.api.on('save_form_draft', { body: { token: uuid(5) } });
  window.dispatchEvent(new Event('online'));
  await waitForWork();
  expect(readSaved()).toEqual([
    [null, 'Sarah'],
    [null, 'Sarah'],
  ]);
  expect(subject.token).toBe(uuid(5));
  await drafts.stop();
});

it('saves nothing more after the form is submitted', async () => {
  const drafts = start();
  drafts.note({ name: 'S' });
  await waitForWork();
  drafts.note({ name: 'Sarah' });
  await drafts.stop();
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readSaved()).toEqual([[null, 'S']]);
});

it('stores tokens by form and party', () => {
  rememberToken(subject, uuid(7));
  expect(tokenOf(subject)).toBe(uuid(7));
  expect(tokenOf({ ...subject, party_code: 'OTHER' })).toBeNull();
});
