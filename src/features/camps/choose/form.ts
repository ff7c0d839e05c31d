/** The inputs of a card's form by name: `base` or `camp`. */
const inputs = (form: HTMLFormElement, name: string) => [
  ...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
];

/** An empty string while nothing is chosen. */
export const choiceOf = (form: HTMLFormElement, name: string): string =>
  inputs(form, name).find(({ checked, type }) => checked || type === 'hidden')?.value ?? '';

export function clear(form: HTMLFormElement, name: string): void {
  for (const input of inputs(form, name)) input.checked = false;
}

/** Selects a camp and its base, as two taps would. */
export function chooseCamp(form: HTMLFormElement, { id, base }: { id: string; base: string }): void {
  for (const input of inputs(form, 'base')) input.checked = input.value === base;
  for (const input of inputs(form, 'camp')) input.checked = input.value === id;
  form.dispatchEvent(new Event('change', { bubbles: true }));
}
