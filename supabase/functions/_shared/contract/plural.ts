/** "1 child", "3 children"; `several`: where it is not the one with an s. */
export const plural = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
