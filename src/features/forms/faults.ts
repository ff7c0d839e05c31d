import { faultLine, faultWords, summaryTitle } from './messages.ts';
import type { Fault, Field } from './model.ts';
import { rowsOf } from './read.ts';

/** Shows what is wrong: beside each question, and in a summary that takes the focus and leads there. */
export function showFaults(form: HTMLFormElement, fields: readonly Field[], faults: readonly Fault[]): void {
  for (const field of fields) mark(form, field, faults.find(({ key }) => key === field.key) ?? null);
  const summary = form.querySelector<HTMLElement>('[data-summary]');
  const list = form.querySelector('[data-summary-list]');
  const title = form.querySelector('[data-summary-title]');
  if (!summary || !list || !title) return;
  summary.hidden = faults.length === 0;
  title.textContent = summaryTitle(faults.length);
  list.replaceChildren(...faults.flatMap((fault) => lineOf(form, fields, fault)));
  if (faults.length > 0) summary.focus();
}

function lineOf(form: HTMLFormElement, fields: readonly Field[], fault: Fault): HTMLElement[] {
  const field = fields.find(({ key }) => key === fault.key);
  if (!field) return [];
  const line = document.createElement('li');
  const link = document.createElement('a');
  const target = controlOf(form, fault);
  link.href = `#${target?.id ?? ''}`;
  link.textContent = faultLine(fault.kind, field);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    target?.focus();
  });
  line.append(link);
  return [line];
}

/** Where the answer is mended: the input, the first of several, or a guest's. */
function controlOf(form: HTMLFormElement, { key, kind, guest }: Fault): HTMLElement | null {
  if (guest !== undefined) {
    const part = kind === 'guest_age' ? 'age' : 'name';
    return (
      rowsOf(form)[guest]?.querySelector<HTMLElement>(`[data-part="${part}"]`) ??
      form.querySelector<HTMLElement>('[data-guest-add]')
    );
  }
  return form.querySelector<HTMLElement>(`[name="${key}"]`);
}

/** Marks a question, or takes the mark away again. */
export function mark(form: HTMLFormElement, field: Field, fault: Fault | null): void {
  const frame = form.querySelector(`[data-field="${field.key}"]`);
  const line = frame?.querySelector<HTMLElement>('.field-error');
  const text = line?.querySelector('span');
  if (!frame || !line || !text) return;
  frame.classList.toggle('bad', fault !== null);
  line.hidden = fault === null;
  text.textContent = fault ? faultWords(fault.kind, field) : '';
  for (const control of frame.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  if (fault) controlOf(form, fault)?.setAttribute('aria-invalid', 'true');
}
