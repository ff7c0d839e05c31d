// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as analytics from '#api/analytics.ts';
import { startAdding } from '#browser/adding.ts';
import type { Outcome } from '#features/passes/buy.ts';
import { messages } from '#features/passes/messages.ts';
import { PassDialog } from '#features/passes/pass-dialog.ts';
import { uuid } from '#support/unit/examples.ts';
import { find, showPage } from '#support/unit/page.ts';

const parent = { userId: uuid(1), email: 'parent@example.test', token: 'token' };
const familyOf = (children: { id: string; name: string }[]) => ({
  name: 'Mei Tan',
  email: parent.email,
  phone: '',
  children: children.map((child) => ({ ...child, dob: '2018-03-14' })),
});
const { findParent, readOwnFamily, buyPass } = vi.hoisted(() => ({
  findParent: vi.fn(),
  readOwnFamily: vi.fn(),
  buyPass:
    vi.fn<
      (
        wish: unknown,
        parent: unknown,
        hooks: { wanted: () => boolean; began: () => void },
      ) => Promise<Outcome>
    >(),
}));
vi.mock('#api/analytics.ts', () => ({ track: vi.fn() }));
vi.mock('#api/own-family.ts', () => ({ findParent, readOwnFamily }));
vi.mock('#features/passes/buy.ts', () => ({ buyPass }));

beforeEach(() => {
  findParent.mockReset().mockResolvedValue(parent);
  readOwnFamily.mockReset().mockResolvedValue({
    ok: true,
    value: familyOf([
      { id: uuid(2), name: 'Kai' },
      { id: uuid(3), name: 'Mei' },
    ]),
  });
  buyPass.mockReset();
  showPage(`<main><a id="pass" href="/#book" data-pass="flexi" data-name="Flexi Pass" data-ending="Ends in June"
      data-checkout="/checkout/flexi?offer=pass-flexi&price=16700&child=new">Buy</a>
    <pass-dialog><dialog><h2 tabindex="-1"></h2><p data-ending></p>
      <form data-part="children"><div data-names></div><button type="submit">Go</button><a data-other></a></form>
      <div data-part="none" hidden><a data-other></a></div>
      <div data-part="signIn" hidden><a data-sign-in></a><a data-visitor></a></div></dialog></pass-dialog></main>`);
});
afterEach(() => document.body.replaceChildren());

async function ask(): Promise<PassDialog> {
  const dialog = find('pass-dialog');
  const button = document.querySelector<HTMLAnchorElement>('#pass');
  if (!(dialog instanceof PassDialog) || !button) throw new Error('No dialog');
  await dialog.ask(button);
  return dialog;
}
const part = () => find('[data-part]:not([hidden])').dataset['part'];
const isOpen = () => find('dialog').hasAttribute('open');
const choose = (at = 0) => document.querySelectorAll<HTMLInputElement>('[data-names] input')[at]?.click();
const submit = () => find('form').dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
const toast = () => document.querySelector('.toast')?.textContent;

it('asks which child, with none of several selected', async () => {
  await ask();
  expect([isOpen(), part(), find('h2').textContent]).toEqual([
    true,
    'children',
    messages.heading('Flexi Pass'),
  ]);
  expect(find('[data-names]').textContent).toBe('KaiMei');
  expect(find('[data-other]').getAttribute('href')).toContain('/checkout/flexi');
  buyPass.mockResolvedValue({ is: 'here' });
  expect(document.querySelector('[data-names] :checked')).toBeNull();
  submit();
  expect(buyPass).not.toHaveBeenCalled();
  choose(1);
  submit();
  expect(buyPass.mock.calls[0]?.slice(0, 2)).toEqual([{ passType: 'flexi', childId: uuid(3) }, parent]);
});

it('opens the checkout for the child if the parent comes from one to add something', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  startAdding();
  await ask();
  choose(1);
  submit();
  expect(assign).toHaveBeenCalledWith(`/checkout/flexi?offer=pass-flexi&price=16700&child=${uuid(3)}`);
  expect(buyPass).not.toHaveBeenCalled();
  sessionStorage.clear();
});

it('selects an only child', async () => {
  readOwnFamily.mockResolvedValue({ ok: true, value: familyOf([{ id: uuid(2), name: 'Kai' }]) });
  await ask();
  buyPass.mockResolvedValue({ is: 'here' });
  submit();
  expect(buyPass.mock.calls[0]?.[0]).toEqual({ passType: 'flexi', childId: uuid(2) });
});

it.each([
  ['none', () => readOwnFamily.mockResolvedValue({ ok: true, value: familyOf([]) })],
  ['signIn', () => findParent.mockResolvedValue(null)],
  ['signIn', () => readOwnFamily.mockResolvedValue({ ok: false, code: 'unauthorized' })],
])('shows the part “%s”', async (partName, prepare) => {
  prepare();
  await ask();
  expect(part()).toBe(partName);
});

it('stays closed and says so if the children cannot be read', async () => {
  readOwnFamily.mockResolvedValue({ ok: false, code: 'unavailable' });
  await ask();
  expect(isOpen()).toBe(false);
  expect(toast()).toContain(messages.notRead);
});

it('closes once the checkout is open in its tab', async () => {
  await ask();
  choose();
  buyPass.mockResolvedValue({ is: 'opened' });
  submit();
  await vi.waitFor(() => expect(isOpen()).toBe(false));
  expect(toast()).toContain(messages.opened);
});

it('reports the start of the checkout to analytics, with pass and price', async () => {
  const track = vi.spyOn(analytics, 'track');
  await ask();
  choose();
  buyPass.mockImplementation((_wish: unknown, _parent: unknown, { began }: { began: () => void }) => {
    began();
    return Promise.resolve({ is: 'opened' });
  });
  submit();
  await vi.waitFor(() => expect(track).toHaveBeenCalledOnce());
  expect(track).toHaveBeenCalledWith('checkout_started', {
    step: 'checkout',
    passId: 'flexi',
    passName: 'Flexi Pass',
    price: 167,
    priceCents: 16_700,
    amount: 167,
    amountCents: 16_700,
    currency: 'SGD',
    quantity: 1,
  });
});

it('shows why it was refused, and stays open', async () => {
  await ask();
  choose();
  buyPass.mockResolvedValue({ is: 'refused', text: 'Has one already', signIn: false });
  submit();
  await vi.waitFor(() => expect(toast()).toContain('Has one already'));
  expect([isOpen(), part(), find('[type="submit"]').hasAttribute('aria-busy')]).toEqual([
    true,
    'children',
    false,
  ]);
});

it.each([
  ['closed', () => document.querySelector('dialog')?.close()],
  ['taken from the page', () => find('pass-dialog').remove()],
])('cancels the checkout if it is %s in between', async (_, leaveDialog) => {
  await ask();
  choose();
  buyPass.mockReturnValue(new Promise(() => undefined));
  submit();
  const isWanted = buyPass.mock.calls[0]?.[2].wanted;
  expect(isWanted?.()).toBe(true);
  leaveDialog();
  expect(isWanted?.()).toBe(false);
});
