/** Money as everywhere: integer cents to "S$549" or "S$41.75". */
export { formatMoney } from '#contract/format.ts';
