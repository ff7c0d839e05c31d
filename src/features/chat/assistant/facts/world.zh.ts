export * from './world.ts';

export const listNames = (names: readonly string[]): string => names.join('、');
