/**
 * After a choice elsewhere on the page has enabled this button, scrolls it to the middle of the screen and focuses
 * it.
 */
export function scrollToButton(button: HTMLElement): void {
  button.scrollIntoView({ block: 'center' });
  button.focus({ preventScroll: true });
}
