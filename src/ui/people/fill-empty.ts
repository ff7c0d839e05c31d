/**
 * Fills in an empty input. The event does not bubble to the form, because the user typed nothing and no draft should
 * be saved.
 */
export function fillEmpty(input: HTMLInputElement | null | undefined, text: string): void {
  if (input?.value !== '' || text === '') return;
  input.value = text;
  input.dispatchEvent(new Event('input'));
}
