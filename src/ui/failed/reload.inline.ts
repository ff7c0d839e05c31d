/* This inline script follows the button in `ScriptFailed.astro`. It works even if no other script was loaded. */
document.currentScript?.previousElementSibling
  ?.querySelector('button')
  ?.addEventListener('click', () => location.reload());
