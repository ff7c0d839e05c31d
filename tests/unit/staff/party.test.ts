// @vitest-environment happy-dom
/**
 * On the staff screen of a party, one action runs at a time against what was shown, and health is read on request
 * only.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PartyFields, PartyDetails, StaffParty } from '#contract/management-parties.ts';
import type { Answer } from '#api/errors.ts';
import * as api from '#features/staff/parties/api.ts';
import { createPartyForm } from '#features/staff/parties/form.ts';
import { doneMessage } from '#features/staff/parties/messages.ts';
import {
  bodyOf,
  draftFrom,
  draftOf,
  faultsOf,
  fieldOf,
  movedIn,
  type PartyDraft,
} from '#features/staff/parties/model.ts';
import { createPartyDetailsStore } from '#features/staff/parties/detail.ts';

vi.mock(import('#features/staff/parties/api.ts'));

const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const partyDetails = (id: string, updated_at = '2026-11-01T00:00:00Z') =>
  ({ party: { party_id: id } as StaffParty, updated_at }) as PartyDetails;
const lines = [{ response_id: 'r', guest: 'Mei', age: 7, details: { allergies: 'Nuts' } }];

beforeEach(() => {
  vi.resetAllMocks();
  history.replaceState(null, '', `/admin/birthday-rsvps?state=over&party=${one}`);
  vi.mocked(api.fetchParty).mockImplementation((id) =>
    Promise.resolve({ ok: true, value: partyDetails(id) }),
  );
});

const waitUntilReady = (detail: ReturnType<typeof createPartyDetailsStore>, id: string) =>
  vi.waitFor(() => expect(detail.$view.get()).toMatchObject({ state: 'ready', id }));
async function openParty() {
  const onChanged = vi.fn<(party: StaffParty) => void>();
  const detail = createPartyDetailsStore(onChanged);
  detail.watch();
  await waitUntilReady(detail, one);
  return { detail, onChanged };
}

describe('the details of a party', () => {
  it('are changed against the displayed version, and read again whatever the result', async () => {
    const { detail, onChanged } = await openParty();
    const body = bodyOf(makeDraft());
    vi.mocked(api.updateParty).mockResolvedValueOnce({ ok: false, code: 'party_changed' });
    vi.mocked(api.fetchParty).mockResolvedValueOnce({
      ok: true,
      value: partyDetails(one, '2026-11-02T00:00:00Z'),
    });
    expect(await detail.change(body, true)).toEqual({ ok: false, code: 'party_changed' });
    expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'party_changed' });
    vi.mocked(api.updateParty).mockResolvedValueOnce({ ok: true, value: { notified: 3 } });
    expect(await detail.change(body, false)).toEqual({ ok: true, value: { notified: 3 } });
    expect(vi.mocked(api.updateParty).mock.calls).toEqual([
      [one, body, '2026-11-01T00:00:00Z', true],
      [one, body, '2026-11-02T00:00:00Z', false],
    ]);
    expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'changed', mails: 3 });
    expect(onChanged).toHaveBeenCalledTimes(3);
  });

  it('name a refused field, so that the form can mark it', async () => {
    const { detail } = await openParty();
    vi.mocked(api.updateParty).mockResolvedValue({ ok: false, code: 'invalid_input', field: 'starts_at' });
    await detail.change(bodyOf(makeDraft()), false);
    expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'invalid_input', field: 'starts_at' });
  });

  it('are cancelled once for two clicks, and can be restored with new e-mails', async () => {
    const { detail } = await openParty();
    vi.mocked(api.cancelParty).mockResolvedValue({ ok: true, value: { status: 'cancelled', notified: 1 } });
    expect(await Promise.all([detail.cancel(), detail.cancel()])).toEqual([true, false]);
    expect(api.cancelParty).toHaveBeenCalledExactlyOnceWith(one);
    vi.mocked(api.restoreParty).mockResolvedValue({ ok: true, value: { status: 'planned', notified: 1 } });
    await detail.restore();
    expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'restored', mails: 1 });
  });

  it('say who got a reminder, or that there was nobody to remind', async () => {
    const { detail } = await openParty();
    const notice = async (whom: 'host' | 'guests', queued: number) => {
      vi.mocked(api.remindParty).mockResolvedValueOnce({ ok: true, value: { queued } });
      await detail.remind(whom);
      const outcome = detail.$outcome.get();
      return outcome?.state === 'done' ? doneMessage(outcome) : outcome?.state;
    };
    expect(await notice('host', 1)).toBe('The e-mail to the host is on the way.');
    expect(await notice('host', 0)).toMatch(/^Nothing was sent/);
    expect(await notice('guests', 2)).toBe('2 e-mails are on the way.');
    expect(vi.mocked(api.remindParty).mock.calls.map(([, whom]) => whom)).toEqual(['host', 'host', 'guests']);
  });

  it('name both answers when staff decide which of two applies', async () => {
    const { detail } = await openParty();
    vi.mocked(api.settleAnswers).mockResolvedValue({ ok: true, value: { counts: 'this' } });
    await detail.settle('second', 'first', 'this');
    expect(api.settleAnswers).toHaveBeenCalledExactlyOnceWith('second', 'first', 'this');
  });

  it('keep the list’s filters in the address when closed', async () => {
    const { detail } = await openParty();
    expect(detail.hrefOf(other)).toBe(`/admin/birthday-rsvps?state=over&party=${other}`);
    detail.close();
    expect(location.search).toBe('?state=over');
    expect(detail.$view.get()).toEqual({ state: 'closed' });
  });
});

describe('health', () => {
  it('is read on request, for all guests or for one answer', async () => {
    const { detail } = await openParty();
    expect(detail.$health.get()).toEqual({ state: 'unread' });
    vi.mocked(api.readAnswerHealth).mockResolvedValue({ ok: true, value: lines });
    await detail.readHealth('r');
    expect(detail.$health.get()).toEqual({ state: 'read', of: 'r', lines });
    vi.mocked(api.readPartyHealth).mockResolvedValueOnce({ ok: false, code: 'rate_limited' });
    await detail.readHealth();
    expect(detail.$health.get()).toEqual({ state: 'failed', code: 'rate_limited' });
    expect(api.readAnswerHealth).toHaveBeenCalledExactlyOnceWith('r');
    expect(api.readPartyHealth).toHaveBeenCalledExactlyOnceWith(one);
  });

  it('is read and logged once for two clicks', async () => {
    const { detail } = await openParty();
    vi.mocked(api.readPartyHealth).mockResolvedValue({ ok: true, value: lines });
    await Promise.all([detail.readHealth(), detail.readHealth()]);
    expect(api.readPartyHealth).toHaveBeenCalledTimes(1);
  });

  it('the health of one party is not shown for another, whose health can be read in between', async () => {
    const { detail } = await openParty();
    vi.mocked(api.readPartyHealth).mockResolvedValueOnce({ ok: true, value: lines });
    await detail.readHealth();
    detail.open(other);
    expect(detail.$health.get()).toEqual({ state: 'unread' });
    await waitUntilReady(detail, other);
    let answerLate: (value: Awaited<ReturnType<typeof api.readPartyHealth>>) => void = () => undefined;
    vi.mocked(api.readPartyHealth).mockReturnValueOnce(new Promise((resolve) => (answerLate = resolve)));
    const first = detail.readHealth();
    detail.open(one);
    await waitUntilReady(detail, one);
    vi.mocked(api.readPartyHealth).mockResolvedValueOnce({ ok: true, value: [] });
    await detail.readHealth();
    answerLate({ ok: true, value: lines });
    await first;
    expect(detail.$health.get()).toEqual({ state: 'read', of: null, lines: [] });
  });
});

function makeDraft(change: Partial<PartyDraft> = {}): PartyDraft {
  return {
    ...draftOf(null),
    title: ' Kai turns eight ',
    host_name: 'Mei',
    host_phone: '9123 4567',
    place: 'Somerset',
    day: '2026-12-05',
    from: '09:30',
    until: '11:30',
    head_count: '12',
    ...change,
  };
}

describe('the form of a party', () => {
  beforeEach(() => void vi.setSystemTime('2026-11-20T00:00:00Z'));

  it('sends times in Singapore time, and null for empty fields', () =>
    expect(bodyOf(makeDraft())).toEqual({
      title: 'Kai turns eight',
      host_name: 'Mei',
      host_email: null,
      host_phone: '+6591234567',
      starts_at: '2026-12-05T09:30:00+08:00',
      ends_at: '2026-12-05T11:30:00+08:00',
      place: 'Somerset',
      head_count: 12,
      offer_id: null,
      form_id: null,
    }));

  it('has no errors when complete', () => expect(faultsOf(makeDraft())).toEqual({}));

  it.each<[string, Partial<PartyDraft>, string[]]>([
    [
      'nothing at all',
      { ...draftOf(null), from: '' },
      ['title', 'host_name', 'place', 'day', 'head_count', 'from'],
    ],
    ['an invalid e-mail address', { host_email: 'mei@' }, ['host_email']],
    ['an invalid phone number', { host_phone: '123' }, ['host_phone']],
    ['no guests', { head_count: '0' }, ['head_count']],
    ['half a guest', { head_count: '1.5' }, ['head_count']],
    ['more than a place holds', { head_count: '201' }, ['head_count']],
    ['a day that is over', { day: '2026-11-19' }, ['day']],
    ['an end before the beginning', { until: '09:00' }, ['until']],
    ['fourteen minutes', { until: '09:44' }, ['until']],
  ])('refuses %s', (_, change, fields) => expect(Object.keys(faultsOf(makeDraft(change)))).toEqual(fields));

  it('lets a started party keep its start, but not move to another past time', () => {
    const begun = makeDraft({ day: '2026-11-19' });
    expect(faultsOf(begun, '2026-11-19T01:30:00Z')).toEqual({});
    expect(faultsOf({ ...begun, from: '09:00' }, '2026-11-19T01:30:00Z')).toEqual({
      day: { kind: 'day_over' },
    });
  });

  it('opened without a change has no change to tell guests about', () => {
    const details = {
      ...partyDetails(one),
      offer_id: null,
      form_id: 'f',
      party: {
        party_id: one,
        title: 'Kai turns eight',
        host_name: 'Mei',
        host_email: null,
        host_phone: '+6591234567',
        starts_at: '2026-12-05T01:30:00Z',
        ends_at: '2026-12-05T03:30:00Z',
        place: 'Somerset',
        head_count: 12,
      } as StaffParty,
    };
    const draft = draftFrom(details);
    expect(draft).toMatchObject({ day: '2026-12-05', from: '09:30', until: '11:30', form_id: 'f' });
    expect(movedIn({ ...draft, title: 'Kai turns 8', place: 'Somerset ' }, draft)).toBe(false);
    expect(movedIn({ ...draft, from: '09:00' }, draft)).toBe(true);
  });

  it.each([
    ['starts_at', 'day'],
    ['ends_at', 'until'],
    ['place', 'place'],
  ])('shows the error at %s in its field %s', (sql, field) => expect(fieldOf(sql)).toBe(field));

  it('is sent once complete, and offers to tell guests only about a new day, time or place', async () => {
    const send = vi.fn<(party: PartyFields, notify: boolean) => Promise<Answer<null>>>();
    send.mockResolvedValue({ ok: true, value: null });
    const form = createPartyForm({ before: makeDraft(), send, onSent: () => undefined });
    form.change({ head_count: '' });
    await form.submit();
    expect(form.$faults.get()).toEqual({ head_count: { kind: 'missing' } });
    form.change({ head_count: '14' });
    await form.submit();
    form.change({ from: '10:00' });
    await form.submit();
    form.change({ notify: false });
    await form.submit();
    expect(send.mock.calls.map(([{ head_count }, notify]) => [head_count, notify])).toEqual([
      [14, false],
      [14, true],
      [14, false],
    ]);
  });

  it('shows a refused time at the day and other refusals above, and keeps the input', async () => {
    const answers: Answer<null>[] = [
      { ok: false, code: 'invalid_input', field: 'starts_at' },
      { ok: false, code: 'party_closed' },
    ];
    const send = () => Promise.resolve(answers.shift() ?? null);
    const form = createPartyForm({ before: makeDraft(), send, onSent: () => undefined });
    form.change({ title: 'Kai is eight' });
    await form.submit();
    expect(form.$faults.get()).toEqual({ day: { kind: 'not_accepted' } });
    await form.submit();
    expect(form.$faults.get()).toEqual({});
    expect(form.$outcome.get()).toMatchObject({ tone: 'bad' });
    expect(form.$values.get().title).toBe('Kai is eight');
  });
});
