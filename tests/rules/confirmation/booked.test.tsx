import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BookedOrder } from '#features/confirmation/BookedOrder.tsx';
import type { Words } from '#features/confirmation/content.ts';
import { managedLine } from '../../unit/after-sale/examples.ts';
import { order } from '#support/unit/examples.ts';

const steps = {
  heading: 'Booking Confirmed!',
  lead: '',
  bringHeading: 'What to bring',
  bring: [],
  nextHeading: 'What happens next',
  next: [{ emoji: '', title: 'On the day', text: 'Come ten minutes early.' }],
};
const words = { classes: steps, camps: steps, group: null } as unknown as Words;
const contact = { whatsapp: 'https://wa.me/1', saturdayGroup: '', sundayGroup: '' };
const page = (over: Parameters<typeof order>[0]) =>
  renderToStaticMarkup(
    <BookedOrder
      contact={contact}
      words={words}
      late={false}
      next={null}
      order={order({ status: 'paid', ...over })}
    />,
  );
/** Removes the elements that mark names and addresses for translators. */
const sentences = (html: string) => html.replaceAll(/<\/?bdi[^>]*>/g, '');
const pageWith = (session: typeof managedLine.session) => page({ lines: [{ ...managedLine, session }] });

it('the printed receipt names the seller with address and number, and the payer', () => {
  const provider = { name: 'Otter Trails Pte. Ltd.', uen: '201812345A', address: '1 Park Road' };
  const printed = page({ provider, parent_name: 'Mei Tan', lines: [managedLine] });
  expect(printed).toContain('Otter Trails Pte. Ltd., UEN 201812345A, 1 Park Road');
  expect(printed).toMatch(/Paid by <bdi translate="no">Mei Tan/);
});

it('a pass without a date shows its next step, and nothing about a day', () => {
  const next = 'We e-mail you the receipt. You can book the first session whenever you like.';
  expect(pageWith(null)).toContain(next);
  expect(pageWith(null)).not.toContain('Come ten minutes early.');
  expect(pageWith(managedLine.session)).toContain('On the day: Come ten minutes early.');
  expect(pageWith(managedLine.session)).not.toContain(next);
});

it.each([
  [['mei@example.com'], 'The receipt is on its way to mei@example.com.'],
  [
    ['mei@example.com', 'w•••@example.com'],
    'The receipt is on its way to mei@example.com and w•••@example.com.',
  ],
  // Days later the page no longer knows the addresses, and no e-mail is being sent.
  [undefined, null],
  [[], null],
])('the page names the addresses that mails were sent to, not the typed one: %j', (mailed_to, words) => {
  const html = sentences(page({ parent_email: 'typed@example.com', ...(mailed_to && { mailed_to }) }));
  if (words === null) expect(html).not.toContain('on its way to');
  else expect(html).toContain(words);
  expect(html).not.toContain('on its way to typed@');
});

it('a try-out that was paid but not booked is shown with its child and refund', () => {
  const used = {
    ...managedLine,
    line_id: 'used',
    status: 'cancelled' as const,
    had_before: true as const,
    title: 'Try-Out',
    child_name: 'Mira',
    total_cents: 3500,
  };
  const marked = page({ lines: [managedLine, used] });
  expect(marked).toContain('and <bdi translate="no">Mira</bdi> has had one');
  expect(marked).toContain('<bdi translate="no">Kai</bdi> is in.');
  const html = sentences(marked);
  expect(html).toContain('A Try-Out was not booked');
  expect(html).toContain('Mira, Red Otter B, Somerset Skate Park, Sat 21 Nov 2026, 10.30 am');
  expect(html).toContain(
    'There is one Try-Out per child, and Mira has had one. We are refunding S$35 to your original payment method',
  );
  expect(html).toContain('Kai is in.');
  expect(html.match(/Not booked: this is refunded/g)).toHaveLength(1);
  expect(page({ lines: [managedLine] })).not.toContain('not booked');
});

it('a class from Monday to Friday has the link to the team’s chat, and one at the weekend to its group', () => {
  const group = { heading: 'The {day} group', text: '', label: 'Join', message: 'Hello' };
  const renderBookedOn = (session_date: string) =>
    renderToStaticMarkup(
      <BookedOrder
        contact={contact}
        words={{ ...words, group }}
        late={false}
        next={null}
        order={order({
          status: 'paid',
          lines: [
            { ...managedLine, session: managedLine.session && { ...managedLine.session, session_date } },
          ],
        })}
      />,
    );
  expect(renderBookedOn('2026-11-22')).toContain('The Sunday group');
  expect(renderBookedOn('2026-11-25')).not.toContain('group</h2>');
  expect(renderBookedOn('2026-11-25')).toContain(encodeURIComponent('We booked a class on Wednesday'));
});
