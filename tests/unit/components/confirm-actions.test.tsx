// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sources } from '#scripts/sources.ts';
import { storageKeys } from '#config/paths.ts';
import { CancelPanel } from '#features/after-sale/order/CancelPanel.tsx';
import { MovePanel } from '#features/after-sale/move/MovePanel.tsx';
import { CancelSessionPanel } from '#features/after-sale/pass/CancelSessionPanel.tsx';
import { createOrderStore } from '#features/after-sale/store.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { confirmSignOut } from '#ui/confirm-sign-out.ts';
import { managedLine, passBooking, passLine, target } from '../after-sale/examples.ts';

const waiting = vi.hoisted(() => ({ count: 2 }));
vi.mock('#browser/count-unsent.ts', () => ({
  countUnsent: () => Promise.resolve({ marks: waiting.count, photos: 0 }),
}));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const noop = () => undefined;
const buttons = () =>
  screen.getAllByRole('button').map(({ textContent, className }) => [textContent, className]);

describe('the safe choice is first and solid, and the irreversible one is outlined', () => {
  const manage = createOrderStore('t0ken');
  const moving = createOrderStore('t0ken');
  moving.$chosenMove.set({ target, differenceCents: 0 });
  const cancelled = { ...managedLine, can: { ...managedLine.can, cancel: { refund_cents: 3800 } } };
  const returned = { ...passBooking, returns_credit: true };
  const lost = { ...passBooking, returns_credit: false };
  it.each<[string, ReactElement, string, string]>([
    [
      'a cancelled order',
      <CancelPanel manage={manage} lines={[cancelled]} title="Cancel this?" />,
      'Keep the booking',
      'Cancel and get S$38 back',
    ],
    [
      'a change of date',
      <MovePanel manage={moving} line={managedLine} action="move" />,
      'Keep the booking',
      'Change the date',
    ],
    [
      'a session whose credit comes back',
      <CancelSessionPanel manage={manage} line={passLine} pass={passLine.pass} booking={returned} />,
      'Keep the session',
      'Cancel and keep the credit',
    ],
    [
      'a session whose credit is lost',
      <CancelSessionPanel manage={manage} line={passLine} pass={passLine.pass} booking={lost} />,
      'Keep the session',
      'Cancel and lose the credit',
    ],
    [
      'any question in its place',
      <Confirm title="Erase?" yes="Erase" no="Keep" busy={false} onYes={noop} onNo={noop}>
        It is gone then.
      </Confirm>,
      'Keep',
      'Erase',
    ],
  ])('for %s', (_what, question, keep, actText) => {
    render(question);
    const [first, last] = [buttons()[0], buttons().at(-1)];
    expect(first?.[0]).toBe(keep);
    expect(first?.[1]).toMatch(/^button solid/);
    expect(last?.[0]).toBe(actText);
    expect(last?.[1]).toMatch(/^button line/);
  });

  it('for signing out with marks that were not sent yet', async () => {
    localStorage.setItem(storageKeys.rosterMarks, '1');
    const answer = confirmSignOut();
    await waitFor(() => expect(buttons()).toHaveLength(2));
    expect(buttons()).toEqual([
      ['Stay signed in', 'button solid'],
      ['Sign out and lose them', 'button line'],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(await answer).toBe(false);
  });
});

it('the irreversible button does nothing while it is disabled or busy', async () => {
  const onAct = vi.fn();
  const confirmation = { keep: 'Keep', onKeep: noop, act: 'Erase', onAct };
  const { rerender } = render(<ConfirmActions {...confirmation} busy={false} waits />);
  await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
  rerender(<ConfirmActions {...confirmation} busy />);
  await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
  expect(onAct).not.toHaveBeenCalled();
  rerender(<ConfirmActions {...confirmation} busy={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
  expect(onAct).toHaveBeenCalledOnce();
});

/** Handlers that delete, cancel or send something. */
const destructiveCall =
  /[.{\s](?:cancel|giveBack|giveUp|leave|decline|merge|erase|revoke|remove\w*|delete\w*|forget\w*|drop|cancelItems|signOutOf|stop|withdraw|refund)[(}]/;

/** Returns the opening tags of buttons with their attributes. `pattern` selects which. */
function buttonTags(text: string, pattern = /<Button(?=\s)|<button(?=[^>]*className="button)/g): string[] {
  return [...text.matchAll(pattern)].map(({ index }) => {
    let depth = 0;
    for (let at = index; at < text.length; at++) {
      if (text[at] === '{') depth++;
      else if (text[at] === '}') depth--;
      else if (text[at] === '>' && text[at - 1] !== '=' && depth === 0) return text.slice(index, at + 1);
    }
    return text.slice(index);
  });
}

it('no button that does harm is solid', () => {
  const screens = sources(['src'], /\.tsx$/);
  const tags = screens.flatMap(({ file, text }) => buttonTags(text).map((tag) => ({ file, tag })));
  const harmful = tags.filter(({ tag }) => destructiveCall.test(tag));
  expect(harmful.length).toBeGreaterThan(0);
  expect(harmful.filter(({ tag }) => !/kind="line"|"button line/.test(tag))).toEqual([]);
  // Proves that the search finds such a button.
  for (const tag of ['<Button onClick={() => void a.leave(b)}>', '<Button small onClick={form.forgetMe}>'])
    expect(buttonTags(tag).some((one) => destructiveCall.test(one))).toBe(true);
});

/** These buttons need no confirmation: another click undoes their effect, or nothing was sent yet. */
const reversible = [
  'src/features/auth/account/Account.tsx',
  'src/features/auth/account/SecondStep.tsx',
  'src/features/checkout/form/ParentFields.tsx',
  'src/features/checkout/form/children/ChildFields.tsx',
  'src/features/checkout/order/BasketParts.tsx',
  'src/features/checkout/order/Prices.tsx',
  'src/features/waitlist/ChildFields.tsx',
  'src/ui/family/sheet/PeopleFields.tsx',
];

it('no irreversible action for parents happens at the first click', () => {
  const presses = (text: string) =>
    buttonTags(text, /<[Bb]utton(?=\s)/g).filter((tag) =>
      destructiveCall.test(tag.slice(tag.indexOf('onClick='))),
    );
  const screens = sources(['src'], /\.tsx$/).filter(({ file }) => !file.includes('/staff/'));
  const found = screens.filter(({ text }) => presses(text).length > 0).map(({ file }) => file);
  expect(found.toSorted()).toEqual(reversible);
  // Proves that the search finds such a button.
  expect(presses('<button className="text-button" onClick={() => void today.leave(entry)}>')).toHaveLength(1);
});

it.each(['staff/schedule/cancel-sessions/CancelSheet', 'staff/orders/RefundForm', 'staff/families/Merge'])(
  'the form %s uses the same pair of buttons',
  (name) => {
    const [form] = sources([`src/features/${name}.tsx`], /tsx$/);
    expect(form?.text).toContain('<ConfirmActions');
  },
);
