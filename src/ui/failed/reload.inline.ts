/* Inline script after the button of `ScriptFailed.astro`, which must work when no other script came. */
document.currentScript?.previousElementSibling
  ?.querySelector('button')
  ?.addEventListener('click', () => location.reload());
