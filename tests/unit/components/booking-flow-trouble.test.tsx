// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from '#support/unit/browser.ts';
import { row, uuid } from '#support/unit/examples.ts';
import { flow, red, serve as serveBy } from './booking-flow-example.tsx';

const browser = fakeBrowser();
const serve = (...rows: ReturnType<typeof row>[]) => serveBy(browser.api, ...rows);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('says that the chosen session has filled, and offers its waitlist and other sessions', async () => {
  serve(row({ id: 101 }), row({ id: 102, session_time: '16:30:00' }));
  const user = userEvent.setup();
  render(flow);
  await user.click(screen.getByRole('button', { name: red }));
  await user.click(await screen.findByRole('button', { name: /10.30 am/ }));
  await screen.findByText('Question 3 of 3');
  serve(row({ id: 101, available_spots: 0 }), row({ id: 102, session_time: '16:30:00' }));
  window.dispatchEvent(new Event('online'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Sat 21 Nov 2026, 10.30 am has just filled up. Nothing was charged.');
  expect(within(alert).getByRole('link', { name: 'Join the waitlist' }).getAttribute('href')).toBe(
    `/waitlist?session=${uuid(101)}`,
  );
  await user.click(screen.getByRole('button', { name: 'Get Term' }));
  expect(await screen.findByText('Please select a team and session first')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Choose another session' }));
  expect(await screen.findByText('FULLY BOOKED')).toBeDefined();
});

it('says that the browser is offline, and keeps the choice', async () => {
  serve(row({ id: 101 }));
  const user = userEvent.setup();
  render(flow);
  await user.click(screen.getByRole('button', { name: red }));
  await user.click(await screen.findByRole('button', { name: /10.30 am/ }));
  const pass = await screen.findByRole('button', { name: 'Get Term' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(pass);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to navigate to checkout. Please try again.');
  expect(alert.textContent).toContain('You’re offline. Your choice is still here.');
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.getByText(/^Sat 21 Nov 2026, 10.30 am/)).toBeDefined();
});

it('says if the spots could not be refreshed, and retries on request', async () => {
  serve(row({ id: 101 }));
  const user = userEvent.setup();
  render(flow);
  await user.click(screen.getByRole('button', { name: red }));
  await screen.findByText('5 spots open');
  browser.api.on('get_session_availability_with_enrollments', 'network failure');
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/^We could not update the free spots/)).toBeDefined();
  expect(screen.getByText('5 spots open')).toBeDefined();
  serve(row({ id: 101, available_spots: 3 }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 spots left')).toBeDefined();
  expect(screen.queryByText(/^We could not update the free spots/)).toBeNull();
});

it('says what staff tell parents while sales are stopped, until they sell again', async () => {
  serve(row({ id: 101, notice: 'The haze is too thick. We sell again on Monday.' }));
  const user = userEvent.setup();
  render(flow);
  await user.click(screen.getByRole('button', { name: red }));
  const note = await screen.findByText('The haze is too thick. We sell again on Monday.');
  expect(note.closest('[role=status]')?.textContent).toContain('Bookings are paused');
  serve(row({ id: 101 }));
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(screen.queryByText('Bookings are paused')).toBeNull());
});
