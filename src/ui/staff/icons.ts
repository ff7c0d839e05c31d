/** Line icons of staff screens alone, as those of `ui/icons.ts`: nobody else fetches them. */
export const medical = 'M9 4h6v5h5v6h-5v5H9v-5H4V9h5Z';
