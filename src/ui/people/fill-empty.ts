/** The event does not reach the form, because nothing was typed and no draft should be saved. */
export function fillEmpty(input: HTMLInputElement | null | undefined, text: string): void {
  if (input?.value !== '' || text === '') return;
  input.value = text;
  input.dispatchEvent(new Event('input'));
}
