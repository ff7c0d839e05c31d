declare global {
  /** The pass that was pressed before the script loaded. It is `answered` once the script has loaded. */
  var pressedPass: HTMLAnchorElement | 'answered' | undefined;
}

/* If a signed-in parent presses a pass early, this script saves and shows the click. `pass-opener.ts` handles it
   later. A second click follows the link, in case no script loads. */
const key = document.currentScript?.dataset['key'] ?? '';

function isSignedIn(): boolean {
  try {
    return Boolean(localStorage.getItem(key));
  } catch {
    return false;
  }
}

document.addEventListener('click', (event) => {
  const { target } = event;
  const pass = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-pass]') : null;
  if (!pass || window.pressedPass === 'answered' || window.pressedPass === pass) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || !isSignedIn()) return;
  event.preventDefault();
  window.pressedPass = pass;
  pass.setAttribute('aria-busy', 'true');
  const spinner = Object.assign(document.createElement('span'), { className: 'spinner', ariaHidden: 'true' });
  pass.prepend(spinner);
});

export {};
