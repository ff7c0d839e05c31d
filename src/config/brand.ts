/** The brand is defined in the contract, which the site, the functions and Studio can all import. */
export { brand, withProduct } from '#contract/brand.ts';
