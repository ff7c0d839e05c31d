export * from './world.ts';

export const listed = (names: readonly string[]): string => names.join('、');
