// @vitest-environment happy-dom
/** An action that a family cannot undo needs a second click. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { $photos } from '#api/family-photos.ts';
import { PhotoField } from '#features/family/child/PhotoField.tsx';
import { createSecondParent } from '#features/family/parents/second/second-parent.ts';
import { Invite } from '#features/family/parents/second/Invite.tsx';
import { familyCalendar } from '#api/calendar-links.ts';
import { createCalendar } from '#ui/calendar-link/calendar.ts';
import { CalendarCard } from '#ui/calendar-link/CalendarCard.tsx';
import { createToday } from '#features/family/today/store.ts';
import { WaitlistEntries } from '#features/family/today/waiting/WaitlistEntries.tsx';
import { family, waiting } from '../family/examples.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
beforeEach(() => {
  storeSession({ id: 'parent-1' });
  $photos.set({ kai: 'https://storage.test/kai' });
  browser.api.on('get_family_dashboard', { body: family });
});
afterEach(cleanup);

const kai = 'Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 9.00 am';
const waitingEntry = (
  <WaitlistEntries names={['Kai']} today={createToday()} waiting={[waiting()]} isSaved={false} />
);
const offer = waiting({ status: 'offered', position: null, offer_expires_at: '2026-11-21T06:00:00Z' });
const offered = <WaitlistEntries names={['Kai']} today={createToday()} waiting={[offer]} isSaved={false} />;
const calendar = (
  <CalendarCard
    calendar={createCalendar({ ...familyCalendar({}), changed: () => Promise.resolve() })}
    text="A calendar"
    link={{ made_at: '2026-11-20T00:00:00Z', last_read_at: null }}
  />
);
const invited = (
  <Invite
    second={createSecondParent()}
    invitation={{ email: 'second@example.com', expires_at: '2026-11-28T00:00:00Z' }}
    own="first@example.com"
  />
);
const photo = <PhotoField childId="kai" index={0} hasPhoto={false} />;

it.each<[string, ReactElement, string, string, string]>([
  [
    `Leave the waitlist: ${kai}`,
    waitingEntry,
    'Stay on the waitlist',
    'Leave the waitlist',
    'leave_waitlist',
  ],
  [`No, thank you: ${kai}`, offered, 'Keep the spot', 'Decline the offer', 'decline_waitlist_offer'],
  ['Turn off link', calendar, 'Keep the link', 'Turn off link', 'revoke_calendar_link'],
  ['Remove photo', photo, 'Keep photo', 'Yes, remove photo', 'child-photo'],
  ['Withdraw invitation', invited, 'Keep invitation', 'Withdraw invitation', 'withdraw_invitation'],
])('the button asks before it acts: %s', async (name, card, keep, actText, call) => {
  browser.api.on(call, 'network failure');
  render(card);
  const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }));
  const requestCount = () => browser.api.named(call).length;
  await press(name);
  expect(screen.getByRole('button', { name: keep }).className).toMatch(/^button solid/);
  await press(keep);
  expect(screen.queryByRole('button', { name: keep })).toBeNull();
  await press(name);
  expect(requestCount()).toBe(0);
  await press(actText);
  expect(requestCount()).toBe(1);
});

it.each([
  ['Leave the waitlist', waitingEntry, 'Leave the waitlist?'],
  ['No, thank you', offered, 'Decline the spot?'],
])(
  'the question about “%s” has a short title and describes child, class, base and day',
  async (name, card, title) => {
    render(card);
    await userEvent.click(screen.getByRole('button', { name: `${name}: ${kai}` }));
    const question = screen.getByRole('group', { name: title, description: kai });
    expect(question.textContent).toContain(kai);
  },
);

it('closes a question about waiting when the place becomes available in between', async () => {
  const today = createToday();
  const { rerender } = render(
    <WaitlistEntries names={['Kai']} today={today} waiting={[waiting()]} isSaved={false} />,
  );
  await userEvent.click(screen.getByRole('button', { name: `Leave the waitlist: ${kai}` }));
  rerender(<WaitlistEntries names={['Kai']} today={today} waiting={[offer]} isSaved={false} />);
  expect(screen.queryByRole('button', { name: 'Decline the offer' })).toBeNull();
  screen.getByRole('button', { name: `No, thank you: ${kai}` });
});
