/** Tests the manual steps of a lead, undoing them, and sending a note once. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { LeadStatus, StaffLeadRow } from '#contract/management-leads.ts';
import * as api from '#features/staff/leads/api.ts';
import { createLeadDetailsStore } from '#features/staff/leads/detail.ts';
import { chatText } from '#features/staff/leads/messages.ts';
import { daysLeft, stepsOf } from '#features/staff/leads/model.ts';

vi.mock(import('#features/staff/leads/api.ts'));

const id = '00000000-0000-4000-8000-000000000001';
const row = (change: Partial<StaffLeadRow> = {}): StaffLeadRow => ({
  lead_id: id,
  name: 'Mei',
  source: 'waitlist_modal',
  status: 'waitlist_conversion_pending',
  original_status: 'waitlist_conversion_pending',
  email: 'mei@example.test',
  phone: '+6591234567',
  created_at: '2026-11-01T00:00:00Z',
  last_activity_at: '2026-11-01T00:00:00Z',
  auto_delete_at: '2026-12-01T00:00:00Z',
  wants: 'holiday_package',
  value_cents: 19_700,
  is_engaged: false,
  order_id: null,
  order_number: null,
  has_verified_match: false,
  may_have_purchased: false,
  notes: 0,
  ...change,
});

it.each<[LeadStatus, Partial<StaffLeadRow>, LeadStatus[]]>([
  ['waitlist_conversion_pending', {}, ['contacted', 'closed']],
  ['waitlist_conversion_pending', { original_status: 'waitlist_whatsapp_joined' }, ['contacted', 'closed']],
  ['contacted', {}, ['closed', 'waitlist_conversion_pending']],
  ['closed', {}, ['contacted', 'waitlist_conversion_pending']],
  ['converted', { order_id: 'o' }, ['waitlist_conversion_pending']],
  ['converted', { order_id: 'o', has_verified_match: true }, []],
  ['new', { original_status: 'new', source: 'birthday_enquiry' }, ['contacted', 'converted', 'closed']],
  ['converted', { original_status: 'new', source: 'birthday_enquiry' }, ['new']],
])('a lead that is %s with %j can become %j', (status, change, steps) =>
  expect(stepsOf(row({ status, ...change }))).toEqual(steps),
);

it('the number of days until deletion is counted, and is never below zero', () => {
  // The lead is deleted on 1 December at 8 am in Singapore.
  expect(daysLeft(row(), Date.parse('2026-11-29T15:59:00Z'))).toBe(2);
  expect(daysLeft(row(), Date.parse('2026-11-29T16:00:00Z'))).toBe(1);
  expect(daysLeft(row(), Date.parse('2026-11-30T16:00:00Z'))).toBe(0);
  expect(daysLeft(row(), Date.parse('2026-12-09T12:00:00Z'))).toBe(0);
});

it('the message is about what the lead asked for', () => {
  expect(chatText(row())).toContain('reserved a spot for our holiday package');
  expect(chatText(row({ source: 'birthday_enquiry', wants: null }))).toContain('birthday party');
  expect(chatText(row({ status: 'contacted' }))).toContain('our last message');
});

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/management/leads', search: `?lead=${id}` });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.mocked(api.fetchLead).mockResolvedValue({
    ok: true,
    value: { lead: row(), task: null, enquiry: null, bought: [], notes: [], events: [] },
  });
});

async function openLead() {
  const lead = createLeadDetailsStore(vi.fn());
  lead.watch();
  await vi.waitFor(() => expect(lead.$view.get().state).toBe('ready'));
  return lead;
}

it('the store sends the status that was shown with each step, and undoes it completely', async () => {
  const lead = await openLead();
  vi.mocked(api.setStatus).mockResolvedValue({ ok: true, value: { lead_id: id, status: 'contacted' } });
  expect(await lead.move({ status: 'contacted', order_id: null }, 'new')).toBe(true);
  expect(vi.mocked(api.setStatus).mock.lastCall).toEqual([id, 'contacted', 'new', null]);
  await lead.move({ status: 'converted', order_id: 'o' }, 'contacted');
  expect(vi.mocked(api.setStatus).mock.lastCall).toEqual([id, 'converted', 'contacted', 'o']);
});

it('the store sends a note again under the same id after a lost answer, and keeps its text until then', async () => {
  const lead = await openLead();
  lead.write(id, 'Asks for Saturdays');
  lead.write(id, 'Asks for Saturdays.');
  vi.mocked(api.note).mockResolvedValueOnce({ ok: false, code: 'unexpected' });
  expect(await lead.note()).toBe(false);
  expect(lead.draftOf(id)).toBe('Asks for Saturdays.');
  vi.mocked(api.note).mockResolvedValue({ ok: true, value: { note_id: 'x' } });
  expect(await lead.note()).toBe(true);
  const [first, second] = vi.mocked(api.note).mock.calls;
  expect(second).toEqual(first);
  expect(lead.draftOf(id)).toBe('');
  expect(await lead.note()).toBe(false);
  expect(vi.mocked(api.note)).toHaveBeenCalledTimes(2);
});
