/**
 * English needs no additional styles. A build in another language replaces this module by its neighbour, such as
 * `language-styles.zh.ts`.
 */
export {};
