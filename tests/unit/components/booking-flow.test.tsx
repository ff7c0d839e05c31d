// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { brand } from '#config/brand.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { classes, row, teams, uuid } from '#support/unit/examples.ts';
import { flow, red, serve as serveBy } from './booking-flow-example.tsx';

const browser = fakeBrowser();
const serve = (...rows: ReturnType<typeof row>[]) => serveBy(browser.api, ...rows);
afterEach(cleanup);

it('shows the four teams of question 1 in the server’s HTML', () => {
  const html = renderToString(flow);
  for (const { name } of teams) expect(html).toContain(name);
  expect(html).toContain('Question 1 of 3');
  expect(html).toContain('33% Complete');
  expect(html).not.toContain('style=');
});

it('leads from team to session to pass, and moves the focus along', async () => {
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

it('says if there are no sessions', async () => {
  serve(row({ id: 101, ...classes.white }));
  render(flow);
  await userEvent.click(screen.getByRole('button', { name: red }));
  expect(
    await screen.findByText(`No current week sessions available for Red ${brand.product}`),
  ).toBeDefined();
  expect(screen.getByText('We only show this Saturday & Sunday sessions')).toBeDefined();
});

it('says that sessions are loading, and offers to retry after a failure', async () => {
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

it('offers the waitlist of a full session, with the session’s name', async () => {
  serve(row({ id: 101 }), row({ id: 102, session_time: '16:30:00', available_spots: 0 }));
  render(flow);
  await userEvent.click(screen.getByRole('button', { name: red }));
  const link = await screen.findByRole('link', { name: /^Join the waitlist for Sat 21 Nov 2026, 4.30 pm/ });
  expect(link.getAttribute('href')).toBe(`/waitlist?session=${uuid(102)}`);
});

it.each([
  [0, 'full', 'FULLY BOOKED'],
  [2, 'last', 'Last 2 spots'],
  [4, 'few', '4 spots left'],
  [5, 'open', '5 spots open'],
])('shows %i spots as %s: %s', async (available_spots, className, words) => {
  serve(row({ id: 101, available_spots }));
  render(flow);
  await userEvent.click(screen.getByRole('button', { name: red }));
  const spots = await screen.findByText(words);
  expect(spots.className).toBe(`spots ${className}`);
});

describe('a team badge is replaced by an emoji and a label', () => {
  const setLoadedWidth = (width: number) =>
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width);
  afterEach(() => vi.restoreAllMocks());

  function expectFallback() {
    expect(screen.getAllByText('Image unavailable')).toHaveLength(4);
    expect(screen.getAllByText('🦦')).toHaveLength(4);
    // The card is still named after its team.
    expect(screen.getByRole('button', { name: red })).toBeDefined();
  }

  it('when it fails to load on the page', () => {
    setLoadedWidth(112);
    serve();
    const { container } = render(flow);
    const badges = container.querySelectorAll('.booking-team img');
    expect(badges).toHaveLength(4);
    expect(screen.queryByText('Image unavailable')).toBeNull();
    for (const badge of badges) fireEvent.error(badge);
    expectFallback();
  });

  it('when it failed to load before hydration', () => {
    setLoadedWidth(0);
    serve();
    render(flow);
    expectFallback();
  });
});
