/** Plain script of the words of parents: what turns them comes with the first press, and answers it. */
document.addEventListener('click', ({ target }) => {
  const carousel = target instanceof Element && target.closest('card-carousel');
  if (!carousel || customElements.get('card-carousel')) return;
  void import('../../ui/sections/card-carousel.ts').then(({ CardCarousel }) => {
    if (carousel instanceof CardCarousel) carousel.press(target);
  });
});
