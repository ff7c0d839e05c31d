import type { ClientDirective } from 'astro';

/** `client:asked`: at once, where the page was asked for something; with false, where it was not. */
const asked: ClientDirective = (load, { value }) => {
  if ('unasked' in document.documentElement.dataset === (value === 'false'))
    void load().then((hydrate) => hydrate());
};
export default asked;
