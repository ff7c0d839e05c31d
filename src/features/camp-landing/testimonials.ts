/** Plain script of the words of parents: what turns them comes with the first press. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('.testimonials [data-turn]');
  const root = button && button.closest<HTMLElement>('.testimonials');
  if (root)
    void import('../../ui/sections/carousel.ts').then(({ turnCarousel }) => turnCarousel(root, button));
});
