export { REFUND_TITLE, refundRows, refundWhen } from '#contract/refund-steps.ts';
