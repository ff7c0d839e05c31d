/** Returns for example "1 child" or "3 children". `several` is the plural if it is not formed with an s. */
export const plural = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
