export { brand, withProduct } from '#contract/brand.ts';
