/** Messages about adding something to the order. */
export const addMessages = {
  title: 'Anything else?',
  text: 'It goes into the same order, and you pay once.',
  camp: 'Add another camp',
  class: 'Add a class or a pass',
  full: 'This order is full: it has 8 spots. Pay for it first, and then book the rest.',
};
