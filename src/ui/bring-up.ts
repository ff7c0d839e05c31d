/** What was chosen elsewhere is ready here: its button comes into the middle of the screen, and has the keyboard. */
export function bringUp(button: HTMLElement): void {
  button.scrollIntoView({ block: 'center' });
  button.focus({ preventScroll: true });
}
