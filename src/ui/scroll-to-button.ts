/** Scrolls a button that is ready after a choice elsewhere on the page to the middle of the screen, and focuses it. */
export function scrollToButton(button: HTMLElement): void {
  button.scrollIntoView({ block: 'center' });
  button.focus({ preventScroll: true });
}
