/** Icons that appear only on the camp pages. `Icon` draws them at 24 by 24. */
export const star = 'M12 2.5 15.2 9l7.2 1-5.2 5 1.2 7.2-6.4-3.4-6.4 3.4 1.2-7.2-5.2-5 7.2-1Z';
export const car =
  'M3 17V7.5C3 6.5 3.5 6 4.5 6H14v11H3ZM14 10h4l3 3.5V17h-7ZM7 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z';
