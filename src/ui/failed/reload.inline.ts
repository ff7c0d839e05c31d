/* Inline script after the button of `ScriptFailed.astro`, which must work even if no other script has loaded. */
document.currentScript?.previousElementSibling
  ?.querySelector('button')
  ?.addEventListener('click', () => location.reload());
