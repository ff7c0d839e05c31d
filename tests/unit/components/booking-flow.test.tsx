// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderToString } from 'react-dom/server';
import { brand } from '../../../src/config/brand.ts';
import BookingFlow from '../../../src/features/booking/BookingFlow.tsx';
import { fakeBrowser } from '../support/browser.ts';
import { classTypes, pass, row, teams, uuid } from '../support/examples.ts';

const browser = fakeBrowser();
afterEach(cleanup);

const words = [
  { title: 'Choose a team', text: 'In groups.' },
  { title: 'Choose a session', text: 'One hour.' },
  { title: 'Choose a pass', text: 'Held for 30 minutes.' },
];
const flow = (
  <BookingFlow teams={teams} passes={[pass()]} words={words} footnotes={[]} whatsapp="https://wa.me/1" />
);
const red = new RegExp(`^Red ${brand.product}`);

function serve(...rows: ReturnType<typeof row>[]) {
  browser.api
    .on('ensure_next_weekend_funstart_sessions', { body: 0 })
    .on('class_types', { body: classTypes })
    .on('get_session_availability_with_enrollments', { body: rows });
}

it('as sent by the server already shows the four teams of question 1', () => {
  const html = renderToString(flow);
  for (const { name } of teams) expect(html).toContain(name);
  expect(html).toContain('Question 1 of 3');
  expect(html).toContain('33% Complete');
  expect(html).not.toContain('style=');
});

it('leads from team to session to pass, the keyboard following', async () => {
  serve(row({ id: 101 }), row({ id: 102, session_time: '16:30:00', available_spots: 0 }));
  const user = userEvent.setup();
  render(flow);
  expect(screen.queryByText('Continue')).toBeNull();
  await user.click(screen.getByRole('button', { name: red }));
  await screen.findByText('Question 2 of 3');
  await screen.findByText('5 spots open');
  expect(document.activeElement?.textContent).toBe('Choose a session');

  const full = screen.getByRole<HTMLButtonElement>('button', { name: /4.30 pm/ });
  expect(full.disabled).toBe(true);
  expect(within(full).getByText('FULLY BOOKED')).toBeDefined();

  await user.click(screen.getByRole('button', { name: /10.30 am/ }));
  await screen.findByText('Question 3 of 3');
  expect(screen.getByText('100% Complete')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Get Term' })).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('SELECTED')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined();
});

it('says when there are no sessions', async () => {
  serve(row({ id: 101, class_type_id: uuid(1) }));
  render(flow);
  await userEvent.click(screen.getByRole('button', { name: red }));
  expect(
    await screen.findByText(`No current week sessions available for Red ${brand.product}`),
  ).toBeDefined();
  expect(screen.getByText('We only show this Saturday & Sunday sessions')).toBeDefined();
});

it('says that sessions are loading, and offers to try again when they did not', async () => {
  const { promise: failing, resolve: fail } = Promise.withResolvers<undefined>();
  serve();
  browser.api.on('get_session_availability_with_enrollments', async () => {
    await failing;
    return { status: 500, body: {} };
  });
  const user = userEvent.setup();
  render(flow);
  await user.click(screen.getByRole('button', { name: red }));
  expect(await screen.findByText('Loading available sessions...')).toBeDefined();
  fail(undefined);
  await screen.findByRole('alert');
  serve(row({ id: 101 }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('5 spots open')).toBeDefined();
});
