import type { Fault, Faults } from '#domain/fault.ts';
import { summaryTitle } from '#ui/people/messages.ts';
import { faultLine, faultMessage } from './messages.ts';
import type { Field } from './model.ts';

/** Shows faults beside their questions and in a summary, which takes the focus and links to them. */
export function showFaults(form: HTMLFormElement, fields: readonly Field[], faults: Faults): void {
  for (const field of fields) mark(form, field, faults);
  const summary = form.querySelector<HTMLElement>('[data-summary]');
  const list = form.querySelector('[data-summary-list]');
  const title = form.querySelector('[data-summary-title]');
  if (!summary || !list || !title) return;
  const lines = Object.entries(faults).flatMap(([path, fault]) => drawFaultLines(form, fields, path, fault));
  summary.hidden = lines.length === 0;
  title.textContent = summaryTitle(lines.length);
  list.replaceChildren(...lines);
  if (lines.length > 0) summary.focus();
}

function drawFaultLines(
  form: HTMLFormElement,
  fields: readonly Field[],
  path: string,
  fault: Fault,
): HTMLElement[] {
  const field = fields.find((field) => isOf(field, path));
  if (!field) return [];
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = `#${path}`;
  link.textContent = faultLine(path, fault, field);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    controlOf(form, path)?.focus();
  });
  line.append(link);
  return [line];
}

/** Returns whether a fault belongs to a field. A list also has the faults of its entries, such as `guests[1].age`. */
const isOf = ({ path }: Field, at: string) => at === path || at.startsWith(`${path}[`);

export const isWrong = (field: Field, faults: Faults): boolean =>
  Object.keys(faults).some((path) => isOf(field, path));

/**
 * Returns the input of a path, which is also its id. If its row of guests was removed, the button that adds a guest
 * takes its place.
 */
const controlOf = (form: HTMLFormElement, path: string): HTMLElement | null =>
  form.querySelector<HTMLElement>(`#${CSS.escape(path)}`) ??
  form.querySelector<HTMLElement>('[data-guest-add]');

export function mark(form: HTMLFormElement, field: Field, faults: Faults): void {
  const frame = form.querySelector(`[data-field="${field.key}"]`);
  const line = frame?.querySelector<HTMLElement>('.field-error');
  const text = line?.querySelector('span');
  if (!frame || !line || !text) return;
  const wrong = Object.entries(faults).filter(([path]) => isOf(field, path));
  const [first] = wrong;
  frame.classList.toggle('bad', wrong.length > 0);
  line.hidden = !first;
  text.textContent = first ? faultMessage(...first) : '';
  for (const control of frame.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  for (const [path] of wrong) controlOf(form, path)?.setAttribute('aria-invalid', 'true');
}
