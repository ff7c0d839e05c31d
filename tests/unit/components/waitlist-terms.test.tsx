// @vitest-environment happy-dom
import type { WaitlistView } from '#contract/waitlists.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import Entry from '#features/waitlist/Entry.tsx';
import { createJoinForm } from '#features/waitlist/form.ts';
import { JoinForm } from '#features/waitlist/JoinForm.tsx';
import { createWaitlist } from '#features/waitlist/store.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { secret, uuid } from '#support/unit/examples.ts';

fakeBrowser();
afterEach(cleanup);

const nothing = { entry: null, session: null, camp: null, confirm: null };
const pass = (id: string, title: string, price_cents: number, details: object) => ({
  id,
  kind: 'pass',
  title,
  price_cents,
  details,
});
const place = {
  kind: 'session' as const,
  id: uuid(101),
  what: 'Team Red',
  when: 'Sat 28 Nov',
  where: 'Somerset',
  spotsLeft: 0,
  offers: [
    pass('pass-flexi', 'Flexi', 16_700, { sessions: 4, validity_days: 28, renews: true }),
    pass('pass-term', 'Term', 69_700, { sessions: 18, validity_days: 130 }),
  ],
};

it('shows how the chosen pass ends or renews before the family joins', async () => {
  const form = createJoinForm(place, () => undefined);
  form.open(form.$saved.get());
  render(<JoinForm form={form} />);
  const field = screen.getByLabelText('Which pass would you book with?');
  const terms = () => field.parentElement?.textContent;
  await screen.findByText('Renews every 4 weeks, S$167, stop any time');
  await userEvent.selectOptions(field, 'Term, S$697');
  expect(terms()).toContain('Paid once, nothing renews. Unused sessions end after 130 days');
  expect(terms()).not.toContain('Renews every');
});

const view = (over: Partial<WaitlistView>): WaitlistView => ({
  entry_id: uuid(1),
  status: 'offered',
  places: 1,
  position: null,
  offer_id: 'pass-flexi',
  offer_expires_at: null,
  session: null,
  camp: null,
  server_time: '2026-11-20T04:00:00Z',
  children: [{ id: null, name: 'Zara', dob: null, is_friend: false }],
  ...over,
});
async function show(over: Partial<WaitlistView>): Promise<string> {
  const waitlist = createWaitlist(nothing);
  render(
    <Entry
      waitlist={waitlist}
      entry={view(over)}
      secret={secret}
      clockOffsetMs={0}
      hasJoined={false}
      isFromMail={false}
    />,
  );
  if ((over.status ?? 'offered') === 'offered') await screen.findByText(/^After that/);
  return document.body.textContent;
}
const flexi = { price_cents: 16_700, sessions: 4, validity_days: 28, renews: true };
const camp = { price_cents: 54_900, sessions: null, validity_days: null, renews: false };

it('shows price and renewal of an offer before its button', async () => {
  const words = await show({ terms: flexi });
  const at = words.indexOf('S$167Renews every 4 weeks, S$167, stop any time');
  expect(at).toBeGreaterThan(0);
  expect(words.indexOf('Book the spot now')).toBeGreaterThan(at);
});

it('shows the price per child for several places, no renewal for a camp, and no price without an offer', async () => {
  const words = await show({ terms: camp, places: 2 });
  expect(words).toContain('S$549 for each child, before any rebate');
  expect(words).not.toMatch(/renews/i);
  cleanup();
  expect(await show({ terms: null })).not.toContain('S$');
});

it.each([
  ['accepted', 1, 'Your spot is in the checkout', 'We hold it while'],
  ['accepted', 2, 'Your spots are in the checkout', 'We hold them while'],
  ['declined', 1, 'You declined the offer', 'The spot is now open to others'],
  ['declined', 2, 'You declined the offer', 'The spots are now open to others'],
  ['lapsed', 1, 'Time’s up', 'The spot was held for you'],
  ['lapsed', 2, 'Time’s up', 'The spots were held for you'],
] as const)('shows the status “%s” for %i children', async (status, places, title, text) => {
  expect(await show({ status, places })).toContain(text);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
});

it.each([
  [1, 'After that, it goes to others', 'The spot goes to the next family at once'],
  [2, 'After that, they go to others', 'The spots go to the next family at once'],
])('says what happens if %i places are declined', async (places, next, text) => {
  expect(await show({ places })).toContain(next);
  await userEvent.click(screen.getByRole('button', { name: 'No, thank you' }));
  expect(document.body.textContent).toContain(text);
});

const session = {
  session_id: uuid(7),
  session_date: '2026-11-28',
  session_time: '10:30:00',
  starts_at: '2026-11-28T02:30:00Z',
  ends_at: '2026-11-28T03:30:00Z',
  coach_name: null,
  class_type: 'Red Otter A',
  team: 'red' as const,
  location_name: 'Somerset',
  location_address: null,
};
const children = ['Zara', 'Kai'].map((name) => ({ id: null, name, dob: null, is_friend: false }));
it.each([
  ['waiting', 'Leave the waitlist', 'Leave the waitlist?'],
  ['offered', 'No, thank you', 'Decline the spots?'],
] as const)(
  'names children, class, base and day before somebody who is %s gives a spot up',
  async (status, name, title) => {
    await show({ status, session, children, places: 2, position: status === 'waiting' ? 1 : null });
    await userEvent.click(screen.getByRole('button', { name }));
    const questionText = screen.getByText(title).parentElement?.textContent;
    expect(questionText).toContain('Zara and Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am');
  },
);
