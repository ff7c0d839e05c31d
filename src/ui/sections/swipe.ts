/** Matches a phone. Rows of cards (Swipe.astro) scroll only there, so only there the keyboard stops at them. */
const phone = matchMedia('(max-width: 699px)');
const update = () => {
  for (const row of document.querySelectorAll<HTMLElement>('.swipe')) row.tabIndex = phone.matches ? 0 : -1;
};
phone.addEventListener('change', update);
update();

export {};
