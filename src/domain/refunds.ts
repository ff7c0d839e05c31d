export { REFUND_TITLE, refundRows } from '#contract/refund-steps.ts';
export type { RefundSteps } from '#contract/after-sale.ts';
