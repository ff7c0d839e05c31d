import type { Failure } from '#api/errors.ts';
import { offerEmailFixes } from '#ui/people/offer-email-fixes.ts';
import { setCountries } from '#ui/people/phone-country.ts';
import type { Definition } from './definition.ts';
import { isWrong, mark, showFaults } from './faults.ts';
import { failureMessage, formMessages } from './messages.ts';
import { checkValues, type Field, isShown, isBlank, type Values } from './model.ts';
import { addGuest, rowsOf, readValues, writeValues } from './read.ts';
import { faultsForPath } from './server-faults.ts';

interface Options {
  definition: Definition;
  /** Sends the values and returns the link for changing the answer, or null. */
  send: (values: Values) => Promise<{ ok: true; link: string | null } | Failure>;
  onChange: (values: Values) => void;
  before?: { values: Values; note: string } | null;
}

/** The most guests that the database accepts. */
const GUESTS_MAX = 12;

export function bindForm(form: HTMLFormElement, { definition, send, onChange, before }: Options): void {
  const { fields } = definition;
  const elementOf = (name: string) => form.querySelector<HTMLElement>(`[data-${name}]`);
  const button = elementOf('submit');
  const label = button?.textContent ?? '';
  let sending = false;
  form.noValidate = true;
  // The visitor may have typed while this script loaded. What was typed is newer than the saved values and must be
  // saved as well.
  const typedValues = answeredValues(fields, readValues(form, fields));
  if (before) {
    writeValues(form, fields, { ...before.values, ...typedValues });
    showText('note', before.note);
  }
  setCountries(form);
  offerEmailFixes(form);
  if (rowsOf(form).length === 0) addGuest(form);
  redraw();
  if (Object.keys(typedValues).length > 0) onChange(readValues(form, fields));

  form.addEventListener('input', () => {
    redraw();
    const values = readValues(form, fields);
    // An error disappears as soon as the answer is valid. None appears while the visitor is typing.
    const remainingFaults = checkValues(fields, values);
    for (const field of fields) if (!isWrong(field, remainingFaults)) mark(form, field, {});
    onChange(values);
  });
  form.addEventListener('click', ({ target }) => {
    const pressedButton = target instanceof Element ? target.closest('button') : null;
    if (pressedButton?.matches('[data-guest-add]')) addGuest(form)?.querySelector('input')?.focus();
    else if (pressedButton?.matches('[data-guest-remove]')) {
      pressedButton.closest('[data-guest]')?.remove();
      elementOf('guest-add')?.focus();
      onChange(readValues(form, fields));
    } else return;
    redraw();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!sending) void submit();
  });

  async function submit(): Promise<void> {
    showText('failure', null);
    const values = readValues(form, fields);
    const faults = checkValues(fields, values);
    showFaults(form, fields, faults);
    if (Object.keys(faults).length > 0) return;
    setBusy(true);
    const answer = await send(values);
    setBusy(false);
    if (answer.ok) showSent(form, definition, values, answer.link);
    else await refuse(answer);
  }

  async function refuse({ code, field }: Failure): Promise<void> {
    const faults = code === 'invalid_input' ? faultsForPath(field, fields) : null;
    if (faults) showFaults(form, fields, faults);
    else showText('failure', await failureMessage(code));
  }

  function setBusy(now: boolean): void {
    sending = now;
    if (!button) return;
    // A `disabled` button would lose the focus, so only its ARIA attributes change.
    button.toggleAttribute('aria-busy', now);
    button.setAttribute('aria-disabled', String(now));
    button.textContent = now ? formMessages.sending : label;
  }

  function showText(name: 'note' | 'failure', text: string | null): void {
    const element = elementOf(name);
    const line = elementOf(`${name}-text`) ?? element?.querySelector<HTMLElement>('span');
    if (!element || !line) return;
    line.textContent = text ?? '';
    element.hidden = text === null;
  }

  function redraw(): void {
    const values = readValues(form, fields);
    for (const field of fields) {
      const frame = form.querySelector<HTMLElement>(`[data-field="${field.key}"]`);
      if (frame) frame.hidden = !isShown(field, fields, values);
    }
    const rows = rowsOf(form);
    rows.forEach((row, index) => {
      const title = row.querySelector('[data-guest-title]');
      const remove = row.querySelector<HTMLElement>('[data-guest-remove]');
      if (title) title.textContent = formMessages.guest(index + 1);
      remove?.setAttribute('aria-label', `Remove guest ${index + 1}`);
      if (remove) remove.hidden = rows.length === 1;
      for (const control of row.querySelectorAll<HTMLElement>('[data-part]'))
        control.id = `guests[${index}].${control.dataset['part'] ?? ''}`;
    });
    const add = elementOf('guest-add');
    if (add) add.hidden = rows.length >= GUESTS_MAX;
  }
}

function answeredValues(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const value = values[key] ?? null;
      return isBlank(value) || (type === 'consent' && value === false) ? [] : [[key, value]];
    }),
  );
}

function showSent(form: HTMLFormElement, definition: Definition, values: Values, link: string | null): void {
  const sent = form.parentElement?.querySelector<HTMLElement>('[data-sent]');
  const attending = definition.fields.find(({ type }) => type === 'attending');
  const hasDeclined = attending !== undefined && values[attending.key] === false;
  const { declinedText } = definition.words;
  const text = sent?.querySelector('[data-sent-text]');
  if (text && hasDeclined && declinedText) text.textContent = declinedText;
  const line = sent?.querySelector<HTMLElement>('[data-sent-link]');
  const place = line?.querySelector('[data-link]');
  if (line && place && link) {
    const anchor = document.createElement('a');
    anchor.href = link;
    anchor.textContent = link;
    place.replaceChildren(anchor);
    line.hidden = false;
    line.querySelector('[data-copy]')?.addEventListener('click', ({ currentTarget }) => {
      void navigator.clipboard.writeText(link).then(() => {
        if (currentTarget instanceof HTMLElement) currentTarget.textContent = formMessages.copied;
      });
    });
  }
  form.hidden = true;
  if (!sent) return;
  sent.hidden = false;
  sent.focus();
}
