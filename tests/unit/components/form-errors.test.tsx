// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ChildForm } from '#features/after-sale/child/ChildForm.tsx';
import OrderLinkForm from '#features/after-sale/OrderLinkForm.tsx';
import { createOrderStore } from '#features/after-sale/store.ts';
import { createJoinForm } from '#features/waitlist/form.ts';
import { JoinForm } from '#features/waitlist/JoinForm.tsx';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
afterEach(cleanup);

const place = {
  kind: 'session' as const,
  id: uuid(101),
  what: 'Team Red',
  when: 'Sat 28 Nov',
  where: 'Somerset',
  spotsLeft: 0,
  offers: [{ id: 'pass-tryout', kind: 'pass' as const, details: {}, title: 'Try-Out', price_cents: 3800 }],
};

interface Case {
  show: () => void;
  call: string;
  /** Field labels, the text to type, and the error expected there, if any. */
  typed: [label: RegExp, text: string, fault: string | null][];
  send: string;
  /** For each form: valid input, a field of it that the database refuses, and the label of that field. */
  corrected: [label: RegExp, text: string][];
  refused: [field: string, label: RegExp] | null;
}

const forms: Record<string, Case> = {
  'the waitlist': {
    show: () => {
      const form = createJoinForm(place, () => undefined);
      form.open(form.$saved.get());
      render(<JoinForm form={form} />);
    },
    call: 'join_waitlist',
    typed: [
      [/^Child’s name/, 'Zara', null],
      [/^Day/, '31', 'That date does not exist. Please check the day, the month and the year (4 digits).'],
      [/^Month/, '2', null],
      [/^Year/, '2018', null],
      [/^Parent’s name/, 'Aisha', null],
      [
        /^E-mail/,
        'aisha@example',
        'This e-mail address is not complete. Please check the @ and the ending, such as .com or .sg.',
      ],
      [/^WhatsApp number/, '9123 45', 'A Singapore number has 8 digits. This one has 6.'],
    ],
    send: 'Join the waitlist',
    corrected: [
      [/^Day/, '1'],
      [/^E-mail/, 'aisha@example.com'],
      [/^WhatsApp number/, '9123 4567'],
    ],
    refused: ['parent.email', /^E-mail/],
  },
  'what is new about a child': {
    show: () =>
      void render(<ChildForm manage={createOrderStore('t0ken')} child={0} name="Kai" isReported={false} />),
    call: 'save_order_child',
    typed: [
      [/^Allergies/, 'Nuts', null],
      [/^Relationship/, 'Aunt', null],
      [/^Mobile \(optional\)/, '9123 45', 'A Singapore number has 8 digits. This one has 6.'],
    ],
    send: 'Save',
    corrected: [
      [/^Full name/, 'Ann'],
      [/^Mobile \(optional\)/, '9123 4567'],
    ],
    refused: ['p_details.allergies', /^Allergies/],
  },
  'a new link': {
    show: () => void render(<OrderLinkForm />),
    call: 'request_order_link',
    typed: [
      [/^Order number/, 'OT-4K7M', null],
      [/^E-mail address/, 'aisha@', 'Please fill in the e-mail address, such as name@example.com.'],
    ],
    send: 'Send me a new link',
    corrected: [[/^E-mail address/, 'aisha@example.com']],
    refused: ['p_number', /^Order number/],
  },
};

const field = (label: RegExp) => {
  const found = screen.getAllByLabelText<HTMLInputElement>(label)[0];
  if (!found) throw new Error(`No field ${label.source}`);
  return found;
};
/** Returns the error beside a field. The error of a birth date is below its three fields. */
const errorOf = (input: HTMLElement) =>
  [input, input.closest('fieldset')]
    .flatMap((element) => element?.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

it.each(Object.entries(forms))(
  'the form %s shows each mistake at its field, keeps the input, and shows a refusal of the server at its field',
  async (_, { show, call, typed, send, corrected, refused }) => {
    const user = userEvent.setup();
    show();
    for (const [label, text] of typed) await user.type(field(label), text);
    await user.click(screen.getByRole('button', { name: send }));

    for (const [label, text, fault] of typed) {
      expect(field(label).value).toBe(text);
      if (fault !== null) expect(errorOf(field(label))).toContain(fault);
    }
    expect(browser.api.named(call)).toEqual([]);
    const summary = screen.queryByRole('alert');
    // With several mistakes the summary gets the focus, with one mistake its field.
    if (summary) {
      expect(document.activeElement).toBe(summary);
      for (const link of within(summary).getAllByRole('link')) {
        await user.click(link);
        expect(document.activeElement?.id).toBe(link.getAttribute('href')?.slice(1));
      }
    } else expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');

    for (const [label, text] of corrected) {
      await user.clear(field(label));
      await user.type(field(label), text);
    }
    if (!refused) return;
    const [path, label] = refused;
    browser.api.on(call, refusal('invalid_input', 400, path));
    await user.click(screen.getByRole('button', { name: send }));
    expect(browser.api.named(call)).toHaveLength(1);
    await screen.findAllByText(/not accepted|Please fill in/);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    for (const [typedLabel, text] of corrected) expect(field(typedLabel).value).toBe(text);
  },
);
