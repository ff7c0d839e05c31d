/**
 * Fills in what is known of who is signed in, where nobody has typed. The field hears of it, the form does not: nothing
 * was typed, so no draft is kept.
 */
export function fillEmpty(input: HTMLInputElement | null | undefined, text: string): void {
  if (input?.value !== '' || text === '') return;
  input.value = text;
  input.dispatchEvent(new Event('input'));
}
