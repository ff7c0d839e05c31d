export function drawBusy(button: HTMLElement, busy: boolean): void {
  button.querySelector('.spinner')?.remove();
  if (!busy) {
    button.removeAttribute('aria-busy');
    button.removeAttribute('aria-disabled');
    return;
  }
  button.setAttribute('aria-busy', 'true');
  button.setAttribute('aria-disabled', 'true');
  const spinner = document.createElement('span');
  spinner.className = 'spinner';
  spinner.setAttribute('aria-hidden', 'true');
  button.prepend(spinner);
}
