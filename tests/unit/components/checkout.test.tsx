// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeStored } from '#browser/storage.ts';
import { refusal, fakeBrowser } from '#support/unit/browser.ts';
import { texts, words } from '../checkout/examples.ts';
import { cart, order } from '#support/unit/examples.ts';

const browser = fakeBrowser();
afterEach(cleanup);
beforeEach(() => {
  // The checkout is a singleton of its page, so each test loads it again.
  vi.resetModules();
  writeStored('otter_cart', cart());
  browser.api.on('offers', { body: [] }).on('consent_texts', { body: texts });
});

async function open() {
  // The lazy modules are loaded first, so that the tests wait only for answers.
  await import('#features/checkout/Order.tsx');
  await import('#features/checkout/purchase/HoldEndedNotice.tsx');
  const { default: Checkout } = await import('#features/checkout/Checkout.tsx');
  render(
    <StrictMode>
      <Checkout whatsapp="https://wa.me/1" words={words} />
    </StrictMode>,
  );
}

it('holds one place if it is mounted twice', async () => {
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  await open();
  await screen.findByLabelText('E-mail');
  expect(browser.api.named('hold_order')).toHaveLength(1);
  expect(screen.getAllByText('S$697').length).toBeGreaterThan(0);
});

it('the form does not submit with mistakes: the summary is focused and each field shows its mistake', async () => {
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  await open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Mobile (WhatsApp)'), '9123 45');
  const [pay] = screen.getAllByRole('button', { name: /^Pay S\$697 / });
  if (!pay) throw new Error('no Pay button');
  await user.click(pay);
  const summary = await screen.findByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(summary.textContent).toContain('Please fix 9 things before you pay');

  const phone = screen.getByLabelText('Mobile (WhatsApp)');
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  const hint = document.getElementById(phone.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('A Singapore number has 8 digits. This one has 6.');

  await user.click(screen.getByRole('link', { name: /^Mobile/ }));
  expect(document.activeElement).toBe(phone);
});

it('moves the focus to a person who was added for collection', async () => {
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }));
  expect(document.activeElement?.id).toBe('pickup_authorizations[0].name');
  await userEvent.keyboard('Rosnah');
  await userEvent.click(screen.getByRole('button', { name: 'Add a person' }));
  expect(document.activeElement?.id).toBe('pickup_authorizations[1].name');
});

it('says that the session has filled, with a link back', async () => {
  browser.api.on('hold_order', refusal('session_full'));
  await open();
  expect(await screen.findByRole('heading', { name: 'That session has just filled up' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Choose another session' }).getAttribute('href')).toMatch(
    /^\/#book-your-/,
  );
});

it('says what staff tell parents while sales are stopped', async () => {
  const sentence = 'The haze is too thick. We sell again on Monday.';
  browser.api
    .on('hold_order', refusal('sales_stopped'))
    .on('get_sales_notice', { body: { mode: 'stopped', sentence } });
  await open();
  expect(await screen.findByRole('heading', { name: 'Bookings are paused' })).toBeDefined();
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

it('links to the sessions if there is no cart', async () => {
  browser.storage.removeItem('otter_cart');
  await open();
  expect(await screen.findByRole('link', { name: 'See this weekend’s sessions' })).toBeDefined();
});

it('warns about a child outside the team’s ages, and ticks one inside', async () => {
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  await open();
  const user = userEvent.setup();
  const year = Number(cart().sessionDate.slice(0, 4));
  const remark = () =>
    screen
      .getAllByRole('status')
      .map((status) => status.textContent)
      .join('');
  await user.type(await screen.findByLabelText('Day'), '1');
  await user.type(screen.getByLabelText('Month'), '1');
  await user.type(screen.getByLabelText('Year'), String(year - 5));
  expect(remark()).toContain('is for ages 7 to 10, and this child will be 5 on the day.');
  expect(document.querySelector('.age-line .mark')).toBeNull();
  // The warning does not refuse the child.
  expect(screen.getByLabelText('Year').getAttribute('aria-invalid')).toBeNull();

  await user.clear(screen.getByLabelText('Year'));
  expect(remark()).not.toContain('on the day');
  await user.type(screen.getByLabelText('Year'), String(year - 7));
  expect(remark()).toContain('7 years on the day');
  expect(document.querySelector('.age-line .mark')).not.toBeNull();
});

it('opens with a cart that was stored without the team’s ages, and uses the current ages', async () => {
  writeStored('otter_cart', { ...cart(), selectedTeam: { id: 'red', name: 'Red' } });
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  await open();
  await userEvent.type(await screen.findByLabelText('Day'), '1');
  await userEvent.type(screen.getByLabelText('Month'), '1');
  await userEvent.type(screen.getByLabelText('Year'), '2012');
  expect(document.querySelector('.age-line')?.textContent).toContain('is for ages 7 to 10');
});

it('saves the last input at once when it is unmounted', async () => {
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  await open();
  await userEvent.type(await screen.findByLabelText('E-mail'), 'mei@example.test');
  cleanup();
  const draft = JSON.parse(browser.storage.getItem('otter_checkout_draft') ?? '{}') as object;
  expect(draft).toMatchObject({ email: 'mei@example.test' });
});

it('asks a guest to sign in for a fifth child, and returns to the filled-in form', async () => {
  browser.api.on('hold_order', ({ body }) => {
    const { lines } = (body as { p_order: { lines: unknown[] } }).p_order;
    if (lines.length > 4) return refusal('sign_in_for_more', 403);
    const [line] = order().lines;
    return { body: { ...order({ lines: lines.map(() => line as never) }), left_out: [] } };
  });
  history.replaceState(null, '', '/checkout/term?price=69700');
  await open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail'), 'mei@example.test');
  for (let children = 2; children <= 4; children++) {
    await user.click(screen.getByRole('button', { name: 'Add a child' }));
    await waitFor(() => expect(screen.getAllByLabelText('Day')).toHaveLength(children));
  }
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add a child' }));
  const link = await screen.findByRole('link', { name: 'Sign in' });
  const from = new URL(link.getAttribute('href') ?? '', 'https://otter.test');
  expect(from.pathname).toBe('/auth');
  expect(from.searchParams.get('from')).toBe('/checkout/term?price=69700');
  expect(screen.getByRole('alert').textContent).toContain('Please sign in to book this many spots');
  expect(screen.getAllByLabelText('Day')).toHaveLength(4);
  dispatchEvent(new Event('pagehide'));
  const storedDraft = JSON.parse(browser.storage.getItem('otter_checkout_draft') ?? '{}') as object;
  expect(storedDraft).toMatchObject({ email: 'mei@example.test' });
});

it.each([true, false])('says at the price whether a pass is once per child (%s)', async (isOncePerChild) => {
  const details = { once_per_child: isOncePerChild, renews: true };
  browser.api
    .on('offers', { body: [{ id: 'pass-term', kind: 'pass', title: 'Term', details }] })
    .on('hold_order', { body: { ...order(), left_out: [] } });
  await open();
  await screen.findByLabelText('E-mail');
  // A pass that renews is for one child, which shows that the offer has been read.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a child' })).toBeNull());
  const notes = screen.queryAllByText('One Try-Out per child. A second one is refunded in full.');
  expect(notes).toHaveLength(isOncePerChild ? 1 : 0);
});
