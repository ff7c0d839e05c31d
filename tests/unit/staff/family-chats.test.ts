/** Tests the prepared text for a family, and the contents of the address and the copied numbers. */
import { expect, test } from 'vitest';
import type { ChatFamily, FamilyChats } from '#contract/family-chats.ts';
import {
  actionMessages,
  cancelledDaysText,
  chatText,
  familyName,
  firstText,
  messages,
} from '#features/staff/family-chats/messages.ts';
import { canUndo, numbersText, readList, withMore, withSent } from '#features/staff/family-chats/model.ts';

const [a, b] = ['6f1c1a52-0000-4000-8000-000000000001', '6f1c1a52-0000-4000-8000-000000000002'];
const session = (id: string, class_type: string) => ({
  id,
  camp: null,
  reason: 'Heavy rain',
  cancelled_days: [],
  session: {
    session_id: id,
    class_type,
    team: 'red' as const,
    location_name: 'Somerset',
    location_address: null,
    session_date: '2026-11-28',
    session_time: '10:30:00',
    starts_at: '2026-11-28T10:30:00+08:00',
    ends_at: '2026-11-28T11:30:00+08:00',
    coach_name: null,
  },
});
const mei = { profile_id: 'p1', name: 'Mei', phone: '+6591234567', sent: null, sendings: [], whatsapp: null };
const ravi = { profile_id: 'p2', name: 'Ravi', phone: null, sent: null, sendings: [], whatsapp: null };
const family: ChatFamily = {
  family_id: 'f1',
  entry_id: null,
  children: [
    { name: 'Kai Tan', given_name: 'Kai', place_ids: [a] },
    { name: 'Lin Tan', given_name: 'Lin', place_ids: [a, b] },
  ],
  parents: [mei, ravi],
};
const chats = (more: Partial<FamilyChats> = {}): FamilyChats => ({
  occasion: 'cancelled',
  at: '2026-11-28T08:00:00+08:00',
  more: false,
  message: null,
  places: [session(a, 'White Otter A'), session(b, 'Red Otter')],
  families: [family],
  ...more,
});

test('the message names parent, children, class, base, day and reason of each cancelled class', () => {
  expect(chatText(chats(), family, mei, firstText(chats()))).toBe(
    [
      'Hello Mei, this is Otter Trails. We are sorry: we had to cancel this.',
      'Kai and Lin: White Otter A, Somerset, Sat 28 Nov 2026, 10.30 am (Heavy rain)\nLin: Red Otter, Somerset, Sat 28 Nov 2026, 10.30 am (Heavy rain)',
      'Our e-mail explains what happens next. Can we help?',
    ].join('\n\n'),
  );
});

test('a notice never says that a class was cancelled, and a long message is only announced', () => {
  const notice = chats({ occasion: 'notice' });
  expect(chatText(notice, family, mei, 'We start as planned.')).not.toMatch(/cancel|Heavy rain/);
  const message = { subject: 'New base', body: 'x'.repeat(1001) };
  expect(firstText(chats({ occasion: 'message', message }))).toBe(
    'New base. Please read the details in our e-mail.',
  );
  expect(firstText(chats({ occasion: 'message', message: { ...message, body: 'Short' } }))).toBe('Short');
});

test('each action names the parent, the children, the base and the day', () => {
  const about = familyName(family, chats().places);
  expect(actionMessages.markOf('Mei', about)).toBe(
    'Mark as sent to Mei, parent of Kai Tan and Lin Tan, White Otter A, Somerset, Sat 28 Nov 2026, 10.30 am, Red Otter, Somerset, Sat 28 Nov 2026, 10.30 am',
  );
});

test('the copied numbers leave out parents without one, and a tick belongs to one parent', () => {
  expect(numbersText([family])).toBe('Mei (Kai Tan, Lin Tan): +65 9123 4567');
  const sent = { mark_id: 'm', at: chats().at, by: 'Ana', undo_until: '2026-11-28T08:10:00+08:00' };
  const [marked] = withSent(chats(), family, ravi, sent).families;
  expect(marked?.parents.map((parent) => parent.sent)).toEqual([null, sent]);
  expect(messages.count(marked ? [marked] : [])).toBe('1 of 1 family written to');
  expect(canUndo(sent, Date.parse('2026-11-28T08:09:59+08:00'))).toBe(true);
  expect(canUndo(sent, Date.parse('2026-11-28T08:10:00+08:00'))).toBe(false);
});

test.each([
  [`?place=${a},${b}`, { placeIds: [a, b] }],
  [`?message=${a}`, { messageId: a }],
  ['?place=x', null],
  [`?place=${a},`, null],
  ['?message=%27', null],
  ['', null],
])('the list is read from the address %s, or refused', (search, list) =>
  expect(readList(search)).toEqual(list),
);

test('the next page adds the families that are not listed yet', () => {
  const next = { ...family, family_id: 'f2' };
  const waits = { ...family, family_id: null, entry_id: 'e1' };
  const all = withMore(chats({ more: true }), chats({ families: [family, next, waits] }));
  expect([all.families, all.more]).toEqual([[family, next, waits], false]);
});

test('after days of a camp were cancelled, the first text says so, and never that we still watch the rain', () => {
  const days = [
    { day: '2026-12-09', reason: 'Haze' },
    { day: '2026-12-10', reason: 'Haze' },
  ];
  const camp = { ...session(a, 'Spark Camp'), reason: null, cancelled_days: days };
  const one = chats({ occasion: 'notice', places: [camp] });
  expect(firstText(one)).toBe(
    'We are sorry, there is no camp on Wed 9 Dec and Thu 10 Dec (Haze). Our e-mail explains what happens next. Can we help?',
  );
  expect(cancelledDaysText(one)?.[0]).toBe('No camp on Wed 9 Dec and Thu 10 Dec');
  // Other families of the list have camp on that day.
  const other = { ...session(b, 'Red Otter'), reason: null };
  expect(firstText(chats({ occasion: 'notice', places: [camp, other] }))).toContain('It is raining.');
  expect(firstText(chats({ occasion: 'cancelled', places: [camp] }))).toContain('what happens next');
});
