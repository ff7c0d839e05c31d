// @vitest-environment happy-dom
/** The focus moves to an error after a form was refused. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { createForm } from '#ui/kit/form/form.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { fieldsOf } from '#ui/kit/form/field.ts';
import { Form } from '#ui/kit/form/Form.tsx';

afterEach(cleanup);

const Person = v.object({ name: v.pipe(v.string(), v.minLength(1)), phone: v.string() });
const fields = [
  fieldsOf(Person)('name', 'text', { label: 'Name' }),
  fieldsOf(Person)('phone', 'text', { label: 'Mobile' }),
];

function show(isListed: boolean): void {
  const form = createForm(Person, {
    empty: { name: '', phone: '' },
    read: ({ name, phone }) => ({
      faults: { ...(name === '' && { name: { kind: 'missing' } }), phone: { kind: 'missing' } },
      body: { name, phone },
    }),
    send: () => Promise.resolve({ ok: true, value: null }),
    onSent: () => null,
    onRefused: () => null,
  });
  const labelOf = (id: string) => fields.find(({ path }) => path === id)?.label ?? id;
  render(
    <Form form={form} {...(isListed && { labelOf })}>
      <Fields fields={fields} form={form} />
      <button type="submit">Save</button>
    </Form>,
  );
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('focuses the summary, which links to each field with its error', async () => {
  show(true);
  await press();
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(summary.textContent).toContain('Please fix 2 things');
  await userEvent.click(screen.getByRole('link', { name: 'Mobile: Please fill this in.' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Mobile'));
  await userEvent.type(screen.getByLabelText('Name'), 'Kai');
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.getByRole('alert').textContent).toContain('Please fix one thing');
});

it('focuses the first wrong field at each click if there is no summary', async () => {
  show(false);
  await press();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Kai');
  await press();
  expect(document.activeElement).toBe(screen.getByLabelText('Mobile'));
});
