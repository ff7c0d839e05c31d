export { REFUND_TITLE, refundRows } from '#contract/refund-steps.ts';
