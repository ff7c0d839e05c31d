// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { EmailField } from '#ui/people/EmailField.tsx';
import { offerEmailFixes } from '#ui/people/offer-email-fixes.ts';

afterEach(cleanup);

function Example() {
  const [email, setEmail] = useState('');
  return <EmailField id="email" label="E-mail" value={email} onType={setEmail} />;
}
const draw = () =>
  void render(
    <form>
      <label htmlFor="email">E-mail</label>
      <input id="email" type="email" />
    </form>,
  );
const start = () => offerEmailFixes(document.querySelector('form') ?? new HTMLFormElement());

it.each([
  ['of an island', () => void render(<Example />)],
  [
    'that the page drew',
    () => {
      draw();
      start();
    },
  ],
])('a field %s suggests a correction of a misspelt address, which one tap accepts', async (_, show) => {
  show();
  const field = screen.getByRole('textbox', { name: 'E-mail' });
  await userEvent.type(field, 'li@gmial.con');
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.tab();
  await screen.findByRole('button', { name: 'li@gmail.com' });
  expect(screen.getByRole('status').textContent).toBe('Did you mean li@gmail.com');
  await userEvent.click(screen.getByRole('button', { name: 'li@gmail.com' }));
  expect(field).toHaveProperty('value', 'li@gmail.com');
  expect(screen.queryByRole('button')).toBeNull();
});

it('suggests a correction for an address typed before hydration, unless the field is still focused', async () => {
  draw();
  const field = screen.getByRole('textbox', { name: 'E-mail' });
  await userEvent.type(field, 'li@gmial.con');
  start();
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();

  draw();
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'li@gmial.con');
  await userEvent.tab();
  start();
  await userEvent.click(await screen.findByRole('button', { name: 'li@gmail.com' }));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'li@gmail.com');
});

it('suggests nothing for a correct address', async () => {
  render(<Example />);
  await userEvent.type(screen.getByRole('textbox'), 'li@nus.edu.sg');
  await userEvent.tab();
  await vi.dynamicImportSettled();
  expect(screen.getByRole('status').textContent).toBe('');
});
