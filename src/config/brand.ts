/** The brand lives in the contract, which the site, the functions and Studio can all reach. */
export { brand, withProduct } from '#contract/brand.ts';
