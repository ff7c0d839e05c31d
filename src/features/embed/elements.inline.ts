import { defineElements, SITE } from './elements.ts';

/* The script of partners' pages. `src/pages/embed/elements.js.ts` writes the site's address into it. */
defineElements(SITE);

export {};
