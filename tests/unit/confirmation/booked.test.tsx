import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Booked } from '../../../src/features/confirmation/Booked.tsx';
import type { Words } from '../../../src/features/confirmation/words.ts';
import { managedLine } from '../after-sale/examples.ts';
import { order } from '../support/examples.ts';

const steps = {
  ...{ heading: 'Booking Confirmed!', lead: '', bringHeading: 'What to bring', bring: [] },
  nextHeading: 'What happens next',
  next: [{ emoji: '', title: 'On the day', text: 'Come ten minutes early.' }],
};
const words = { classes: steps, camps: steps, group: null } as unknown as Words;
const contact = { whatsapp: 'https://wa.me/1', saturdayGroup: '', sundayGroup: '' };
const shown = (session: typeof managedLine.session) =>
  renderToStaticMarkup(
    <Booked
      {...{ contact, words, late: false, next: null }}
      order={order({ status: 'paid', lines: [{ ...managedLine, session }] })}
    />,
  );

it('a pass without a date says what is next for it, and nothing of a day', () => {
  const next = 'The receipt by e-mail. Book the first session whenever you like.';
  expect(shown(null)).toContain(next);
  expect(shown(null)).not.toContain('Come ten minutes early.');
  expect(shown(managedLine.session)).toContain('On the day: Come ten minutes early.');
  expect(shown(managedLine.session)).not.toContain(next);
});
