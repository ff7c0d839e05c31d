const inputsOf = (form: HTMLFormElement, name: string) => [
  ...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
];

export const choiceOf = (form: HTMLFormElement, name: string): string =>
  inputsOf(form, name).find(({ checked, type }) => checked || type === 'hidden')?.value ?? '';

export function clear(form: HTMLFormElement, name: string): void {
  for (const input of inputsOf(form, name)) input.checked = false;
}

export function chooseCamp(form: HTMLFormElement, { id, base }: { id: string; base: string }): void {
  for (const input of inputsOf(form, 'base')) input.checked = input.value === base;
  for (const input of inputsOf(form, 'camp')) input.checked = input.value === id;
  form.dispatchEvent(new Event('change', { bubbles: true }));
}
