import type { Field, Guest, Value, Values } from './model.ts';

/** Only this module knows how each type of question is shown. */

export function readValues(form: HTMLFormElement, fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.key, readValue(form, field)]));
}

const controlsOf = (form: HTMLFormElement, key: string) => [
  ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(`[name="${key}"]`),
];
const checkboxesOf = (form: HTMLFormElement, key: string) =>
  controlsOf(form, key).filter((control) => control instanceof HTMLInputElement);
const partOf = (row: Element, name: string) =>
  row.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-part="${name}"]`);

function readValue(form: HTMLFormElement, { key, type }: Field): Value {
  const checkedValues = checkboxesOf(form, key)
    .filter((checkbox) => checkbox.checked)
    .map((checkbox) => checkbox.value);
  switch (type) {
    case 'attending':
    case 'yesNo':
      return checkedValues[0] === undefined ? null : checkedValues[0] === 'yes';
    case 'choice':
      return checkedValues[0] ?? null;
    case 'multiple':
      return checkedValues;
    case 'consent':
      return checkedValues.length > 0;
    case 'guests':
      return rowsOf(form).map(readGuest);
    default:
      return controlsOf(form, key)[0]?.value ?? '';
  }
}

export function writeValues(form: HTMLFormElement, fields: readonly Field[], values: Values): void {
  for (const field of fields) {
    const value = values[field.key];
    if (value !== undefined && value !== null) write(form, field, value);
  }
}

function write(form: HTMLFormElement, { key, type }: Field, value: Value): void {
  if (type === 'guests' && Array.isArray(value)) {
    setGuests(
      form,
      value.filter((entry) => typeof entry === 'object'),
    );
    return;
  }
  const chosenValue = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
  for (const checkbox of checkboxesOf(form, key)) {
    if (type === 'consent') checkbox.checked = value === true;
    else if (Array.isArray(chosenValue))
      checkbox.checked = chosenValue.some((entry) => entry === checkbox.value);
    else if (checkbox.type === 'radio') checkbox.checked = checkbox.value === chosenValue;
  }
  const [control] = controlsOf(form, key);
  const isText = control && !(control instanceof HTMLInputElement && /radio|checkbox/.test(control.type));
  if (isText && typeof value === 'string') control.value = value;
}

export const rowsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLElement>('[data-guest]')];

function readGuest(row: Element): Guest {
  const valueOf = (name: string) => partOf(row, name)?.value ?? '';
  return {
    name: valueOf('name'),
    age: valueOf('age'),
    kind: valueOf('kind') === 'adult' ? 'adult' : 'child',
    allergies: valueOf('allergies'),
  };
}

function setGuests(form: HTMLFormElement, guests: readonly Guest[]): void {
  for (const row of rowsOf(form)) row.remove();
  for (const guest of guests) addGuest(form, guest);
}

export function addGuest(form: HTMLFormElement, guest?: Guest): HTMLElement | null {
  const template = form.querySelector<HTMLTemplateElement>('[data-guest-row]');
  const list = form.querySelector('[data-guests]');
  if (!template || !list) return null;
  list.append(template.content.cloneNode(true));
  const row = rowsOf(form).at(-1) ?? null;
  if (row && guest)
    for (const [name, value] of Object.entries(guest)) {
      const control = partOf(row, name);
      if (control && typeof value === 'string') control.value = value;
    }
  return row;
}
