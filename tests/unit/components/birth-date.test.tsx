// @vitest-environment happy-dom
/**
 * A birth date is typed with the keyboard. A full field moves the focus to the next field, and Tab does not move it
 * again.
 */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { DateParts } from '#domain/person.ts';
import { BirthDate } from '#ui/people/BirthDate.tsx';

afterEach(cleanup);

function Typed() {
  const [value, setValue] = useState<DateParts>({ day: '', month: '', year: '' });
  return (
    <>
      <BirthDate
        id="dob"
        label="Date of birth"
        value={value}
        onType={(patch) => setValue((before) => ({ ...before, ...patch }))}
      />
      <output>{`${value.day}-${value.month}-${value.year}`}</output>
    </>
  );
}

it.each([
  ['Tab after each field', '04{Tab}09{Tab}2018'],
  ['no Tab', '04092018'],
  ['Tab after short fields', '4{Tab}9{Tab}2018'],
])('the fields take day, month and year with %s', async (_, keys) => {
  render(<Typed />);
  await userEvent.click(screen.getByLabelText('Day'));
  await userEvent.keyboard(keys);
  expect(screen.getByRole('status').textContent.replaceAll('0', '')).toBe('4-9-218');
});

it('a field that typing moved to is left with the second Tab, and with Shift and Tab', async () => {
  render(<Typed />);
  await userEvent.click(screen.getByLabelText('Day'));
  await userEvent.keyboard('04{Tab}{Tab}');
  expect(document.activeElement).toBe(screen.getByLabelText('Year'));
  await userEvent.click(screen.getByLabelText('Day'));
  await userEvent.keyboard('{Backspace}{Backspace}04{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(screen.getByLabelText('Day'));
});
