/** One step between the page and what it fetches: the page then names this file, and not all that belong to those. */
export const fetchChooser = () => import('./chooser.ts');
export const fetchTold = () => import('./told.ts');
